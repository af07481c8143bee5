import { TODAY } from '../../database/sql.js';
import { beforeMarket, farAhead } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** A figure this many times the expected or the previous one is in another unit. */
const OTHER_UNIT = 20;
const isOther = (figure: string, other: string) =>
  `(abs(r.${figure}) >= ${OTHER_UNIT} * abs(r.${other}) AND r.${other} <> 0)`;

/** What may be wrong with an entry of the economic calendar. */
export const EVENT_FLAGS: RecordFlags = {
  figures_differ: {
    detail: `its figure is ${OTHER_UNIT} times the one expected or the one before`,
    when: `${isOther('actual', 'forecast')} OR ${isOther('actual', 'previous')} OR ${isOther('forecast', 'previous')}`,
  },
  known_ahead: {
    detail: 'its figure is stored before its day',
    when: `r.actual IS NOT NULL AND r.date > ${TODAY} + 1`,
  },
  repeated_in_other_case: {
    detail: 'another entry of its day differs from it in letter case only',
    when: `EXISTS (SELECT FROM economic_event o WHERE o.date = r.date AND o.id <> r.id AND lower(o.event_name) = lower(r.event_name)
      AND lower(o.organiser) = lower(r.organiser) AND lower(o.location) = lower(r.location))`,
  },
  before_market: beforeMarket('r.date'),
  far_ahead: farAhead('r.date', 1100),
};
