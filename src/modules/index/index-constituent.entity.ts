import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, dateKind, numberKind, tickerKind } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** A period in which a security belongs to an index with these shares; natural key (code, ticker, from_date). */
@RecordTable('index_constituent', 'index_constituent_by_date')
@Check('index_constituent_dates', `to_date >= from_date`)
@Check(
  'index_constituent_factors',
  `shares >= 0 AND free_float_ratio >= 0 AND free_float_ratio <= 1 AND cap_ratio >= 0 AND cap_ratio <= 1`,
)
@Check('index_constituent_period', `isfinite(from_date) AND isfinite(to_date)`)
export class IndexConstituent extends StoredRecord {
  @KeyColumn(tickerKind, 'Index symbol.', 'VN30', { columnNames: ['index', 'index code', 'index symbol'] })
  code: string;
  @Ticker(KeyColumn) ticker: string;
  @KeyColumn(dateKind, 'First day of these figures.', '2024-02-05', {
    columnNames: ['effective date', 'start date', 'valid from'],
  })
  from_date: string;
  @OptionalColumn(
    dateKind,
    'Last day; if omitted, until the next period of the security in this index.',
    '2024-08-02',
    { columnNames: ['end date', 'valid to'] },
  )
  to_date?: string;
  @OptionalColumn(
    bigintKind,
    'Shares that count in the index; the outstanding shares of the day by default.',
    2089955445,
    { columnNames: ['index shares', 'calculation shares'] },
  )
  shares?: number | bigint;
  @DataColumn(numberKind({ min: 0, max: 1 }), 'Free-float factor, from 0 to 1; 1 by default.', 0.4, {
    default: 1,
    columnNames: ['free float', 'free float factor'],
  })
  free_float_ratio?: number;
  @DataColumn(numberKind({ min: 0, max: 1 }), 'Capping factor, from 0 to 1; 1 by default.', 1, {
    default: 1,
    columnNames: ['cap', 'capping factor', 'capping ratio'],
  })
  cap_ratio?: number;
}
