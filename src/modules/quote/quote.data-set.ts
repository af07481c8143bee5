import { BY_TICKER } from '../../database/citus/placement.js';
import { instant } from '../../database/sql.js';
import { IMPORTED } from '../../market/quote-flags.sql.js';
import { dataSet } from '../dataset/data-set.js';
import { checkBar } from './bar.js';
import { QuoteWrite } from './quote.dto.js';
import { Quote } from './quote.entity.js';
import { FLAGS_OF_QUOTES } from './quote-flags.js';

/** SQL of whether the security master has a ticker, as 1 or 0. */
const recognition = (ticker: string) => `EXISTS (SELECT FROM security s WHERE s.ticker = ${ticker})::int`;

/** SQL columns of the control and approval attributes over the alias `r`. */
export const QUOTE_CONTROL = `
  r.id, 'active' AS status, ${instant('r.changed_at')} AS timestamp,
  ${recognition('r.ticker')} AS recogized,
  (r.approval = 1)::int AS is_apporval,
  CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
  CASE WHEN r.approval = 1 THEN ${instant('r.approval_at')} END AS approval_at`;

export const QUOTE = dataSet(Quote, {
  record: QuoteWrite,
  title: 'Daily quotes',
  placement: BY_TICKER,
  dateColumn: 'date',
  daily: true,
  dateLeads: true,
  notAhead: 'date',
  check: checkBar,
  flags: FLAGS_OF_QUOTES,
  flagsAreStored: true,
  // An approval covers the values that were seen: other values are not approved.
  onChange: [
    'approval = 0',
    'approval_by = NULL',
    'approval_at = NULL',
    'approval_reason = NULL',
    `flags = r.flags & ~${IMPORTED}`,
  ],
  onImport: { flags: IMPORTED },
  isPublished: ({ is_apporval: approved }) => approved === 1,
  lookUp: { of: 'ticker', sqlType: 'int', value: recognition },
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume, ${QUOTE_CONTROL}) item`,
});
