import { marketDate } from '../database/sql.js';
import { shareGrowth } from './dividend.sql.js';
import { figureDigits } from './figure-code.sql.js';
import { consolidationRank, isKnownOn } from './known.sql.js';
import { marketCap } from './price.sql.js';
import type { Published } from './published.sql.js';

/** Age of a period end, days, beyond which figures no longer count. */
const STALE = 600;
/** How far back figures are read, days: from the oldest third quarter that counts to the first of the year before. */
const WINDOW = 1150;

const withPrefixes = (digits: readonly string[]) =>
  digits.flatMap((each) => [each, `BK${each}`, `IN${each}`, `SC${each}`]);
/** Lines that the figures are computed from, for every company type. */
const CODES = [
  ...withPrefixes(['10', '60', '61', '400', '429']),
  // For ordinary companies only: EBITDA and enterprise value mean nothing elsewhere.
  ...['02', '23', '50', '110', '320', '338', '339'],
  // The same in the forms of Circular 99/2025.
  ...['24', '321', '340'],
];

/**
 * SQL condition that a figure, the alias `alias`, is on one of those lines; as in the index `statement_item_counted`.
 */
export const isCounted = (alias: string) => `${alias}.item_code = ANY ('{${CODES.join(',')}}'::text[])`;

/** SQL condition that a period that ended on a day still counts on another. */
const isCurrent = (end: string, day: string) => `${end} >= ${day} - ${STALE}`;

/**
 * SELECT of the columns of {@link fundamentalsOn} except the ends, from its row of an earlier day, the alias `of`, if
 * nothing newer is public: figures that are too old by `day` are null.
 */
export function unlessStale(of: string, day: string): string {
  const flows = ['net_profit', 'revenue', 'ebitda'].map((name) => [name, 'flow_end']);
  const balances = ['equity', 'minority', 'debt', 'cash'].map((name) => [name, 'balance_end']);
  const columns = [...flows, ...balances].map(
    ([name, end]) => `CASE WHEN ${isCurrent(`${of}.${end}`, day)} THEN ${of}.${name} END AS ${name}`,
  );
  return `SELECT ${columns.join(', ')}`;
}

/**
 * SELECT of the fundamentals of a company known at the end of a day in Viet Nam, one row, for a lateral join. `ticker`
 * and `day` are SQL expressions, a text and a date. Columns, VND, null if unknown:
 *
 * - `flow_end`, `balance_end`: end dates of the periods of the figures;
 * - `net_profit` of the parent's owners, `revenue` (for a bank, total operating income) and `ebitda` (ordinary
 *   companies) of twelve months, the newest that are public: four consecutive quarters, else a year, else the year to
 *   date with the year before, less that year up to the same quarter; quarters that begin a year are a year to date;
 * - `equity` of the parent's owners, `minority`, `debt`, `cash` (the last two for ordinary companies) of the newest
 *   balance sheet; of several published at one instant, the audited one, then that of the year, then of the quarter. A
 *   line that it omits is nil, also if another balance sheet of that day, as that of the quarter, states it.
 *
 * Depreciation that the quarters do not state is that of the year or of the year to date, as interim cash flows are
 * usually reported; so is the profit of the parent's owners, else a period that does not state it counts with its whole
 * profit. A period that states no interest has none. All of one consolidation: of the group if it has
 * reported within a year of the newest report, else of the company alone, else of the parent alone. The newest version
 * of each figure, whatever its audit status. Nothing published later is included; a period that ended more than 600 days
 * before no longer counts.
 */
export function fundamentalsOn({ ticker, day }: { ticker: string; day: string }): string {
  const balance = (digits: string) => `max(value) FILTER (WHERE digits = '${digits}')`;
  const flow = (line: string, isOfQuarters: string) =>
    `max(f.total) FILTER (WHERE ${line} AND f.is_of_quarters = ${isOfQuarters})`;
  const income = (digits: string, isOfQuarters = 'span.is_of_quarters') =>
    flow(`f.statement = 'income_statement' AND f.digits = '${digits}'`, isOfQuarters);
  const depreciation = (isOfQuarters: string) =>
    flow(`f.statement = 'cash_flow_indirect' AND f.digits = '02'`, isOfQuarters);
  return `
    WITH version AS (
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
        i.statement, i.period, i.consolidation, i.audit, i.period_end_date, i.published_at, i.value, i.company_type,
        ${figureDigits('i')} AS digits, i.fiscal_year,
        CASE i.period WHEN 'year' THEN 4 ELSE i.fiscal_quarter END AS quarter
      FROM statement_item i
      WHERE i.ticker = ${ticker} AND ${isCounted('i')}
        AND i.statement <> 'cash_flow_direct' AND i.unit = 'VND'
        AND i.period_end_date > ${day} - ${WINDOW} AND ${isKnownOn('i', day)}
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
        i.published_at DESC, i.audit, i.item_code
    ), choice AS (
      SELECT v.consolidation FROM version v GROUP BY v.consolidation
      HAVING max(v.period_end_date) > (SELECT max(period_end_date) FROM version) - 366
      ORDER BY ${consolidationRank('v.consolidation')} LIMIT 1
    ), figure AS (
      SELECT v.*, fiscal_year * 4 + quarter AS ordinal,
        CASE digits WHEN '50' THEN value + coalesce(max(value) FILTER (WHERE digits = '23') OVER report, 0)
          WHEN '60' THEN coalesce(max(value) FILTER (WHERE digits = '61') OVER report, value)
          ELSE value END AS amount
      FROM version v JOIN choice USING (consolidation)
      WINDOW report AS (PARTITION BY statement, period, fiscal_year, quarter)
    ), to_date AS (
      SELECT statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
        CASE digits WHEN '60' THEN coalesce(max(amount) FILTER (WHERE digits = '61') OVER report, amount)
          ELSE amount END AS amount
      FROM (
        SELECT DISTINCT ON (statement, digits, ordinal)
          statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
          CASE WHEN period <> 'quarter' THEN amount
            WHEN count(*) OVER of_year = quarter THEN sum(amount) OVER of_year END AS amount
        FROM figure WHERE statement <> 'balance_sheet'
        WINDOW of_year AS (PARTITION BY statement, digits, period, fiscal_year ORDER BY quarter)
        ORDER BY statement, digits, ordinal, array_position(ARRAY['year', 'cumulative'], period)) preferred
      WINDOW report AS (PARTITION BY statement, ordinal)
    ), flow AS (
      SELECT statement, digits, true AS is_of_quarters, ordinal, period_end_date, company_type,
        CASE WHEN lag(ordinal, 3) OVER line = ordinal - 3 THEN sum(amount) OVER (line ROWS 3 PRECEDING) END AS total
      FROM figure WHERE statement <> 'balance_sheet' AND period = 'quarter'
      WINDOW line AS (PARTITION BY statement, digits ORDER BY ordinal)
      UNION ALL
      SELECT statement, digits, false, ordinal, period_end_date, company_type, CASE quarter WHEN 4 THEN amount
          ELSE amount + max(amount) FILTER (WHERE quarter = 4) OVER year_before - max(amount) OVER same_before END
      FROM to_date
      WINDOW line AS (PARTITION BY statement, digits),
        year_before AS (line ORDER BY fiscal_year RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
        same_before AS (line ORDER BY ordinal RANGE BETWEEN 4 PRECEDING AND 4 PRECEDING)
    ), span AS (
      SELECT is_of_quarters, ordinal FROM flow
      WHERE statement = 'income_statement' AND digits IN ('60', '61') AND total IS NOT NULL
        AND ${isCurrent('period_end_date', day)}
      ORDER BY period_end_date DESC, is_of_quarters DESC, ordinal DESC LIMIT 1
    ), year AS (
      SELECT max(f.period_end_date) AS flow_end,
        coalesce(${income('61')}, ${income('61', 'false')}, ${income('60')}) AS net_profit,
        ${income('10')} AS revenue, CASE WHEN bool_and(f.company_type = 'ordinary') THEN
          ${income('50')} + coalesce(${depreciation('span.is_of_quarters')}, ${depreciation('false')}) END AS ebitda
      FROM flow f JOIN span USING (ordinal)
    ), sheet AS (
      SELECT period, ordinal, period_end_date FROM figure
      WHERE statement = 'balance_sheet' AND digits = '400' AND ${isCurrent('period_end_date', day)}
      ORDER BY period_end_date DESC, published_at DESC, audit, period DESC, ordinal DESC LIMIT 1
    ), balance AS (
      SELECT digits, value, period_end_date, company_type FROM figure JOIN sheet USING (period, ordinal, period_end_date)
      WHERE statement = 'balance_sheet'
    ), position AS (
      SELECT max(period_end_date) AS balance_end,
        ${balance('400')} - coalesce(${balance('429')}, 0) AS equity, coalesce(${balance('429')}, 0) AS minority,
        CASE WHEN bool_and(company_type = 'ordinary') THEN coalesce(${balance('320')}, 0)
          + coalesce(${balance('338')}, 0) + coalesce(${balance('339')}, 0) END AS debt,
        CASE WHEN bool_and(company_type = 'ordinary') THEN ${balance('110')} END AS cash
      FROM balance
    )
    SELECT year.*, position.* FROM year CROSS JOIN position`;
}

/**
 * SQL of the per-share figures and multiples, from the columns of {@link fundamentalsOn} under the alias `of`, the
 * close (VND per share) and the outstanding shares of the day. EPS and BVPS in VND per share, negative in a loss;
 * multiples in times, null for a loss, for negative equity, and if an input is unknown, as the price at a close of 0 and a
 * count of 0 shares are.
 */
export function perShare({ of, close, shares }: { of: string; close: string; shares: string }) {
  const over = (value: string, base: string) => `CASE WHEN ${base} > 0 THEN ${value} / ${base} END`;
  const cap = `(${marketCap({ shares, close })})`;
  return {
    eps: `${of}.net_profit / nullif(${shares}, 0)`,
    bvps: `${of}.equity / nullif(${shares}, 0)`,
    pe: over(cap, `${of}.net_profit`),
    pb: over(cap, `${of}.equity`),
    ps: over(cap, `${of}.revenue`),
    evEbitda: over(`(${cap} + ${of}.debt + ${of}.minority - ${of}.cash)`, `${of}.ebitda`),
  };
}

/**
 * SELECT of the earnings per share forecast for the fiscal year of a day, one row: `feps`, VND per share of the day.
 * The mean of the newest estimate of each source that was public by the end of the day; one of earnings per share is
 * divided by the shares that each share has become since its publication, a source without one counts with its net
 * profit over the outstanding shares. Null if there is none.
 */
export const forecastOn = ({
  ticker,
  day,
  shares,
  published,
}: Record<'ticker' | 'day' | 'shares', string> & { published: Published }) => `
  SELECT avg(CASE newest.item
      WHEN 'eps' THEN newest.value / ${shareGrowth({ ticker, since: marketDate('newest.published_at'), day, published })}
      ELSE newest.value / nullif(${shares}, 0) END) AS feps
  FROM (
    SELECT DISTINCT ON (e.source) e.item, e.value, e.published_at FROM estimate e
    WHERE e.ticker = ${ticker} AND e.fiscal_year = extract(year FROM ${day})::int AND e.item IN ('eps', 'net_profit')
      AND e.unit IN ('VND', 'VND/share') AND ${isKnownOn('e', day)}
    ORDER BY e.source, e.item = 'eps' DESC, e.published_at DESC) newest`;
