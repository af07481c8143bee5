import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { GivenTradeDate, Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, priceKind } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** Data that the exchange publishes on a security for one day besides its bar; natural key (ticker, date). */
@RecordTable(
  'daily_statistic',
  'daily_statistic_by_date',
  'daily_statistic_listed',
  'daily_statistic_outstanding',
)
@Check(
  'daily_statistic_prices',
  `reference >= 0 AND reference < 'Infinity' AND ceiling >= floor AND ceiling < 'Infinity' AND floor >= 0 AND average_price >= 0 AND average_price < 'Infinity'`,
)
@Check(
  'daily_statistic_volumes',
  `matched_volume >= 0 AND negotiated_volume >= 0 AND listed_shares >= 0 AND outstanding_shares >= 0`,
)
@Check(
  'daily_statistic_values',
  `matched_value >= 0 AND matched_value < 'Infinity' AND negotiated_value >= 0 AND negotiated_value < 'Infinity'`,
)
@Check('daily_statistic_date', `isfinite(date)`)
@Check('daily_statistic_limits', `ceiling >= 0 AND floor < 'Infinity'`)
export class DailyStatistic extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @GivenTradeDate(KeyColumn) date: string;
  @OptionalColumn(priceKind, 'Reference price of the day, VND; computed if omitted.', 67000, {
    columnNames: ['reference price', 'ref price', 'basic price', 'giá tham chiếu'],
  })
  reference?: number;
  @OptionalColumn(priceKind, 'Ceiling price, VND; computed if omitted.', 71600, {
    columnNames: ['ceiling price', 'giá trần'],
  })
  ceiling?: number;
  @OptionalColumn(priceKind, 'Floor price, VND; computed if omitted.', 62400, {
    columnNames: ['floor price', 'giá sàn'],
  })
  floor?: number;
  @OptionalColumn(priceKind, 'Average price of matched trades, VND.', 66950, {
    columnNames: ['average', 'avg price', 'vwap'],
  })
  average_price?: number;
  @OptionalColumn(bigintKind, 'Matched volume, securities.', 3215800, {
    columnNames: ['match volume', 'total match vol', 'order matching volume'],
  })
  matched_volume?: number | bigint;
  @OptionalColumn(priceKind, 'Matched value, VND.', 215298310000, {
    columnNames: ['match value', 'total match val', 'order matching value'],
  })
  matched_value?: number;
  @OptionalColumn(bigintKind, 'Negotiated (put-through) volume, securities.', 200000, {
    columnNames: ['put through volume', 'deal volume', 'total deal vol'],
  })
  negotiated_volume?: number | bigint;
  @OptionalColumn(priceKind, 'Negotiated value, VND.', 13400000000, {
    columnNames: ['put through value', 'deal value', 'total deal val'],
  })
  negotiated_value?: number;
  @OptionalColumn(
    bigintKind,
    'Listed shares on this day; valid until a later day has another figure, here or in the security master.',
    2089955445,
    { columnNames: ['listed share', 'listed volume', 'listing volume'] },
  )
  listed_shares?: number | bigint;
  @OptionalColumn(
    bigintKind,
    'Outstanding shares on this day; valid until a later day has another figure, here or in the security master.',
    2089955445,
    { columnNames: ['shares outstanding', 'outstanding share', 'outstanding volume'] },
  )
  outstanding_shares?: number | bigint;
}
