import { actionTerms, exPrice, hasTerms } from '../../market/adjustment.sql.js';
import { another, closeBy } from '../../market/plausibility.sql.js';
import {
  beforeMarket,
  closedDay,
  datesOutOfOrder,
  farAhead,
  unknownTicker,
} from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** A dividend or an issue price below this, VND per share, is likely in thousands, or a ratio. */
const LEAST_CASH = 10;
/** A number of new shares per held share above this is likely a percentage. */
const MOST_SHARES = 5;
/** Days within which two actions with the same terms are likely one. */
const NEAR = 5;

const PREVIOUS_CLOSE = closeBy('r.ticker', 'r.ex_date - 1');

/** What may be wrong with a corporate action. */
export const ACTION_FLAGS: RecordFlags = {
  no_price_left: {
    detail:
      'with the other actions of its ex-date it leaves no price of the close before, so that it adjusts nothing',
    when: `${hasTerms('r')} AND EXISTS (
      SELECT FROM (${actionTerms('a.ticker = r.ticker AND a.ex_date = r.ex_date')}) terms
      CROSS JOIN LATERAL (SELECT ${PREVIOUS_CLOSE} AS close) previous
      WHERE previous.close > 0 AND ${exPrice('previous.close', 'terms')} IS NULL)`,
  },
  large_dividend: {
    detail: 'its dividend is more than half of the close before',
    when: `r.cash_dividend > 0.5 * ${PREVIOUS_CLOSE}`,
  },
  small_amount: {
    detail: `its dividend or issue price is below ${LEAST_CASH} VND: thousands of VND, or a ratio?`,
    when: `(r.cash_dividend > 0 AND r.cash_dividend < ${LEAST_CASH}) OR (r.rights_price > 0 AND r.rights_price < ${LEAST_CASH})`,
  },
  rights_price_far: {
    detail: 'its issue price is ten times the close before, or a tenth of a percent of it',
    when: `r.rights_price >= 10 * ${PREVIOUS_CLOSE} OR r.rights_price * 1000 <= ${PREVIOUS_CLOSE} AND r.rights_price > 0`,
  },
  large_ratio: {
    detail: `its ratio is more than ${MOST_SHARES} shares for each one held, or leaves less than half of them: a percentage?`,
    when: `r.share_ratio > ${MOST_SHARES} OR r.rights_ratio > ${MOST_SHARES} OR r.share_ratio < -0.5`,
  },
  no_terms: {
    detail: 'its terms are zero, so that it changes nothing',
    when: 'r.cash_dividend = 0 OR r.share_ratio = 0 OR r.rights_ratio = 0',
  },
  repeated: {
    detail: `another action of the security has the same terms at most ${NEAR} days away`,
    when: another(
      'corporate_action',
      `o.ticker = r.ticker AND o.ex_date BETWEEN r.ex_date - ${NEAR} AND r.ex_date + ${NEAR}
        AND (o.cash_dividend = r.cash_dividend OR o.share_ratio = r.share_ratio OR o.rights_ratio = r.rights_ratio)`,
    ),
  },
  dates_out_of_order: datesOutOfOrder(
    'r.record_date < r.ex_date OR r.payment_date < r.record_date OR r.announced_date > r.ex_date',
  ),
  closed_day: {
    ...closedDay('r.ex_date'),
    when: `${hasTerms('r')} AND ${closedDay('r.ex_date').when}`,
  },
  before_market: beforeMarket('r.ex_date'),
  far_ahead: farAhead('r.ex_date'),
  unknown_ticker: unknownTicker('r.ticker'),
};
