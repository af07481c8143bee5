import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { SettlementWrite } from './settlement.dto.js';

/** Open and closed days of trading systems. */
export const SETTLEMENT: DataSet<SettlementWrite> = {
  name: 'settlement',
  title: 'Settlement days: open and closed days of the trading system',
  table: 'settlement',
  key: ['country', 'date'],
  record: SettlementWrite,
  dateColumn: 'date',
  defaults: { status: 'closed' },
  path: '/svc/settlement',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.country, r.date, r.timezone, r.name, r.status, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};
