import { Check, Column } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { GivenTradeDate, Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, priceKind } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, RecordTable } from '../dataset/columns.js';

/** A stored daily quote; natural key (ticker, date), surrogate id, approval state. */
@RecordTable(
  'quote',
  'quote_by_date',
  'quote_decided',
  'quote_written',
  'quote_rejected',
  'quote_flag_outside_limits',
  'quote_flag_off_tick',
  'quote_flag_price_jump',
  'quote_flag_change_without_volume',
  'quote_flag_non_trading_day',
  'quote_flag_volume_above_shares',
  'quote_flag_outside_listing',
  'quote_flag_before_market',
)
@Check(
  'quote_bar',
  `low >= 0 AND low <= open AND low <= close AND open <= high AND close <= high AND high < 'Infinity'`,
)
@Check('quote_volume', `volume >= 0`)
@Check(
  'quote_approval',
  `approval IN (0, 1, 2) AND (approval = 0) = (approval_by IS NULL) AND (approval = 0) = (approval_at IS NULL)`,
)
@Check('quote_date', `isfinite(date)`)
export class Quote extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  /** YYYY-MM-DD */
  @GivenTradeDate(KeyColumn) date: string;
  @DataColumn(priceKind, 'Open price, VND.', 66900, {
    columnNames: ['open price', 'mở cửa', 'giá mở cửa', 'mo cua', 'gia mo cua'],
  })
  open: number;
  @DataColumn(priceKind, 'High price, VND.', 67500, {
    columnNames: [
      'high price',
      'highest price',
      'max',
      'cao nhất',
      'giá cao nhất',
      'cao nhat',
      'gia cao nhat',
    ],
  })
  high: number;
  @DataColumn(priceKind, 'Low price, VND.', 66500, {
    columnNames: [
      'low price',
      'lowest price',
      'min',
      'thấp nhất',
      'giá thấp nhất',
      'thap nhat',
      'gia thap nhat',
    ],
  })
  low: number;
  @DataColumn(priceKind, 'Close price, VND.', 67000, {
    columnNames: [
      'close price',
      'closing price',
      'last',
      'last price',
      'price',
      'đóng cửa',
      'giá đóng cửa',
      'dong cua',
      'gia dong cua',
    ],
  })
  close: number;
  @DataColumn(bigintKind, 'Total trade volume, securities; an integer, or a digit string.', 3415800, {
    columnNames: [
      'vol',
      'total volume',
      'trade volume',
      'trading volume',
      'khối lượng',
      'tổng khối lượng',
      'khối lượng giao dịch',
      'khoi luong',
      'kl',
      'klgd',
    ],
  })
  volume: number | bigint;

  /** 0 pending, 1 approved, 2 rejected */
  @Column('smallint', { default: 0 }) approval: number;
  @Column('text', { nullable: true }) approval_by: string | null;
  @Column('timestamptz', { nullable: true }) approval_at: Date | null;
  @Column('text', { nullable: true }) approval_reason: string | null;

  /** findings of automatic checks, one bit per flag of `STORED_FLAGS`, soon after a write; 32: values of an import */
  @Column('smallint', { default: 0 }) flags: number;
}
