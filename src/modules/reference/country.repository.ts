import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import type { Item } from '../../database/records/stored-item.js';
import { countryKind } from '../../kinds/codes.js';

import { COUNTRY_FIELD_NAMES, COUNTRY_FIELDS } from './country-fields.js';

/** Countries of a region or of all. */
interface CountryList extends PageRequest {
  /** in any letter case */
  region?: string;
  /** words of a code or name */
  q?: string;
  /** fields of the record in their order; all when not given */
  fields?: readonly string[];
}

/** Words by which a country is found; the expression of the index `country_words`. */
const WORDS = `search_words(
  r.record ->> 'cca2', r.record ->> 'cca3', r.record #>> '{name,common}', r.record #>> '{name,official}',
  r.record ->> 'altSpellings', r.record ->> 'nativeName',
  jsonb_path_query_array(r.record, '$.translations.*.common')::text)`;

/**
 * The record as a row: texts as text, the rest as JSON, in CSV too. One call unpacks the record once, whereas one
 * operator per field would unpack it forty times.
 */
const FIELDS = `jsonb_to_record(r.record) AS f(${COUNTRY_FIELDS.filter(({ name, of }) => name === of)
  .map(({ name, schema }) => `"${name}" ${schema.type === 'string' ? 'text' : 'jsonb'}`)
  .join(', ')})`;

/** The field of the record by each of its names. */
const OF = new Map(COUNTRY_FIELDS.map(({ name, of }) => [name, of]));

/** SQL of the country table. */
@Injectable()
export class CountryRepository {
  constructor(private readonly database: Database) {}

  /** Countries by code. */
  list(query: CountryList): List {
    return listByKey(this.database, {
      columns: columnsOf(query.fields),
      from: `country r, ${FIELDS}`,
      conditions: new Conditions()
        .when(query.region, `lower(r.record ->> 'region') = lower(?::text)`)
        .when(query.q, `${WORDS} @@ search_query(?::text)`),
      key: [{ sql: 'r.cca2', name: 'cca2', kind: countryKind }],
      query,
      quick: true,
      isComposed: query.fields !== undefined,
    });
  }

  /** A country by its alpha-2 or alpha-3 code in upper case; undefined when there is none. */
  find(code: string, fields?: readonly string[]): Promise<Item | undefined> {
    const key = code.length === 2 ? 'r.cca2' : `r.record ->> 'cca3'`;
    return this.database.readByKey<Item>({
      text: `SELECT r.id, r.revision, (SELECT row_to_json(item) FROM (SELECT ${columnsOf(fields)}) item)::text AS json
             FROM country r, ${FIELDS} WHERE ${key} = $1::text`,
      values: [code],
      isComposed: fields !== undefined,
    });
  }

  /** Whether any country lies in the region. */
  async hasRegion(region: string): Promise<boolean> {
    const row = await this.database.readOne({
      text: `SELECT 1 AS one FROM country r WHERE lower(r.record ->> 'region') = lower($1::text) LIMIT 1`,
      values: [region],
    });
    return row !== undefined;
  }
}

/** Returns the requested fields, in that order; all, in the order of the specification, if none are named. */
function columnsOf(fields: readonly string[] | undefined): string {
  return (fields ?? COUNTRY_FIELD_NAMES).map((name) => `f."${OF.get(name)}" AS "${name}"`).join(', ');
}
