import { textOf } from '../../kinds/kinds.js';

/** A name of the calendar: of an organiser, an event or a place. Three of them are the key: 2,704 bytes at the most. */
export const calendarNameKind = textOf({ max: 200 });
