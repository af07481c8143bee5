import { FieldOf, QueryField, ShownOrNull } from '../../http/fields/fields.js';
import { ChangeReason, type NullReason, WhyNoShares } from '../../http/fields/market-fields.js';
import {
  bigintKind,
  booleanKind,
  dateKind,
  dateShown,
  numberKind,
  priceKind,
  textShown,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';
import { Security, securityTypeKind } from '../listing/security.entity.js';
import { DailyStatistic } from '../trading-statistics/daily-statistic.entity.js';

/** Parameters of GET /detail/{ticker}. */
export class ProfileQuery {
  @QueryField(dateKind, {
    description: 'Day as of which the security is seen; the present one when not given.',
    example: '20240131',
  })
  date?: string;
}

/** Profile of a security as of a day (specification 1). Null where something is not known. */
export class ProfileRecord {
  @FieldOf(Security) ticker: string;
  @ShownOrNull(textShown, {
    description: 'Name; null where neither the security master nor the indices know the ticker.',
    example: 'CTCP Sữa Việt Nam',
  })
  name: string | null;
  @FieldOf(Security) name_en: string | null;
  @ShownOrNull(securityTypeKind, { description: 'Kind of security.', example: 'stock' })
  security_type: string | null;
  @ShownOrNull(textShown, { description: 'Exchange.', example: 'HOSE' })
  exchange: string | null;
  @FieldOf(Security) mic: string | null;
  @FieldOf(Security) isin: string | null;
  @ShownOrNull(textShown, { description: 'Code of the industry on the date.', example: '30202030' })
  industry_code: string | null;
  @FieldOf(Security) listing_date: string | null;
  @ShownOrNull(dateShown, {
    description: 'Last trading day, once it is over; null while the security is listed.',
    example: null,
  })
  delisting_date: string | null;
  @ShownOrNull(booleanKind, {
    description: 'Not delisted on the date; null where no master record is stored.',
    example: true,
  })
  active: boolean | null;
  @ShownOrNull(bigintKind, {
    description: 'Listed shares known on the date, securities.',
    example: 2089955445,
  })
  listed_shares: number | null;
  @ShownOrNull(bigintKind, {
    description: 'Outstanding shares known on the date, securities.',
    example: 2089955445,
  })
  outstanding_shares: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @ShownOrNull(dateShown, {
    description: 'Day of the market data: that of the last bar on or before the date asked for.',
    example: '2024-01-31',
  })
  date: string | null;
  @ShownOrNull(priceKind, { description: 'Open price, VND.', example: 66900 })
  open: number | null;
  @ShownOrNull(priceKind, { description: 'High price, VND.', example: 67500 })
  high: number | null;
  @ShownOrNull(priceKind, { description: 'Low price, VND.', example: 66500 })
  low: number | null;
  @ShownOrNull(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number | null;
  @ShownOrNull(priceKind, { description: 'Last price, VND: the close, as bars are daily.', example: 67000 })
  last_price: number | null;
  @ShownOrNull(priceKind, { description: 'Close of the bar before, as traded, VND.', example: 66800 })
  previous_close: number | null;
  @ShownOrNull(priceKind, {
    description: 'Reference price, VND: stored, else the previous close after the actions of the day.',
    example: 66800,
  })
  reference: number | null;
  @ShownOrNull(priceKind, { description: 'Ceiling price, VND.', example: 71400 })
  ceiling: number | null;
  @ShownOrNull(priceKind, { description: 'Floor price, VND.', example: 62200 })
  floor: number | null;
  @ShownOrNull(priceKind, { description: 'Average matched price, VND.', example: 67020.5 })
  average_price: number | null;
  @ShownOrNull(numberKind(), { description: 'Close less reference, VND.', example: 200 })
  change: number | null;
  @ShownOrNull(numberKind(), { description: 'The same, percent points of the reference.', example: 0.2994 })
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @FieldOf(DailyStatistic, { example: 3415800 })
  matched_volume: number | null;
  @FieldOf(DailyStatistic, { example: 228928600000 })
  matched_value: number | null;
  @ShownOrNull(bigintKind, { description: 'Negotiated volume, securities.', example: 120000 })
  negotiated_volume: number | null;
  @FieldOf(DailyStatistic, { example: 8040000000 })
  negotiated_value: number | null;
  @ShownOrNull(priceKind, {
    description: 'Market capitalisation, VND: outstanding shares known on the date × close.',
    example: 140027014815000,
  })
  market_cap: number | null;
  @ShownOrNull(priceKind, {
    description:
      "Price adjustment factor of the newest ex-date in effect, P'/P: earlier prices are multiplied by it; 1 where there is none.",
    example: 0.9776,
  })
  adjustment_ratio: number | null;
  @ShownOrNull(priceKind, {
    description:
      'Lowest adjusted close of the 364 days that end with the date (with the last bar when no date is given), VND.',
    example: 64500,
  })
  low_52w_close: number | null;
  @ShownOrNull(priceKind, { description: 'Highest adjusted close of the same days, VND.', example: 79300 })
  high_52w_close: number | null;
  @ShownOrNull(priceKind, {
    description:
      'Mean matched volume of those of the same days of which it is stored, in shares of the last of them: adjusted for actions as the closes are. Null where none is; a total volume is not taken for it.',
    example: 2980512.4,
  })
  average_matched_volume_52w: number | null;
  @ShownOrNull(numberKind(), { description: 'Close / eps.', example: null })
  pe: number | null;
  @ShownOrNull(numberKind(), {
    description:
      'Earnings of the last four quarters a share, VND, after the statements published by the date; null where none are stored.',
    example: null,
  })
  eps: number | null;
  @ShownOrNull(numberKind(), {
    description:
      'Forecast earnings a share of the fiscal year of the date, VND: the mean of the newest estimate of each source that was published by it (data set `estimate`); null where there is none.',
    example: 4800,
  })
  feps: number | null;
  @ShownOrNull(numberKind(), {
    description:
      'Book value a share, VND, after the statements published by the date; null where none are stored.',
    example: null,
  })
  bvps: number | null;
  @ShownOrNull(numberKind(), { description: 'Close / bvps.', example: null })
  pb: number | null;
}
