import { FieldOf, QueryField, ShownOrNull } from '../../http/fields/fields.js';
import { ChangeReason, type NullReason, WhyNoShares } from '../../http/fields/market-fields.js';
import {
  bigintKind,
  booleanKind,
  choiceKind,
  dateKind,
  dateShown,
  numberKind,
  priceKind,
  textShown,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';
import { Security, securityTypeKind } from '../listing/security.entity.js';
import { DailyStatistic } from '../trading-statistics/daily-statistic.entity.js';

/** Why there is no P/E on a day, whatever the close and the shares. */
const EARNINGS_REASONS = ['no_earnings', 'loss'] as const;
type EarningsReason = (typeof EARNINGS_REASONS)[number];

/** Parameters of GET /detail/{ticker}. */
export class ProfileQuery {
  @QueryField(dateKind, 'Day as of which the security is viewed; the present day by default.', '20240131')
  date?: string;
}

/** Profile of a security as of a day (specification 1). Unknown values are null. */
export class ProfileRecord {
  @FieldOf(Security) ticker: string;
  @ShownOrNull(
    textShown,
    'Name; null if the ticker is in neither the security master nor the indices.',
    'CTCP Sữa Việt Nam',
  )
  name: string | null;
  @FieldOf(Security) name_en: string | null;
  @ShownOrNull(securityTypeKind, 'Kind of security.', 'stock') security_type: string | null;
  @ShownOrNull(textShown, 'Exchange.', 'HOSE') exchange: string | null;
  @FieldOf(Security) mic: string | null;
  @FieldOf(Security) isin: string | null;
  @ShownOrNull(textShown, 'Industry code on the date.', '30202030') industry_code: string | null;
  @FieldOf(Security) listing_date: string | null;
  @ShownOrNull(dateShown, 'Last trading day, once past; null while the security is listed.', null)
  delisting_date: string | null;
  @ShownOrNull(booleanKind, 'True if not delisted on the date; null if no master record is stored.', true)
  active: boolean | null;
  @ShownOrNull(bigintKind, 'Listed shares known on the date, securities.', 2089955445)
  listed_shares: number | null;
  @ShownOrNull(bigintKind, 'Outstanding shares known on the date, securities.', 2089955445)
  outstanding_shares: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @ShownOrNull(
    choiceKind(EARNINGS_REASONS),
    'Why the P/E is null although close and shares may be known: `no_earnings` if no net profit of twelve months, in VND and ended at most 600 days before, had been published by the date, `loss` if it is not above zero. Otherwise null, and of an index.',
    null,
  )
  earnings_reason: EarningsReason | null;
  @ShownOrNull(
    dateShown,
    'Day of the market data: that of the last bar on or before the requested date.',
    '2024-01-31',
  )
  date: string | null;
  @ShownOrNull(priceKind, 'Open price, VND.', 66900) open: number | null;
  @ShownOrNull(priceKind, 'High price, VND.', 67500) high: number | null;
  @ShownOrNull(priceKind, 'Low price, VND.', 66500) low: number | null;
  @ShownOrNull(priceKind, 'Close price, VND.', 67000) close: number | null;
  @ShownOrNull(priceKind, 'Last price, VND: the close, as bars are daily.', 67000) last_price: number | null;
  @ShownOrNull(priceKind, 'Close of the previous bar, as traded, VND.', 66800) previous_close: number | null;
  @ShownOrNull(
    priceKind,
    'Reference price, VND: stored, otherwise the previous close after the actions of the day.',
    66800,
  )
  reference: number | null;
  @ShownOrNull(priceKind, 'Ceiling price, VND.', 71400) ceiling: number | null;
  @ShownOrNull(priceKind, 'Floor price, VND.', 62200) floor: number | null;
  @ShownOrNull(priceKind, 'Average matched price, VND.', 67020.5) average_price: number | null;
  @ShownOrNull(numberKind(), 'Close minus reference, VND.', 200) change: number | null;
  @ShownOrNull(numberKind(), 'The change in percent of the reference.', 0.2994)
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @FieldOf(DailyStatistic, 3415800) matched_volume: number | null;
  @FieldOf(DailyStatistic, 228928600000) matched_value: number | null;
  @ShownOrNull(bigintKind, 'Negotiated volume, securities.', 120000) negotiated_volume: number | null;
  @FieldOf(DailyStatistic, 8040000000) negotiated_value: number | null;
  @ShownOrNull(
    priceKind,
    'Market capitalisation, VND: outstanding shares known on the date × close, in shares of the date if share actions came between.',
    140027014815000,
  )
  market_cap: number | null;
  @ShownOrNull(
    priceKind,
    "Price adjustment factor of the newest ex-date in effect, P'/P: earlier prices are multiplied by it; 1 if there is none.",
    0.9776,
  )
  adjustment_ratio: number | null;
  @ShownOrNull(
    priceKind,
    'Lowest adjusted close of the 364 days ending with the date (with the last bar if no date is given), VND.',
    64500,
  )
  low_52w_close: number | null;
  @ShownOrNull(priceKind, 'Highest adjusted close of the same days, VND.', 79300)
  high_52w_close: number | null;
  @ShownOrNull(
    priceKind,
    'Mean matched volume of those of the same days for which it is stored, in shares of the last of them: adjusted for actions like the closes. Null if none is stored; total volume is not used instead.',
    2980512.4,
  )
  average_matched_volume_52w: number | null;
  @ShownOrNull(numberKind(), 'Close / eps.', null) pe: number | null;
  @ShownOrNull(
    numberKind(),
    'Earnings per share of the last four quarters, VND, from the statements published by the date; null if none are stored.',
    null,
  )
  eps: number | null;
  @ShownOrNull(
    numberKind(),
    'Forecast earnings per share for the fiscal year of the date, VND: the mean of the newest estimate of each source published by the date (data set `estimate`); those per share are divided by 1 + free shares + rights per share of the ex-dates since their publication. Null if there is none.',
    4800,
  )
  feps: number | null;
  @ShownOrNull(
    numberKind(),
    'Book value per share, VND, from the statements published by the date; null if none are stored.',
    null,
  )
  bvps: number | null;
  @ShownOrNull(numberKind(), 'Close / bvps.', null) pb: number | null;
}
