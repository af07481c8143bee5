import { QueryAlias, QueryField, Shown } from '../../../http/fields/fields.js';
import { WhyNoShares } from '../../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../../http/fields/queries.js';
import { dateShown, numberKind, textShown, tickerKind } from '../../../kinds/kinds.js';
import type { SharesReason } from '../../../kinds/reasons.js';

/** Parameters of GET /valuation. */
export class ValuationQuery extends DateRangeQuery {
  @QueryField(tickerKind, 'Security symbol; this or code.', 'VNM') ticker?: string;
  @QueryAlias('ticker', tickerKind, 'Another name of ticker.', 'VNM') symbol?: string;
  @QueryField(tickerKind, 'Index code; this or ticker, VNINDEX when neither is given.', 'VNINDEX')
  code?: string;
}

const times = numberKind();
const cell = (description: string, example: number) => Shown(times, description, example, { nullable: true });

/** Valuation of a security or an index on a day. */
export class ValuationRecord {
  @Shown(textShown, 'Symbol of the security, or code of the index.', 'VNM') symbol: string;
  @Shown(dateShown, 'Trade date.', '2025-02-03') date: string;
  @cell('Close, VND; of an index points.', 61200) close: number;
  @cell('Price to earnings, times; null over a loss.', 13.2) pe: number | null;
  @cell('Price to book, times; null over negative equity.', 3.8) pb: number | null;
  @cell('Price to sales, times.', 2.1) ps: number | null;
  @cell('Enterprise value to EBITDA, times; of ordinary companies.', 9.4) ev_ebitda: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @cell(
    'Net profit of the parent of the newest four quarters, else of the newest year, ÷ shares of the day; VND. Of an index Σ net profits ÷ Σ capitalisations of its members × its level; points.',
    4636,
  )
  eps: number | null;
  @cell(
    'Equity of the parent ÷ shares of the day; VND. Of an index Σ equity ÷ Σ capitalisations of its members × its level; points.',
    16100,
  )
  bvps: number | null;
  @cell(
    'Cash dividends a share with an ex-date in the 12 months to the day ÷ close; decimal. Each dividend is first divided by the product of 1 + free shares + rights a held share of the ex-dates after its own and up to the day, so that it is per share of the day. Null for a security without a dividend in them; of an index the sum of dividends × shares of the day ÷ the sum of close × shares of the day, in which a member without a dividend counts with 0.',
    0.063,
  )
  dividend_yield_ratio: number | null;
  @cell('Median P/E of the stocks of the same industry group (4 digits) that day, itself among them.', 14.1)
  industry_pe_median: number | null;
  @cell('Median P/B of the same.', 1.9) industry_pb_median: number | null;
  @cell('Median P/E of all stocks traded that day.', 12.5) market_pe_median: number | null;
  @cell('Median P/B of the same.', 1.4) market_pb_median: number | null;
  @cell('Median P/S of the same.', 0.9) market_ps_median: number | null;
  @cell(
    'Share of the days of the last five years, the day included, whose P/E was not above that of the day; decimal. Of an index among the months before, each by the median of its last three days, and the day itself.',
    0.32,
  )
  pe_percentile_5y: number | null;
}
