import { ComputedList } from '../../database/lists/computed-list.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { csvCell } from '../../files/csv.js';
import { shownFieldsOf } from '../../http/fields/fields.js';
import { SignalRecord } from './signal.dto.js';

const COLUMNS = shownFieldsOf(SignalRecord);
/** Securities computed concurrently: more would only hold up other requests. */
const AT_ONCE = 2;

/** Signals of a list, and how to compute them. */
interface Signals {
  query: PageRequest;
  /** in the order of the answer, from the cursor on */
  tickers: readonly string[];
  /** all securities, before any cursor */
  total: number;
  /** day of the signals, YYYY-MM-DD */
  date: string;
  compute(ticker: string): Promise<SignalRecord>;
}

/** A list of one row per security, computed one piece of the answer at a time; only one piece is held. */
export function signalList({ query, tickers, total, date, compute }: Signals): List {
  const rows = new Map<number, SignalRecord>();
  const at = (row: number) => rows.get(row) as SignalRecord;
  return new ComputedList({
    query,
    unit: null,
    resolved: { date },
    total,
    count: tickers.length,
    columns: COLUMNS,
    ready: async (first, end) => {
      rows.clear();
      for (let from = first; from < end; from += AT_ONCE) {
        const some = tickers.slice(from, Math.min(end, from + AT_ONCE));
        const computed = await Promise.all(some.map(compute));
        for (const [place, record] of computed.entries()) rows.set(from + place, record);
      }
    },
    json: (row, out) => out.text(JSON.stringify(at(row))),
    csv: (row, out) => out.text(COLUMNS.map((column) => csvCell(at(row)[column])).join(',')),
    key: (row) => [tickers[row]],
  });
}
