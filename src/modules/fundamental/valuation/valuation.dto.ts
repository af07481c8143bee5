import { QueryAlias, QueryField, Shown } from '../../../http/fields/fields.js';
import { WhyNoShares } from '../../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../../http/fields/queries.js';
import { dateShown, numberKind, textShown, tickerKind } from '../../../kinds/kinds.js';
import type { SharesReason } from '../../../kinds/reasons.js';
import { HOME_INDEX } from '../../../market/home-index.js';

/** Parameters of GET /valuation. */
export class ValuationQuery extends DateRangeQuery {
  @QueryField(tickerKind, 'Security symbol; either this or code.', 'VNM') ticker?: string;
  @QueryAlias('ticker', tickerKind, 'Alias of ticker.', 'VNM') symbol?: string;
  @QueryField(tickerKind, `Index code; either this or ticker, ${HOME_INDEX} if neither is given.`, 'VNINDEX')
  code?: string;
}

const times = numberKind();
const cell = (description: string, example: number) => Shown(times, description, example, { nullable: true });

/** Valuation of a security or an index on a day. */
export class ValuationRecord {
  @Shown(textShown, 'Symbol of the security, or code of the index.', 'VNM') symbol: string;
  @Shown(dateShown, 'Trade date.', '2025-02-03') date: string;
  @cell(
    'Close, VND; points for an index. A close of 0, as some exports have for days without trades, gives no multiples.',
    61200,
  )
  close: number;
  @cell('Price to earnings, times; null for a loss.', 13.2) pe: number | null;
  @cell('Price to book, times; null for negative equity.', 3.8) pb: number | null;
  @cell('Price to sales, times.', 2.1) ps: number | null;
  @cell('Enterprise value to EBITDA, times; ordinary companies only.', 9.4) ev_ebitda: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @cell(
    'Net profit of the parent in the latest four quarters, else in the latest year, ÷ shares of the day; VND. For an index, Σ net profits ÷ Σ capitalisations of its members × its level; points.',
    4636,
  )
  eps: number | null;
  @cell(
    'Equity of the parent ÷ shares of the day; VND. For an index, Σ equity ÷ Σ capitalisations of its members × its level; points.',
    16100,
  )
  bvps: number | null;
  @cell(
    'Cash dividends per share with an ex-date in the 12 months to the day ÷ close; decimal. Each dividend is first divided by the product of 1 + free shares + rights per held share of the ex-dates after its own and up to the day, so that it is per share of the day. Null for a security without a dividend in those months; for an index, the sum of dividends × shares of the day ÷ the sum of close × shares of the day, where a member without a dividend counts as 0.',
    0.063,
  )
  dividend_yield_ratio: number | null;
  @cell('Median P/E of the stocks of the same industry group (4 digits) that day, including itself.', 14.1)
  industry_pe_median: number | null;
  @cell('Median P/B of the same stocks.', 1.9) industry_pb_median: number | null;
  @cell('Median P/E of all stocks traded that day.', 12.5) market_pe_median: number | null;
  @cell('Median P/B of the same stocks.', 1.4) market_pb_median: number | null;
  @cell('Median P/S of the same stocks.', 0.9) market_ps_median: number | null;
  @cell(
    'Share of the days in the last five years, including the day itself, whose P/E was not above that of the day; decimal. For an index, the share among the months before, each represented by the median of its last three days, and the day itself.',
    0.32,
  )
  pe_percentile_5y: number | null;
}
