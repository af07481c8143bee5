import { actionSums, exPrice, HAS_TERMS } from '../../market/adjustment.sql.js';
import { bad, type Check, ok, some } from './finding.js';

/** Actions whose terms leave no price of the last close before them, so that they adjust nothing. */
export const actionTerms: Check = {
  name: 'corporate actions',
  async look({ client }) {
    const { rows } = await client.query<{ key: string }>(
      `SELECT e.ticker || ' ' || e.ex_date AS key
       FROM (SELECT a.ticker, a.ex_date, ${actionSums()} FROM corporate_action a WHERE ${HAS_TERMS}
             GROUP BY a.ticker, a.ex_date) e
       CROSS JOIN LATERAL (
         SELECT q.close FROM quote q WHERE q.ticker = e.ticker AND q.date < e.ex_date ORDER BY q.date DESC LIMIT 1) previous
       WHERE previous.close > 0 AND ${exPrice('previous.close', 'e')} IS NULL
       ORDER BY e.ex_date DESC, e.ticker`,
    );
    if (rows.length === 0) return ok('every one leaves a price of the close before it');
    return bad(
      'warn',
      `${rows.length} ex-dates leave no price of the close before them: ${some(rows.map(({ key }) => key))}`,
      'Look at their unit (VND a share, shares a held share) and correct them or the closes',
    );
  },
};
