import type { Api } from '../../api.js';
import { permits } from '../../rights.js';
import { rangeStart } from '../../view/days.js';
import { ask, type Reading, type RowOf, read, useAnswer } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { type QueuedQuote, versionOf } from './quote.js';

/** What a quote is judged against. */
export interface Past {
  /** the last close before its day, and the date of it */
  before: number | null;
  beforeDate: string | null;
  ceiling: number | null;
  floor: number | null;
  /** the reference price if there is one, also on an ex-date, else the close before */
  base: number | null;
  /** against the base, percent; null without one */
  change: number | null;
  /** closes up to its own, the oldest first */
  closes: readonly number[];
}

type Bar = RowOf<'/quote'>;

/** Calendar days of the past shown before a quote, and the number of closes. */
const PAST = 45;
const CLOSES = 20;
/** Maximum rows of an answer; a page of quotes far apart is read in parts, at most `PARTS`. */
const ROWS = 10_000;
const PARTS = 6;

/** The pasts of quotes by their versions: that of a version written meanwhile is not known yet. */
export type Pasts = ReadonlyMap<string, Past>;

/** Reads the past of the quotes shown. */
export function usePast(quotes: readonly QueuedQuote[]): Reading<Pasts> {
  const session = useSession();
  // Pending quotes are compared with pending ones as well, if the caller may see those.
  const all = permits(session, 'quote:approve') || permits(session, 'quote:write');
  return useAnswer(quotes.length === 0 ? null : quotes.map(versionOf).join(), (signal) =>
    pastOf(session.api, quotes, { all, signal }),
  );
}

async function pastOf(
  api: Api,
  quotes: readonly QueuedQuote[],
  { all, signal }: { all: boolean; signal: AbortSignal },
): Promise<Pasts> {
  const dates = quotes.map(({ date }) => date).sort();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const tickers = [...new Set(quotes.map(({ ticker }) => ticker))];
  const bars = async (from: string, fields: 'basic' | 'extended') => {
    const days = (Date.parse(last) - Date.parse(from)) / 86_400_000 + 1;
    const size = Math.max(1, Math.min(50, Math.floor(ROWS / days)));
    const parts = Array.from({ length: Math.min(PARTS, Math.ceil(tickers.length / size)) }, (_none, part) => {
      const ticker = tickers.slice(part * size, (part + 1) * size).join(',');
      const range = { from_date: from, to_date: last, limit: ROWS };
      const approval = all ? 'all' : null;
      return read(api, ask('/quote', { ticker, ...range, fields, approval }), signal);
    });
    return (await Promise.all(parts)).flatMap(({ data }) => data);
  };
  const [closes, limits] = await Promise.all([
    bars(rangeStart(first, PAST), 'basic'),
    bars(first, 'extended'),
  ]);
  const histories = new Map<string, Bar[]>();
  for (const bar of closes) {
    const history = histories.get(bar.ticker);
    if (history === undefined) histories.set(bar.ticker, [bar]);
    else history.push(bar);
  }
  const days = new Map(limits.map((bar) => [`${bar.ticker} ${bar.date}`, bar]));
  return new Map(
    quotes.map((quote) => [
      versionOf(quote),
      pastIn(quote, histories.get(quote.ticker) ?? [], days.get(`${quote.ticker} ${quote.date}`)),
    ]),
  );
}

/** `history` is newest first, as the API returns it. */
function pastIn(quote: QueuedQuote, history: readonly Bar[], day: Bar | undefined): Past {
  const earlier = history.filter(({ date }) => date < quote.date);
  const [before] = earlier;
  const base = day?.reference ?? before?.close ?? null;
  return {
    before: before?.close ?? null,
    beforeDate: before?.date ?? null,
    ceiling: day?.ceiling ?? null,
    floor: day?.floor ?? null,
    base,
    change: base === null || base === 0 ? null : (Number(quote.close) / base - 1) * 100,
    closes: [
      ...earlier
        .slice(0, CLOSES)
        .map(({ close }) => close)
        .reverse(),
      Number(quote.close),
    ],
  };
}
