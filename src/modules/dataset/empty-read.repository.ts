import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { isOpenDay } from '../../market/calendar.sql.js';
import { isNoIndex } from '../../market/index-code.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import type { DataSet } from './data-set.js';
import { dayOf } from './day-of.js';
import { boundsOf } from './overview.repository.js';

/** First and last date of records, YYYY-MM-DD; null without records. */
export interface Bounds {
  first: string | null;
  last: string | null;
}

/** The open day before a range of days, the first within it and the one after it, YYYY-MM-DD; null if none is near. */
export interface OpenDays {
  before: string | null;
  within: string | null;
  after: string | null;
}

/** Days before and after a range that are searched for open days: the longest holidays, and some more. */
const REACH = 31;

/** Index look-ups of what an empty list may lack. */
@Injectable()
export class EmptyReadRepository {
  constructor(private readonly database: Database) {}

  /** Names of the given data sets that have no readable record. */
  async withoutRecords(dataSets: readonly DataSet[], published: Published): Promise<Set<string>> {
    if (dataSets.length === 0) return new Set();
    const rows = await this.database.read<{ name: string }>({
      text: `/* empty read */ ${dataSets
        .map((each) => `SELECT '${each.name}' AS name WHERE NOT ${hasRecords(each, published)}`)
        .join(' UNION ALL ')}`,
      values: [],
    });
    return new Set(rows.map(({ name }) => name));
  }

  /** The given values that no record of a data set has as its key; symbols and industries may be known from others. */
  async unknownValues(dataSet: DataSet, values: readonly string[]): Promise<string[]> {
    const [key] = dataSet.key;
    const rows = await this.database.read<{ value: string }>({
      text: `
        /* empty read */ SELECT value FROM unnest($1::text[]) WITH ORDINALITY requested (value, place)
        WHERE NOT EXISTS (SELECT FROM ${dataSet.table} r WHERE r.${key} = value)
          ${IS_UNKNOWN[dataSet.name] ?? ''}
        ORDER BY place`,
      values: [values],
      tickers: values,
    });
    return rows.map(({ value }) => value);
  }

  /** Whether no record of a data set has a key that begins with one of the given values. */
  async hasNoneOf(dataSet: DataSet, values: readonly string[], published: Published): Promise<boolean> {
    const row = await this.database.readOne({
      text: `
        /* empty read */ SELECT FROM unnest($1::text[]) requested (value)
        WHERE EXISTS (SELECT FROM ${dataSet.table} r WHERE r.${symbolColumn(dataSet)} = requested.value AND ${isShown(dataSet, published)})
        LIMIT 1`,
      values: [values],
      tickers: values,
    });
    return row === undefined;
  }

  /** The currency of the amounts of a data set with `unit` whose key begins with one of given values, if none is in VND. */
  async otherCurrency(
    { table, key: [key] }: DataSet,
    values: readonly string[],
  ): Promise<string | undefined> {
    const of = `${table} r WHERE r.${key} = ANY($1::text[])`;
    const row = await this.database.readOne<{ unit: string }>({
      text: `
        /* empty read */ SELECT r.unit FROM ${of} AND r.unit ~ '^[A-Z]{3}$'
          AND NOT EXISTS (SELECT FROM ${of} AND r.unit = 'VND')
        ORDER BY r.unit LIMIT 1`,
      values: [values],
      tickers: values,
    });
    return row?.unit;
  }

  /** First and last date of a data set with a date column: of all records, or of keys that begin with given values. */
  async bounds(
    dataSet: DataSet,
    values: readonly string[] | undefined,
    published: Published,
  ): Promise<Bounds | undefined> {
    if (values === undefined) {
      return this.database.readOne({
        text: textBounds(boundsOf(dataSet, this.database.isCluster)),
        values: [],
      });
    }
    const { table, dateColumn: date } = dataSet;
    const edge = (order: string) => `(
      SELECT ${dayOf(dataSet, `r.${date}`)} FROM ${table} r
      WHERE r.${symbolColumn(dataSet)} = requested.value AND ${isShown(dataSet, published)}
      ORDER BY r.${date} ${order} LIMIT 1)`;
    return this.database.readOne({
      text: textBounds(`
        SELECT min(${edge('ASC')}) AS first, max(${edge('DESC')}) AS last FROM unnest($1::text[]) requested (value)`),
      values: [values],
      tickers: values,
    });
  }

  /** The open days around a range, both ends inclusive. */
  async openDays(from: string, to: string): Promise<OpenDays> {
    const row = await this.database.readOne<OpenDays>({
      text: `
        /* empty read */ SELECT (max(day) FILTER (WHERE day < $1::date))::text AS before,
          (min(day) FILTER (WHERE day >= $1::date AND day <= $2::date))::text AS within,
          (min(day) FILTER (WHERE day > $2::date))::text AS after
        FROM (SELECT $1::date + step AS day FROM generate_series(-${REACH}, $2::date - $1::date + ${REACH}) step) days
        WHERE ${isOpenDay('day')}`,
      values: [from, to],
    });
    return row ?? { before: null, within: null, after: null };
  }
}

/** The column that the key of a data set begins with, if it names a security, an index or a code. */
export function symbolColumn({ key: [first] }: DataSet): string | undefined {
  return first === 'ticker' || first === 'code' ? first : undefined;
}

const IS_UNKNOWN_SYMBOL = `
  AND NOT EXISTS (SELECT FROM quote q WHERE q.ticker = value)
  AND NOT EXISTS (SELECT FROM security s WHERE s.ticker = value)
  AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = value)
  AND NOT EXISTS (SELECT FROM industry n WHERE n.code = value)`;

/** Members or levels make an index as well, but not bars of what the master has as another kind of security. */
const IS_UNKNOWN_INDEX = `
  AND (${isNoIndex('value')}
    OR NOT EXISTS (SELECT FROM index_constituent m WHERE m.code = value)${IS_UNKNOWN_SYMBOL})`;

/** An industry counts with all below it; a hierarchy may be missing although securities or flows have its codes. */
const IS_UNKNOWN_INDUSTRY = `
  AND NOT EXISTS (SELECT FROM industry n WHERE starts_with(n.code, value))
  AND NOT EXISTS (SELECT FROM industry_membership m WHERE starts_with(m.code, value))
  AND NOT EXISTS (SELECT FROM security s WHERE starts_with(s.industry_code, value))
  AND NOT EXISTS (SELECT FROM trade_flow f WHERE f.scope = 'sector' AND f.code = value)`;

/** Conditions that a `value` is known nowhere else, by the data set whose key it is. */
const IS_UNKNOWN: Readonly<Partial<Record<DataSetName, string>>> = {
  security: IS_UNKNOWN_SYMBOL,
  market_index: IS_UNKNOWN_INDEX,
  industry: IS_UNKNOWN_INDUSTRY,
};

const textBounds = (select: string) =>
  `/* empty read */ SELECT bounds.first::text AS first, bounds.last::text AS last FROM (${select}) bounds`;

// A cluster queries its nodes for the subselect: one row from each, because of the limit.
const hasRecords = (dataSet: DataSet, published: Published) =>
  `EXISTS (SELECT 1 FROM ${dataSet.table} r WHERE ${isShown(dataSet, published)} LIMIT 1)`;

/** SQL condition that a record, the alias `r`, may be read. */
const isShown = ({ table }: DataSet, published: Published) =>
  table === 'quote' ? isPublished('r', published) : 'true';
