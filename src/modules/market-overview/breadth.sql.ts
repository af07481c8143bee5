import { marketDays } from '../../market/market-days.sql.js';
import { memberPeriods } from '../../market/member-periods.sql.js';
import type { Published } from '../../market/published.sql.js';
import { tradedTickers } from '../../market/traded.sql.js';
import type { ScopeSql } from './market-scope.js';

/** Counts of an index are stored under this prefix and its code, as an exchange may have the same name. */
const OF_INDEX = 'index ';

/** Counts of a day, in the order of the answer, each with its type. */
const COUNTED = {
  advances: 'int',
  declines: 'int',
  unchanged: 'int',
  ceilings: 'int',
  floors: 'int',
  no_trade: 'int',
  net_advances: 'int',
  total_volume: 'numeric',
  total_value: 'double precision',
};
export const COUNTS = Object.keys(COUNTED);

/** SQL of the counts over `market_day` rows, the alias `day`; a close is compared with its reference price. */
const COUNTING = `
      count(*) FILTER (WHERE day.change > 0)::int AS advances,
      count(*) FILTER (WHERE day.change < 0)::int AS declines,
      count(*) FILTER (WHERE day.change = 0)::int AS unchanged,
      count(*) FILTER (WHERE day.limit_state = 'ceiling')::int AS ceilings,
      count(*) FILTER (WHERE day.limit_state = 'floor')::int AS floors,
      count(*) FILTER (WHERE day.volume = 0)::int AS no_trade,
      (count(*) FILTER (WHERE day.change > 0) - count(*) FILTER (WHERE day.change < 0))::int AS net_advances,
      sum(day.volume) AS total_volume, sum(day.traded_value) AS total_value`;

const BY_DAY = `SELECT day.date, ${COUNTING} FROM market_day day GROUP BY day.date`;
/** Bars of the members of indices on each day. */
const OF_MEMBERS =
  'market_day day JOIN member m ON m.ticker = day.ticker AND day.date BETWEEN m.from_date AND m.until';
const OF_MEMBERS_BY_DAY = `SELECT day.date, ${COUNTING} FROM ${OF_MEMBERS} GROUP BY day.date`;

/** CTEs up to `breadth`, one row per day of `page`, all counted from bars. */
export function countedBreadth({ securities, index }: ScopeSql, published: Published): string {
  const bars = { where: securities, published };
  const requestedDays = 'requested AS MATERIALIZED (SELECT date FROM page)';
  if (index === undefined) return `${requestedDays}, ${marketDays(bars)}, breadth AS (${BY_DAY})`;
  return `${requestedDays},
    member AS MATERIALIZED (${memberPeriods(`SELECT ${index}`)}),
    ${marketDays({ ...bars, tickers: 'SELECT DISTINCT ticker FROM member' })},
    breadth AS (${OF_MEMBERS_BY_DAY})`;
}

/** CTEs up to `breadth`, one row per day of `page`: stored, or else counted from bars. */
export function storedOrCounted(scope: ScopeSql, published: Published): string {
  const { securities, index } = scope;
  // No ticker is read if all days are stored.
  const isRequested = 'WHERE EXISTS (SELECT FROM requested)';
  const [members, tickers, counted] =
    index === undefined
      ? ['', `SELECT traded.ticker FROM (${tradedTickers()}) traded ${isRequested}`, BY_DAY]
      : [
          `member AS MATERIALIZED (${memberPeriods(`SELECT ${index} ${isRequested}`)}),`,
          'SELECT DISTINCT ticker FROM member',
          OF_MEMBERS_BY_DAY,
        ];
  return `
    stored AS MATERIALIZED (${storedBreadth(nameOf(scope))}),
    requested AS MATERIALIZED (SELECT date FROM page EXCEPT SELECT date FROM stored),
    ${members}
    ${marketDays({ tickers, where: securities, published })},
    breadth AS (SELECT * FROM stored UNION ALL ${counted})`;
}

/** SQL condition that the stored days reflect everything that was taken from the audit log. */
const IS_FOLLOWED = `EXISTS (SELECT FROM quote_check_progress p WHERE p.breadth_position = p.position)`;

/** SQL condition that a `day` is stored; `counts`: SQL of the required counts. */
export const isStored = (day: string, counts = 'b.counts') => `
  EXISTS (SELECT FROM market_breadth b WHERE b.date = ${day} AND ${counts} IS NOT NULL AND ${IS_FOLLOWED})`;

/** SQL of the name under which the counts of a scope are stored. */
const nameOf = ({ exchange, index }: ScopeSql) =>
  index === undefined ? (exchange ?? `''`) : `('${OF_INDEX}' || ${index})`;

/** SQL condition that the counts of a scope are stored for a `day`, which then has bars of it. */
export const hasStored = (scope: ScopeSql, day: string) => isStored(day, `b.counts -> ${nameOf(scope)}`);

/** SELECT of the stored counts of the days of `page` under a name, given as SQL; see {@link countsOfDays}. */
const storedBreadth = (name: string) => `
  SELECT page.date, counted.*
  FROM page JOIN market_breadth b ON b.date = page.date AND b.counts -> ${name} IS NOT NULL AND ${IS_FOLLOWED}
  CROSS JOIN LATERAL jsonb_to_record(b.counts -> ${name}) counted (${Object.entries(COUNTED)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})`;

/**
 * SELECT of the counts of the days $1, date[], as `market_breadth` stores them: of the whole market under the empty
 * name, of each exchange that has bars under its own, and of each index whose members have some under
 * {@link OF_INDEX} and its code.
 */
export const countsOfDays = (stocks: string, published: Published) => `
  WITH requested AS MATERIALIZED (SELECT unnest($1::date[]) AS date),
  member AS MATERIALIZED (${memberPeriods('SELECT code FROM market_index UNION SELECT code FROM index_constituent')}),
  ${marketDays({ where: stocks, published })},
  counted AS (
    SELECT day.date, CASE WHEN grouping(s.exchange) = 1 THEN '' ELSE s.exchange END AS scope, ${COUNTING}
    FROM market_day day LEFT JOIN security s ON s.ticker = day.ticker
    GROUP BY GROUPING SETS ((day.date), (day.date, s.exchange))
    UNION ALL
    SELECT day.date, '${OF_INDEX}' || m.code, ${COUNTING} FROM ${OF_MEMBERS} GROUP BY day.date, m.code)
  SELECT date::text AS date, jsonb_object_agg(scope, to_jsonb(counted) - 'date' - 'scope')::text AS counts
  FROM counted WHERE scope IS NOT NULL GROUP BY date`;
