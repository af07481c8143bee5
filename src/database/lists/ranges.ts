import type { PageRequest } from './list.js';

/** A list within a range of days, YYYY-MM-DD, both ends inclusive. */
export interface DayRange extends PageRequest {
  from_date?: string;
  to_date?: string;
}

/** The same, of some securities or of all. */
export interface TickerRange extends DayRange {
  ticker?: string[];
}
