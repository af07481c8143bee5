import { Check, Entity, Index } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, dateKind, numberKind, tickerKind } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn } from '../dataset/columns.js';

/** A period in which a security belongs to an index with these shares; natural key (code, ticker, from_date). */
@Entity('index_constituent')
@Index('index_constituent_id', ['id'])
@Index('index_constituent_by_date', { synchronize: false })
@Check('index_constituent_code', isSymbol('code'))
@Check('index_constituent_ticker', isSymbol('ticker'))
@Check('index_constituent_dates', `to_date >= from_date`)
@Check(
  'index_constituent_factors',
  `shares >= 0 AND free_float_ratio >= 0 AND free_float_ratio <= 1 AND cap_ratio >= 0 AND cap_ratio <= 1`,
)
@Check('index_constituent_period', `isfinite(from_date) AND isfinite(to_date)`)
export class IndexConstituent extends StoredRecord {
  @KeyColumn(tickerKind, {
    description: 'Index symbol.',
    example: 'VN30',
    columnNames: ['index', 'index code', 'index symbol'],
  })
  code: string;
  @Ticker(KeyColumn) ticker: string;
  @KeyColumn(dateKind, {
    description: 'First day of these figures.',
    example: '2024-02-05',
    columnNames: ['effective date', 'start date', 'valid from'],
  })
  from_date: string;
  @OptionalColumn(dateKind, {
    description: 'Last day; until the next period of the security in this index when not given.',
    example: '2024-08-02',
    columnNames: ['end date', 'valid to'],
  })
  to_date?: string;
  @OptionalColumn(bigintKind, {
    description: 'Shares that count in the index; the outstanding shares of the day when not given.',
    example: 2089955445,
    columnNames: ['index shares', 'calculation shares'],
  })
  shares?: number | bigint;
  @DataColumn(numberKind({ min: 0, max: 1 }), {
    description: 'Free-float factor, from 0 to 1; 1 when not given.',
    example: 0.4,
    default: 1,
    columnNames: ['free float', 'free float factor'],
  })
  free_float_ratio?: number;
  @DataColumn(numberKind({ min: 0, max: 1 }), {
    description: 'Capping factor, from 0 to 1; 1 when not given.',
    example: 1,
    default: 1,
    columnNames: ['cap', 'capping factor', 'capping ratio'],
  })
  cap_ratio?: number;
}
