import { QueryField, Shown } from '../../http/fields/fields.js';
import {
  bigintKind,
  dateKind,
  dateShown,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { securityTypeKind } from '../listing/security.dto.js';

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
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(textShown, {
    description: 'Name; null where neither the security master nor the indices know the ticker.',
    example: 'CTCP Sữa Việt Nam',
    nullable: true,
  })
  name: string | null;
  @Shown(textShown, { description: 'English name.', example: 'Viet Nam Dairy Products JSC', nullable: true })
  name_en: string | null;
  @Shown(securityTypeKind, { description: 'Kind of security.', example: 'stock', nullable: true })
  security_type: string | null;
  @Shown(textShown, { description: 'Exchange.', example: 'HOSE', nullable: true })
  exchange: string | null;
  @Shown(textShown, { description: 'Market identifier code.', example: 'XSTC', nullable: true })
  mic: string | null;
  @Shown(textShown, { description: 'ISIN.', example: 'VN000000VNM8', nullable: true })
  isin: string | null;
  @Shown(textShown, { description: 'Code of the industry on the date.', example: '30202030', nullable: true })
  industry_code: string | null;
  @Shown(dateShown, { description: 'First trading day.', example: '2006-01-19', nullable: true })
  listing_date: string | null;
  @Shown(bigintKind, {
    description: 'Listed shares known on the date, securities.',
    example: 2089955445,
    nullable: true,
  })
  listed_shares: number | null;
  @Shown(bigintKind, {
    description: 'Outstanding shares known on the date, securities.',
    example: 2089955445,
    nullable: true,
  })
  outstanding_shares: number | null;
  @Shown(dateShown, {
    description: 'Day of the market data: that of the last bar on or before the date asked for.',
    example: '2024-01-31',
    nullable: true,
  })
  date: string | null;
  @Shown(priceKind, { description: 'Open price, VND.', example: 66900, nullable: true })
  open: number | null;
  @Shown(priceKind, { description: 'High price, VND.', example: 67500, nullable: true })
  high: number | null;
  @Shown(priceKind, { description: 'Low price, VND.', example: 66500, nullable: true })
  low: number | null;
  @Shown(priceKind, { description: 'Close price, VND.', example: 67000, nullable: true })
  close: number | null;
  @Shown(priceKind, {
    description: 'Last price, VND: the close, as bars are daily.',
    example: 67000,
    nullable: true,
  })
  last_price: number | null;
  @Shown(priceKind, {
    description: 'Close of the bar before, as traded, VND.',
    example: 66800,
    nullable: true,
  })
  previous_close: number | null;
  @Shown(priceKind, {
    description: 'Reference price, VND: stored, else the previous close after the actions of the day.',
    example: 66800,
    nullable: true,
  })
  reference: number | null;
  @Shown(priceKind, { description: 'Ceiling price, VND.', example: 71400, nullable: true })
  ceiling: number | null;
  @Shown(priceKind, { description: 'Floor price, VND.', example: 62200, nullable: true })
  floor: number | null;
  @Shown(priceKind, { description: 'Average matched price, VND.', example: 67020.5, nullable: true })
  average_price: number | null;
  @Shown(numberKind(), { description: 'Close less reference, VND.', example: 200, nullable: true })
  change: number | null;
  @Shown(numberKind(), {
    description: 'The same, percent points of the reference.',
    example: 0.2994,
    nullable: true,
  })
  change_percent: number | null;
  @Shown(bigintKind, { description: 'Matched volume, securities.', example: 3415800, nullable: true })
  matched_volume: number | null;
  @Shown(priceKind, { description: 'Matched value, VND.', example: 228928600000, nullable: true })
  matched_value: number | null;
  @Shown(bigintKind, { description: 'Negotiated volume, securities.', example: 120000, nullable: true })
  negotiated_volume: number | null;
  @Shown(priceKind, { description: 'Negotiated value, VND.', example: 8040000000, nullable: true })
  negotiated_value: number | null;
  @Shown(priceKind, {
    description: 'Market capitalisation, VND: outstanding shares known on the date × close.',
    example: 140027014815000,
    nullable: true,
  })
  market_cap: number | null;
  @Shown(priceKind, {
    description:
      "Price adjustment factor of the newest ex-date in effect, P'/P: earlier prices are multiplied by it; 1 where there is none.",
    example: 0.9776,
    nullable: true,
  })
  adjustment_ratio: number | null;
  @Shown(priceKind, {
    description:
      'Lowest adjusted close of the 364 days that end with the date (with the last bar when no date is given), VND.',
    example: 64500,
    nullable: true,
  })
  low_52w_close: number | null;
  @Shown(priceKind, {
    description: 'Highest adjusted close of the same days, VND.',
    example: 79300,
    nullable: true,
  })
  high_52w_close: number | null;
  @Shown(priceKind, {
    description:
      'Mean matched volume of the bars of the same days, as traded; total volume where the matched one is not stored, securities.',
    example: 2980512.4,
    nullable: true,
  })
  average_matched_volume_52w: number | null;
  @Shown(numberKind(), { description: 'Close / eps.', example: null, nullable: true })
  pe: number | null;
  @Shown(numberKind(), {
    description:
      'Earnings of the last four quarters a share, VND, after the statements published by the date; null where none are stored.',
    example: null,
    nullable: true,
  })
  eps: number | null;
  @Shown(numberKind(), {
    description: 'Forecast earnings of the running year a share, VND; null where unknown.',
    example: null,
    nullable: true,
  })
  feps: number | null;
  @Shown(numberKind(), {
    description:
      'Book value a share, VND, after the statements published by the date; null where none are stored.',
    example: null,
    nullable: true,
  })
  bvps: number | null;
  @Shown(numberKind(), { description: 'Close / bvps.', example: null, nullable: true })
  pb: number | null;
}
