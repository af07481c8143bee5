import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { SecurityWrite } from './security.dto.js';

/** The security master: a quote is recognised when its ticker stands here. */
export const SECURITY: DataSet<SecurityWrite> = {
  name: 'security',
  title: 'Security master',
  table: 'security',
  key: ['ticker'],
  record: SecurityWrite,
  defaults: { security_type: 'stock' },
  path: '/svc/record/security',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.name, r.name_en, r.security_type, r.exchange, r.mic, r.isin, r.industry_code, r.listing_date,
      r.delisting_date, r.listed_shares, r.outstanding_shares, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};
