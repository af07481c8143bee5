import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { countryKind } from '../../kinds/codes.js';

import { jsonObjectKind } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn, RecordTable } from '../dataset/columns.js';

/** Longest country record, characters of JSON; the longest that ships has about 6,500. */
const LONGEST_RECORD = 200_000;

/** A country; natural key cca2, everything else in its record. */
@RecordTable('country', 'country_by_cca3', 'country_by_region', 'country_words')
@Check('country_cca3', `record ->> 'cca3' ~ '^[A-Z]{3}$'`)
@Check('country_cca2', `cca2 ~ '^[A-Z]{2}$' AND cca2 = record ->> 'cca2'`)
export class Country extends StoredRecord {
  @KeyColumn(countryKind, 'ISO 3166-1 alpha-2 code; the key.', 'VN') cca2: string;
  /** the fields of specification 2.6 */
  @DataColumn(
    jsonObjectKind(LONGEST_RECORD),
    'The country as returned by the country endpoints. cca2 (the same as the key), cca3, name.common and region are required; aliases (alpha2Code …) may be included and must agree.',
    { cca2: 'VN', cca3: 'VNM', ccn3: '704', name: { common: 'Vietnam' }, region: 'Asia' },
  )
  record: string;
}
