/** First trading day of the synthetic market; fixed, so that a later start only appends. */
export const FIRST_DAY = '2023-01-03';

/** Version of the generator; raise it when a record changes, as a stored demo is only appended to. */
export const DEMO_VERSION = 3;

/** Exchanges of the synthetic market. */
export type Exchange = 'HOSE' | 'HNX' | 'UPCOM';

/** Which statement forms and ratios a company files. */
export type CompanyType = 'ordinary' | 'bank' | 'insurance' | 'securities' | 'fund';

/** An invented listed company, or a fund. */
export interface DemoCompany {
  /** three letters, invented */
  ticker: string;
  /** Vietnamese name; ends with `(dữ liệu giả lập)` */
  name: string;
  /** English name; ends with `(synthetic)` */
  name_en: string;
  exchange: Exchange;
  company_type: CompanyType;
  /** eight digits of the scheme `DEMO`, as of the last day */
  industry_code: string;
  /** YYYY-MM-DD; may lie before the first day of the market */
  listing_date: string;
  /** YYYY-MM-DD, last trading day; absent while listed */
  delisting_date?: string;
}

/** A daily bar; prices in VND on the exchange's tick, volume in securities (matched + negotiated). */
export interface DemoBar {
  /** YYYY-MM-DD */
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A corporate action by the fields of the data set `corporate_action`; `undefined` terms are absent. */
export interface DemoAction {
  ticker: string;
  /** a trading day; beyond {@link DemoMarket.days} when announced by the last day */
  ex_date: string;
  type:
    | 'cash_dividend'
    | 'stock_dividend'
    | 'bonus_issue'
    | 'rights_issue'
    | 'split'
    | 'meeting'
    | 'listing'
    | 'other';
  record_date?: string;
  payment_date?: string;
  announced_date?: string;
  /** VND per share */
  cash_dividend?: number;
  /** new shares per held share, free of charge */
  share_ratio?: number;
  /** shares on offer per held share */
  rights_ratio?: number;
  /** VND per share */
  rights_price?: number;
  note?: string;
}

/**
 * The synthetic market up to its last day: what all other parts of the demo (statements, news …) derive from.
 * The same first days whatever the last day is: a part must not let later days change what it says of earlier ones.
 */
export interface DemoMarket {
  /** trading days, YYYY-MM-DD, ascending, from {@link FIRST_DAY} to the last day */
  days: readonly string[];
  /** the same whatever the last day is: also who is listed or delisted only after it */
  companies: readonly DemoCompany[];
  /** bars by ticker, ascending; days without a trade are absent. Index codes are not in here: see `indices` */
  bars: ReadonlyMap<string, readonly DemoBar[]>;
  /** levels by index code, ascending, one per day; full float64 */
  indices: ReadonlyMap<string, readonly DemoBar[]>;
  /** all actions announced by the last day, by (ticker, ex_date, type); some ex-dates may lie after it */
  actions: readonly DemoAction[];
  /** outstanding shares of a ticker on a date (a share action counts from its ex-date on); 0 when unknown or before its listing */
  sharesOn(ticker: string, date: string): number;
}

/** Records of one data set, ready for bulk insert. */
export interface DemoDataSet {
  /** name of the data set, such as `quote` */
  dataSet: string;
  records: object[];
}

/** A part of the demo: derives its data sets from the market, deterministically. Listed in `demo/parts.ts`. */
export type DemoPart = (market: DemoMarket) => DemoDataSet[];
