import { QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, listOf, textOf } from '../../kinds/kinds.js';
import { COUNTRY_FIELD_NAMES, COUNTRY_FIELDS } from './country-fields.js';

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
