import { instant } from '../../../database/sql.js';
import type { DataSet } from '../../dataset/data-set.js';
import { FilingWrite } from './filing.dto.js';

/** Columns of a filing, the alias `r`, after its identifier. */
export const FILING_COLUMNS = `r.ticker, r.filing_date, ${instant('r.accepted_date')} AS accepted_date,
  r.period_end_date, r.report_type, r.sec_unique_id, r.filing_url, r.report_url, r.instance_url`;

/** Filings of companies with the securities regulator. */
export const FILING: DataSet<FilingWrite> = {
  name: 'filing',
  title: 'Filings of companies with the securities regulator',
  table: 'filing',
  key: ['filing_id'],
  record: FilingWrite,
  dateColumn: 'filing_date',
  path: '/svc/record/filing',
  columnNames: {
    filing_date: ['submission date', 'filed date', 'date'],
    accepted_date: ['acceptance date', 'accepted at'],
    period_end_date: ['period end', 'report date'],
    report_type: ['form', 'form type', 'document type'],
    filing_url: ['url', 'link'],
  },
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.filing_id, ${FILING_COLUMNS}, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};
