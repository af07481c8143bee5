import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, countryKind, listOf, textOf } from '../../kinds/kinds.js';
import { jsonObjectKind } from '../../kinds/structured-kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { COUNTRY_FIELD_NAMES, COUNTRY_FIELDS } from './country-fields.js';

/** Longest country record, characters of JSON; the longest that ships has about 6,500. */
const LONGEST_RECORD = 200_000;

/** A country (specification 2.6): its fields are those of {@link COUNTRY_FIELDS}. */
export class CountryRecord {
  [field: string]: unknown;
}
for (const { name, schema, description, example, nullable } of COUNTRY_FIELDS) {
  Shown({ schema }, { description, example, ...(nullable ? { nullable } : {}) })(
    CountryRecord.prototype,
    name,
  );
}

/** A country to be written: its code and the whole record. */
export class CountryWrite extends ReadBack {
  @BodyField(countryKind, { description: 'ISO 3166-1 alpha-2 code; the key.', example: 'VN' })
  cca2: string;
  @BodyField(jsonObjectKind(LONGEST_RECORD), {
    description:
      'The country as the country endpoints answer it. cca2 (the same as the key), cca3, name.common and region are required; names that are aliases (alpha2Code …) may stand beside and must agree.',
    example: { cca2: 'VN', cca3: 'VNM', ccn3: '704', name: { common: 'Vietnam' }, region: 'Asia' },
  })
  record: string;
}

/** Name of a region, in any letter case. */
export const regionKind = textOf({ max: 50 });

const fieldsKind = listOf(choiceKind(COUNTRY_FIELD_NAMES), COUNTRY_FIELD_NAMES.length);
const FIELDS_TEXT = {
  description: 'Only these fields: top-level names separated by commas. All when not given.',
  example: 'name,cca2,currencies',
};

/** Parameters of one country. */
export class CountryFieldsQuery {
  @QueryField(fieldsKind, FIELDS_TEXT)
  fields?: string[];
}

/** Parameters of the countries of a region. */
export class CountriesOfRegionQuery extends PageQuery {
  @QueryField(fieldsKind, FIELDS_TEXT)
  fields?: string[];
}

/** Parameters of GET /reference/countries. */
export class CountryQuery extends CountriesOfRegionQuery {
  @QueryField(regionKind, { description: 'UN demographic region, in any letter case.', example: 'Asia' })
  region?: string;
  @QueryField(textOf({ max: 100 }), {
    description:
      'Words of a code or name (common, official, native, alternate or translated), each by its beginning, with or without diacritics.',
    example: 'viet nam',
  })
  q?: string;
}
