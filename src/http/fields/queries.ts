import { DEFAULT_PAGE, MAXIMUM_PAGE, type PageRequest } from '../../database/lists/list.js';
import type { DayRange, TickerRange } from '../../database/lists/ranges.js';
import {
  booleanKind,
  choiceKind,
  dateKind,
  integerKind,
  listOf,
  textOf,
  tickerKind,
} from '../../kinds/kinds.js';
import { QueryField } from './fields.js';

/** Most symbols or codes in one parameter. */
export const MAXIMUM_CODES = 50;

const plainOrExcel = choiceKind(['plain', 'excel']);
const csvForm = { ...plainOrExcel, schema: { ...plainOrExcel.schema, 'x-goes-with': { format: 'csv' } } };

/** Parameters of every list. */
export class PageQuery implements PageRequest {
  @QueryField(
    integerKind({ min: 1 }),
    'Rows to skip, greater than 0 if given. For deep pages, follow `meta.next` instead.',
    100,
  )
  offset?: number;

  @QueryField(
    integerKind({ min: 1 }),
    `Rows to return: at most ${MAXIMUM_PAGE} as JSON (default ${DEFAULT_PAGE}); CSV and NDJSON have neither cap nor default.`,
    100,
  )
  limit?: number;

  @QueryField(
    textOf({ max: 4000 }),
    'Opaque position issued by the service: take it from `meta.next`, never build it by hand.',
    'WyIyMDI0LTAxLTMxIiwiVk5NIl0',
  )
  cursor?: string;

  @QueryField(
    choiceKind(['asc', 'desc']),
    'Sort order of the list by its key; each operation states its default.',
    'desc',
  )
  order?: 'asc' | 'desc';

  @QueryField(
    booleanKind,
    '`true` also counts all matching rows in `meta.total`, at the cost of a second query; for quotes and audit events, more than 100,000 are estimated (`meta.total_estimated`).',
    false,
  )
  total?: boolean;

  @QueryField(
    choiceKind(['json', 'csv', 'ndjson']),
    'Format of the response; overrides the Accept header. CSV and NDJSON are streamed in full.',
    'json',
  )
  format?: 'json' | 'csv' | 'ndjson';

  @QueryField(
    csvForm,
    'CSV variant; 400 with another format. `plain`, the default, is exact, for machines. `excel` is for spreadsheets: it begins with a byte order mark, and a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return and is not a number is prefixed with an apostrophe, so that no text is run as a formula.',
    'plain',
  )
  csv?: 'plain' | 'excel';
}

/** Class decorator of a query whose `limit` has its own cap and default, in every format. */
export function LimitedTo(max: number, standard: number): ClassDecorator {
  const limit = QueryField(
    integerKind({ min: 1, max }),
    `Rows to return, in every format: at most ${max} (default ${standard}).`,
    standard,
    { default: standard },
  );
  return (query) => limit(query.prototype as object, 'limit');
}

/** A list within a range of trade dates, both ends inclusive. */
export class DateRangeQuery extends PageQuery implements DayRange {
  @QueryField(dateKind, 'First date, inclusive: YYYYMMDD or YYYY-MM-DD.', '20240102') from_date?: string;
  @QueryField(dateKind, 'Last date, inclusive: YYYYMMDD or YYYY-MM-DD.', '20240131') to_date?: string;
}

/** The same, for some securities or for all. */
export class TickerRangeQuery extends DateRangeQuery implements TickerRange {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `One security symbol, or up to ${MAXIMUM_CODES} separated by commas. All by default.`,
    'VNM,FPT',
  )
  ticker?: string[];
}
