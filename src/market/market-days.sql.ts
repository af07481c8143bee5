import { exPrice } from './adjustment.sql.js';
import { isPublished, type Published } from './published.sql.js';
import { tradedTickers } from './traded.sql.js';

/** Which bars of the days asked for. */
export interface MarketDaysScope {
  /** SELECT of the tickers that may count, each once; all that have bars when not given */
  tickers?: string;
  /** SQL condition on a ticker, the alias `q`, beside its master `s` */
  where?: string;
  published: Published;
}

/**
 * CTEs, to stand after WITH and a CTE `asked (date)` of the days wanted.
 *
 * `market_day`: one row a published bar of the scope on those days: `ticker, date, close, volume` and what
 * `marketDay` tells of a single bar, by the same definitions: `reference, ceiling, floor, change, traded_value,
 * limit_state`. Prices and values VND, null where a cell cannot be known.
 *
 * For many bars at once: every ticker's bars from the last before the days are read once, in the order of the key,
 * and all else is joined by hash. Rules of exchanges are arrays by exchange and day, searched by price; limits are
 * computed once for each price to start from that occurs.
 */
export function marketDays({
  tickers = tradedTickers(),
  where = 'true',
  published,
}: MarketDaysScope): string {
  return `
    span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM asked),
    traded AS MATERIALIZED (${traded(tickers, where, published)}),
    bar AS MATERIALIZED (${bars(published)}),
    told AS MATERIALIZED (${TOLD}),
    terms AS MATERIALIZED (${terms(published)}),
    rules AS MATERIALIZED (${RULES}),
    started AS MATERIALIZED (${STARTED}),
    start_limits AS MATERIALIZED (${LIMITS}),
    market_day AS (${DAYS})`;
}

/**
 * `since`: the last bar before the days; `exchange`: where ticks and limits hold for the ticker, else null. The CASE
 * keeps the planner from multiplying the shares of tickers that it guesses for each condition, down to one.
 */
const traded = (tickers: string, where: string, published: Published) => `
  SELECT row_number() OVER () AS id, q.ticker, s.listing_date, s.exchange = 'UPCOM' AS by_average, before.date AS since,
    CASE WHEN s.security_type IN ('stock', 'fund_certificate') THEN s.exchange END AS exchange
  FROM (${tickers}) q CROSS JOIN span
  LEFT JOIN security s ON s.ticker = q.ticker
  LEFT JOIN LATERAL (
    SELECT b.date FROM quote b
    WHERE b.ticker = q.ticker AND b.date < span.first AND ${isPublished('b', published)}
    ORDER BY b.date DESC LIMIT 1) before ON true
  WHERE CASE WHEN ${where} THEN true END`;

/**
 * One row that the planner takes for a thousand: of a range whose bounds it does not know it expects one bar a ticker,
 * and would sort and merge a hundred thousand as if they were few.
 */
const MANY = 'generate_series(1, (SELECT count(*)::int FROM span)) many';

const bars = (published: Published) => `
  SELECT t.id, t.ticker, t.exchange, coalesce(b.date = t.listing_date, false) OR b.previous_date IS NULL AS is_first, b.*
  FROM traded t CROSS JOIN span CROSS JOIN ${MANY}
  CROSS JOIN LATERAL (
    SELECT q.date, q.close, q.volume, lag(q.date) OVER days AS previous_date, lag(q.close) OVER days AS previous_close
    FROM quote q
    WHERE q.ticker = t.ticker AND q.date >= coalesce(t.since, span.first) AND q.date <= span.last
      AND ${isPublished('q', published)}
    WINDOW days AS (ORDER BY q.date)) b
  WHERE b.date >= span.first`;

const TOLD = `
  SELECT t.id, d.date, d.reference, d.ceiling, d.floor, CASE WHEN t.by_average THEN d.average_price END AS average_price,
    CASE WHEN coalesce(d.matched_value, d.negotiated_value) IS NOT NULL
         THEN coalesce(d.matched_value, 0) + coalesce(d.negotiated_value, 0) END AS traded_value
  FROM traded t CROSS JOIN span
  JOIN daily_statistic d ON d.ticker = t.ticker AND d.date >= coalesce(t.since, span.first) AND d.date <= span.last`;

/** Actions by the bar on which they became effective, the first on or after their ex-date. */
const terms = (published: Published) => `
  SELECT t.id, effective.date, coalesce(sum(a.cash_dividend ORDER BY a.ex_date, a.type), 0) AS cash,
    coalesce(sum(a.share_ratio ORDER BY a.ex_date, a.type), 0) AS shares,
    coalesce(sum(a.rights_ratio ORDER BY a.ex_date, a.type), 0) AS rights,
    coalesce(sum(a.rights_ratio * a.rights_price ORDER BY a.ex_date, a.type), 0) AS paid
  FROM traded t CROSS JOIN span
  JOIN corporate_action a ON a.ticker = t.ticker AND a.ex_date > coalesce(t.since, span.first) AND a.ex_date <= span.last
  CROSS JOIN LATERAL (
    SELECT b.date FROM quote b
    WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND ${isPublished('b', published)}
    ORDER BY b.date LIMIT 1) effective
  GROUP BY t.id, effective.date`;

/**
 * Bands and ticks by exchange and day. A step of an older table counts below the first step of every newer one, as
 * `tickOf` looks for the newest table that has a step at or below the price. `version`: the same for the same rules.
 */
const RULES = `
  SELECT e.exchange, asked.date, band.band, band.first_day_band, tick.steps, tick.ticks,
    dense_rank() OVER (ORDER BY e.exchange, band.valid_from, tick.valid_from) AS version
  FROM (SELECT exchange FROM market_band UNION SELECT exchange FROM market_tick) e CROSS JOIN asked
  LEFT JOIN LATERAL (
    SELECT b.valid_from, b.band::numeric AS band, b.first_day_band::numeric AS first_day_band FROM market_band b
    WHERE b.exchange = e.exchange AND b.valid_from <= asked.date ORDER BY b.valid_from DESC LIMIT 1) band ON true
  LEFT JOIN LATERAL (
    SELECT max(t.valid_from) AS valid_from, array_agg(t.price_from ORDER BY t.price_from) AS steps,
      array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
    FROM market_tick t
    WHERE t.exchange = e.exchange AND t.valid_from <= asked.date AND NOT EXISTS (
      SELECT FROM market_tick n
      WHERE n.exchange = t.exchange AND n.valid_from > t.valid_from AND n.valid_from <= asked.date
        AND n.price_from <= t.price_from)) tick ON true`;

/** NaN, which no price is, stands for a price that is not known: nulls would join nothing. */
const known = (price: string) => `coalesce(${price}, 'NaN')`;

const BASE = 'coalesce(before.average_price, bar.previous_close)';

/** Bars with all that their reference and limits depend on: `version, ex_price, stored_reference, is_first`. */
const STARTED = `
  SELECT bar.ticker, bar.date, bar.close, bar.volume, coalesce(rules.version, 0) AS version,
    ${known(`CASE WHEN terms.id IS NULL THEN ${BASE} ELSE ${exPrice(BASE, 'terms')} END`)} AS ex_price,
    ${known('stat.reference')} AS stored_reference,
    bar.is_first, stat.ceiling, stat.floor, coalesce(stat.traded_value, bar.close * bar.volume) AS traded_value
  FROM bar
  LEFT JOIN told stat ON stat.id = bar.id AND stat.date = bar.date
  LEFT JOIN (SELECT * FROM told WHERE average_price IS NOT NULL) before
    ON before.id = bar.id AND before.date = bar.previous_date
  LEFT JOIN terms ON terms.id = bar.id AND terms.date = bar.date
  LEFT JOIN rules ON rules.exchange = bar.exchange AND rules.date = bar.date`;

/** Reference and limits of all starts that occur; each OFFSET 0 keeps a step from being computed anew in the next. */
const LIMITS = `
  SELECT version, ex_price, stored_reference, is_first, reference,
    CASE WHEN up_tick IS NOT NULL THEN
      greatest(floor(up / up_tick) * up_tick, exact + own_tick)::double precision END AS ceiling,
    CASE WHEN down_tick IS NOT NULL THEN
      least(ceil(down / down_tick) * down_tick,
        CASE WHEN exact > own_tick THEN exact - own_tick ELSE exact END)::double precision END AS floor
  FROM (
    SELECT *, ticks[width_bucket(up::double precision, steps)] AS up_tick,
      ticks[width_bucket(down::double precision, steps)] AS down_tick
    FROM (
      SELECT *, exact * (1 + band) AS up, exact * (1 - band) AS down
      FROM (
        SELECT *, reference::numeric AS exact
        FROM (
          SELECT *, coalesce(nullif(stored_reference, 'NaN'),
            CASE WHEN own_tick IS NULL THEN price
                 ELSE (round(price::numeric / own_tick) * own_tick)::double precision END) AS reference
          FROM (
            SELECT start.*, nullif(start.ex_price, 'NaN') AS price, rule.steps, rule.ticks,
              rule.ticks[width_bucket(nullif(start.ex_price, 'NaN'), rule.steps)] AS own_tick,
              CASE WHEN start.is_first THEN rule.first_day_band ELSE rule.band END AS band
            FROM (SELECT DISTINCT version, ex_price, stored_reference, is_first FROM started) start
            LEFT JOIN (SELECT DISTINCT ON (version) * FROM rules) rule ON rule.version = start.version
            OFFSET 0) ticked
          OFFSET 0) referred
        OFFSET 0) counted
      OFFSET 0) edged
    OFFSET 0) limited`;

const DAYS = `
  SELECT ticker, date, close, volume, reference, ceiling, floor, close - reference AS change, traded_value,
    CASE WHEN close >= ceiling THEN 'ceiling' WHEN close <= floor THEN 'floor' ELSE 'none' END AS limit_state
  FROM (
    SELECT started.ticker, started.date, started.close, started.volume, started.traded_value, start.reference,
      coalesce(started.ceiling, start.ceiling) AS ceiling, coalesce(started.floor, start.floor) AS floor
    FROM started
    JOIN start_limits start ON start.version = started.version AND start.ex_price = started.ex_price
      AND start.stored_reference = started.stored_reference AND start.is_first = started.is_first
    CROSS JOIN ${MANY}) day
  WHERE date IN (SELECT date FROM asked)`;
