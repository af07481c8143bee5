import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey, listByMoment } from '../../database/lists/listing.js';
import { TODAY } from '../../database/sql.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { industryCodeKind } from './reference-kinds.js';

/** Industries, or memberships in them. */
interface IndustryList extends PageRequest {
  /** for memberships only */
  ticker?: string[];
  /** beginning of the code */
  code?: string;
  /** words of a code or name */
  q?: string;
  /** day on which they were valid */
  date?: string;
}

const LEVELS = ['sector', 'industry_group', 'industry', 'sub_industry'] as const;

/** Memberships, each ending no later than the day before the next one of its security. */
const MEMBERSHIPS = `(
  SELECT m.ticker, m.code, m.from_date, least(m.to_date, (
      SELECT min(n.from_date) - 1 FROM industry_membership n
      WHERE n.ticker = m.ticker AND n.from_date > m.from_date)) AS to_date
  FROM industry_membership m) b`;

/** Industries, each ending no later than the day before the next period of its code. */
const INDUSTRIES = `(
  SELECT NULL::text AS ticker, i.code, i.valid_from AS from_date, least(i.valid_to, (
      SELECT min(n.valid_from) - 1 FROM industry n
      WHERE n.code = i.code AND n.valid_from > i.valid_from)) AS to_date, i.name, i.name_en, i.scheme
  FROM industry i) b`;

/** SQL of the industry and industry_membership tables. */
@Injectable()
export class IndustryRepository {
  constructor(private readonly database: Database) {}

  /** Industries of securities over time, newest first: (from_date descending, ticker ascending). */
  memberships(query: IndustryList): List {
    const { conditions, day } = conditionsOf(query);
    conditions.when(query.ticker, 'b.ticker = ANY (?::text[])');
    conditions.when(
      query.q,
      `search_words(b.code, ${LEVELS.map((level) => `${level}.name, ${level}.name_en`).join(', ')}) @@ search_query(?::text)`,
    );
    const from = `${MEMBERSHIPS} ${namesOn(day)} LEFT JOIN LATERAL (${industryOn('b.code')}) own ON true`;
    return listByMoment(this.database, {
      columns: COLUMNS,
      from,
      conditions,
      key: [
        { sql: 'b.from_date', name: 'from_date', kind: dateKind },
        { sql: 'b.ticker', name: 'ticker', kind: tickerKind },
      ],
      query,
    });
  }

  /** Industries by code, within a code by period. */
  industries(query: IndustryList): List {
    const { conditions, day } = conditionsOf(query);
    conditions.when(query.q, 'search_words(b.code, b.name, b.name_en) @@ search_query(?::text)');
    return listByKey(this.database, {
      columns: COLUMNS,
      from: `${INDUSTRIES} ${namesOn(day)} CROSS JOIN LATERAL (SELECT b.name, b.name_en, b.scheme) own`,
      conditions,
      key: [
        { sql: 'b.code', name: 'code', kind: industryCodeKind },
        { sql: 'b.from_date', name: 'from_date', kind: dateKind },
      ],
      query,
      quick: true,
    });
  }
}

/**
 * The conditions that both lists share, and SQL of the day whose names are shown: the requested one, else the
 * last day of the period, or today if that is in the future.
 */
function conditionsOf({ code, date }: IndustryList): { conditions: Conditions; day: string } {
  const conditions = new Conditions(date === undefined ? [] : [date]);
  if (code !== undefined) conditions.add('b.code >= ?::text AND b.code < ?::text', code, `${code}:`);
  if (date !== undefined) {
    conditions.add('b.from_date <= $1::date AND (b.to_date IS NULL OR b.to_date >= $1::date)');
    return { conditions, day: '$1::date' };
  }
  return { conditions, day: `greatest(b.from_date, least(b.to_date, ${TODAY}))` };
}

/** The industry of a code on the day `a.day`. */
const industryOn = (code: string) => `
  SELECT i.name, i.name_en, i.scheme FROM industry i
  WHERE i.code = ${code} AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
  ORDER BY i.valid_from DESC LIMIT 1`;

const codeOf = (index: number) =>
  `CASE WHEN length(b.code) >= ${2 * index + 2} THEN left(b.code, ${2 * index + 2}) END`;

/** Joins that look up the names of all levels on a day. */
function namesOn(day: string): string {
  const levels = LEVELS.map(
    (level, index) => `LEFT JOIN LATERAL (${industryOn(codeOf(index))}) ${level} ON true`,
  );
  return `CROSS JOIN LATERAL (SELECT ${day} AS day) a ${levels.join(' ')}`;
}

const COLUMNS = [
  'b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date',
  ...LEVELS.map((level, index) => `${codeOf(index)} AS ${level}_code, ${level}.name AS ${level}_name`),
].join(', ');
