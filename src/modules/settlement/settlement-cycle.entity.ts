import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { assignedCountryKind } from '../../kinds/codes.js';
import { dateKind, integerKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** Sessions until trades on a country's market settle, from a given day on; natural key (country, valid_from). */
@RecordTable('settlement_cycle')
@Check('settlement_cycle_country', `country ~ '^[A-Z]{2}$'`)
@Check('settlement_cycle_sessions', `sessions BETWEEN 1 AND 10`)
@Check('settlement_cycle_valid_from', `isfinite(valid_from)`)
export class SettlementCycle extends StoredRecord {
  @KeyColumn(assignedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country: string;
  @KeyColumn(dateKind, 'First trade date that this cycle applies to.', '2016-01-01') valid_from: string;
  @DataColumn(integerKind({ min: 1, max: 10 }), 'Sessions from the trade to its settlement: 2 is T+2.', 2)
  sessions: number;
  @OptionalColumn(
    textOf({ max: 1000 }),
    'Regulation or notice that sets the cycle.',
    'Decision 211/QD-VSD of 18 December 2015',
  )
  source?: string;
}
