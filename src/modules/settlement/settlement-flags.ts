import { MARKET_ZONE } from '../../kinds/market-clock.js';
import { HOME } from '../../market/calendar.sql.js';
import { isBeforeMarket, repeatsTheOneBefore } from '../../market/plausibility.sql.js';
import { beforeMarket, farAhead } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** Calendars are known up to the end of the year after next, days. */
const KNOWN_AHEAD = 1100;
/** This many traded securities indicate that the market was open. */
const TRADED = 5;

/** SQL of how many securities traded on the record's day, counted only as far as it matters. */
const tradeCount = `(SELECT count(*) FROM (
  SELECT FROM quote q WHERE q.date = r.date AND q.volume > 0 LIMIT ${TRADED}) q)`;

/** What may be wrong with a day of a calendar. */
export const SETTLEMENT_FLAGS: RecordFlags = {
  closed_with_trades: {
    detail: `it is closed, yet ${TRADED} securities or more traded`,
    when: `r.country = '${HOME}' AND r.status = 'closed' AND ${tradeCount} >= ${TRADED}`,
  },
  open_at_a_weekend: {
    detail: 'it is open on a Saturday or Sunday',
    when: `r.country = '${HOME}' AND r.status = 'open' AND extract(isodow FROM r.date) >= 6`,
  },
  zone_differs: {
    detail: "its time zone is not that of the market's other days",
    when: `r.country = '${HOME}' AND r.timezone <> '${MARKET_ZONE}'`,
  },
  alone: {
    detail: 'its country has no other day within two weeks',
    when: `r.status = 'open' AND (
      SELECT o.date FROM settlement o
      WHERE o.country = r.country AND o.date BETWEEN r.date - 14 AND r.date + 14 AND o.date <> r.date LIMIT 1) IS NULL`,
  },
  before_market: {
    ...beforeMarket('r.date'),
    when: `r.country = '${HOME}' AND ${isBeforeMarket('r.date')}`,
  },
  far_ahead: farAhead('r.date', KNOWN_AHEAD),
};

/** What may be wrong with a settlement cycle. */
export const CYCLE_FLAGS: RecordFlags = {
  long_cycle: { detail: 'a cycle of more than three sessions', when: 'r.sessions > 3' },
  no_change: {
    detail: 'the cycle before it is the same: no change',
    when: repeatsTheOneBefore('settlement_cycle', 'country', 'valid_from', 'sessions'),
  },
  no_calendar: {
    detail: 'no day of the calendar of its country is stored',
    when: '(SELECT o.date FROM settlement o WHERE o.country = r.country LIMIT 1) IS NULL',
  },
  before_calendars: { detail: 'it is valid from a day before 1950', when: "r.valid_from < '1950-01-01'" },
  far_ahead: farAhead('r.valid_from', KNOWN_AHEAD),
};
