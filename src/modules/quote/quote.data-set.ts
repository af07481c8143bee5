import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { checkBar } from './bar.js';
import { QuoteWrite } from './quote.dto.js';

/** SQL columns of the control and approval attributes over the alias `r`. */
export const QUOTE_CONTROL = `
  r.id, 'active' AS status, ${instant('r.changed_at')} AS timestamp,
  (SELECT count(*)::int FROM security s WHERE s.ticker = r.ticker) AS recogized,
  (r.approval = 1)::int AS is_apporval,
  CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
  CASE WHEN r.approval = 1 THEN ${instant('r.approval_at')} END AS approval_at`;

/** Daily quotes; the registry serves single write, bulk, import and documentation from this. */
export const QUOTE: DataSet<QuoteWrite> = {
  name: 'quote',
  title: 'Daily quotes',
  table: 'quote',
  key: ['ticker', 'date'],
  record: QuoteWrite,
  dateColumn: 'date',
  dateLeads: true,
  check: checkBar,
  // An approval covers the values that were seen: other values are not approved.
  onChange: ['approval = 0', 'approval_by = NULL', 'approval_at = NULL', 'approval_reason = NULL'],
  path: '/svc/quote',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume, ${QUOTE_CONTROL}) item`,
  columnNames: {
    open: ['open price'],
    high: ['high price', 'highest price', 'max'],
    low: ['low price', 'lowest price', 'min'],
    close: ['close price', 'closing price', 'last', 'last price', 'price'],
    volume: ['vol', 'total volume', 'trade volume', 'trading volume'],
  },
};
