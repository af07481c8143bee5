import { QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, listOf, textOf } from '../../kinds/kinds.js';
import { COUNTRY_FIELD_NAMES, COUNTRY_FIELDS, REQUIRED_COUNTRY_FIELDS } from './country-fields.js';

/**
 * A country (specification 2.6): its fields are those of {@link COUNTRY_FIELDS}, or those that `fields` requests. A field
 * that its stored record lacks is null.
 */
export class CountryRecord {
  [field: string]: unknown;
}
for (const { name, of, schema, description, example } of COUNTRY_FIELDS) {
  const nullable = !REQUIRED_COUNTRY_FIELDS.includes(of);
  Shown({ schema }, description, example, { nullable, optional: true })(CountryRecord.prototype, name);
}

/** Name of a region, in any letter case. */
export const regionKind = textOf({ max: 50 });

const fieldsKind = listOf(choiceKind(COUNTRY_FIELD_NAMES), COUNTRY_FIELD_NAMES.length);
const FieldsFilter = () =>
  QueryField(
    fieldsKind,
    'Only these fields: top-level names separated by commas. All by default.',
    'name,cca2,currencies',
  );

/** Parameters of one country. */
export class CountryFieldsQuery {
  @FieldsFilter() fields?: string[];
}

/** Parameters of the countries of a region. */
export class CountriesOfRegionQuery extends PageQuery {
  @FieldsFilter() fields?: string[];
}

/** Parameters of GET /reference/countries. */
export class CountryQuery extends CountriesOfRegionQuery {
  @QueryField(regionKind, 'UN demographic region, case-insensitive.', 'Asia') region?: string;
  @QueryField(
    textOf({ max: 100 }),
    'Words of a code or name (common, official, native, alternate or translated), each matched as a prefix, ignoring diacritics.',
    'viet nam',
  )
  q?: string;
}
