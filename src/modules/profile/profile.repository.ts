import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TODAY } from '../../database/sql.js';
import { adjustmentOf, adjustments } from '../../market/adjustment.sql.js';
import { lastBarOf, priceOn } from '../../market/last-bar.sql.js';
import { industryOf, sharesOf } from '../../market/market-day.sql.js';
import { forecastOn, fundamentalsOn, perShare } from '../../market/per-share.sql.js';
import { hasPrice, marketCap } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';

const BAR = `q.date, q.open, q.high, q.low, q.close, previous.close AS previous_close, day.reference, day.ceiling,
  day.floor, day.average_price, day.change, day.change_percent, day.change_reason, stat.matched_volume, stat.matched_value,
  stat.negotiated_volume, stat.negotiated_value`;

const { eps, bvps, pe, pb } = perShare({ of: 'known', close: 'today.price', shares: 'shares.outstanding' });
/** Per-share figures from the statements public on the day. */
const FIGURES = `SELECT ${eps} AS eps, ${bvps} AS bvps, ${pe} AS pe, ${pb} AS pb`;

/** Days of 52 weeks. */
const YEAR_OF_WEEKS = 364;

/** Security and day of a profile. */
interface ProfileDay {
  ticker: string;
  /** the requested day: nothing known only later is included */
  date: string | undefined;
  /** the day whose bar is the last if none is requested; all else is as known today */
  presentDay: string;
}

/** SQL of security profiles. */
@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  /** JSON of the profile of a security as of a day; undefined if it is unknown. */
  async find({ ticker, date, presentDay }: ProfileDay, published: Published): Promise<string | undefined> {
    const [row] = await this.database.readByOnePlan<{ json: string }>({
      text: profileAsOf(published),
      values: [ticker, date ?? null, presentDay],
      tickers: [ticker],
    });
    return row?.json;
  }
}

/** The profile of a ticker ($1) as of a day ($2, null for today with the bars up to $3). */
function profileAsOf(published: Published): string {
  const bar = lastBarOf(BAR, { ticker: 'subject.ticker', day: 'subject.last', published });
  return `
    WITH subject AS MATERIALIZED (
      SELECT $1::text AS ticker, coalesce($2::date, ${TODAY}) AS day, coalesce($2::date, $3::date) AS last
    ), ${adjustments({ tickers: 'ARRAY[$1::text]', asOf: '(SELECT last FROM subject)', published })}
    SELECT row_to_json(line)::text AS json FROM (
      SELECT subject.ticker, coalesce(m.name, i.name) AS name, coalesce(m.name_en, i.name_en) AS name_en,
        coalesce(m.security_type, CASE WHEN i.code IS NOT NULL THEN 'index' END) AS security_type,
        coalesce(m.exchange, i.exchange) AS exchange, m.mic, m.isin, industry.code AS industry_code, m.listing_date,
        CASE WHEN m.delisting_date < subject.day THEN m.delisting_date END AS delisting_date,
        CASE WHEN m.ticker IS NOT NULL THEN coalesce(m.delisting_date >= subject.day, true) END AS active,
        shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
        CASE WHEN i.code IS NULL THEN shares.reason END AS shares_reason,
        CASE WHEN i.code IS NOT NULL THEN NULL
             WHEN known.net_profit IS NULL THEN 'no_earnings'
             WHEN known.net_profit <= 0 THEN 'loss' END AS earnings_reason,
        bar.date, bar.open, bar.high, bar.low, bar.close, bar.close AS last_price, bar.previous_close,
        bar.reference, bar.ceiling, bar.floor, bar.average_price, bar.change, bar.change_percent, bar.change_reason,
        bar.matched_volume, bar.matched_value, bar.negotiated_volume, bar.negotiated_value,
        ${marketCap({ shares: 'shares.outstanding', close: 'today.price' })} AS market_cap,
        CASE WHEN bar.date IS NOT NULL THEN coalesce(newest.factor, 1) END AS adjustment_ratio,
        weeks.low AS low_52w_close, weeks.high AS high_52w_close, weeks.volume AS average_matched_volume_52w,
        figures.pe, figures.eps, forecast.feps, figures.bvps, figures.pb
      FROM subject
      LEFT JOIN security m ON m.ticker = subject.ticker
      LEFT JOIN market_index i ON i.code = subject.ticker
      LEFT JOIN LATERAL (${bar}) bar ON true
      CROSS JOIN LATERAL (${priceOn('bar', { ticker: 'subject.ticker', day: 'subject.day' })}) today
      LEFT JOIN LATERAL (SELECT e.factor FROM event e ORDER BY e.effective DESC LIMIT 1) newest ON true
      CROSS JOIN LATERAL (${industryOf({ ticker: 'subject.ticker', day: 'subject.day', master: 'm.industry_code' })}) industry
      CROSS JOIN LATERAL (${sharesOf({ ticker: 'subject.ticker', day: 'subject.day', master: 'm' })}) shares
      CROSS JOIN LATERAL (${fundamentalsOn({ ticker: 'subject.ticker', day: 'subject.day' })}) known
      CROSS JOIN LATERAL (${FIGURES}) figures
      CROSS JOIN LATERAL (${forecastOn({ ticker: 'subject.ticker', day: 'subject.day', shares: 'shares.outstanding', published })}) forecast
      CROSS JOIN LATERAL (${weeksTo('coalesce($2::date, bar.date)', published)}) weeks
      WHERE m.ticker IS NOT NULL OR i.code IS NOT NULL
        OR EXISTS (SELECT FROM quote k WHERE k.ticker = subject.ticker AND ${isPublished('k', published)})) line`;
}

/**
 * SELECT, over the 52 weeks that end with a day, of the extremes of the adjusted close and the mean matched volume of
 * the days on which it is known, in shares of the last day. A day without a price has no close, but a volume: that of an
 * export with a close of 0 for days without trades is 0, and without it the mean would be that of the other days.
 */
function weeksTo(day: string, published: Published): string {
  const close = 'w.close * coalesce(adj.price_factor, 1)';
  const extreme = (of: 'min' | 'max') => `${of}(${close}) FILTER (WHERE ${hasPrice('w')})`;
  return `
    SELECT ${extreme('min')} AS low, ${extreme('max')} AS high,
      avg(stat.matched_volume * coalesce(adj.share_factor, 1)) AS volume
    FROM quote w
    LEFT JOIN daily_statistic stat ON stat.ticker = w.ticker AND stat.date = w.date
    ${adjustmentOf('w')}
    WHERE w.ticker = subject.ticker AND w.date > ${day} - ${YEAR_OF_WEEKS} AND w.date <= ${day}
      AND ${isPublished('w', published)}`;
}
