import { type Api, ApiError, isAborted } from '../../api.js';
import { cursorOf } from '../../view/pager.js';
import { ask, type BodyOf, type Reading, read, useAnswer } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { type QueuedQuote, versionOf } from './quote.js';
import type { QueueQuery } from './state.js';

/** Quotes on a page. */
const PAGE = 50;
/** Maximum events of an answer. */
const EVENTS = 10_000;
/** Longest wait for the position in the events, ms: it waits for writers, for which the list does not. */
const PATIENCE = 1_000;

/** A page of the queue, and what it counts. */
export interface Listing {
  quotes: readonly QueuedQuote[];
  meta: BodyOf<'/svc/quote/approval'>['meta'];
  /** the newest event before the page was read: it counts what was written until then; null if that is not known */
  lastEvent: string | null;
}

/** Reads the page of the queue that the address names. */
export function useListing(query: QueueQuery): Reading<Listing> {
  const { api } = useSession();
  return useAnswer(JSON.stringify(query), async (signal) => {
    const lastEvent = query.status === 'pending' ? await newestEvent(api, signal) : null;
    const { data, meta } = await read(
      api,
      { ...ask('/svc/quote/approval', { ...parametersOf(query), limit: PAGE, total: true }), exact: true },
      signal,
    );
    return { quotes: data as readonly QueuedQuote[], meta, lastEvent };
  });
}

/** Parameters of the list of a query. */
export const parametersOf = ({ flag, ...filters }: QueueQuery) => ({
  ...filters,
  flag: flag === '' ? null : flag,
});

async function newestEvent(api: Api, signal: AbortSignal): Promise<string | null> {
  const patience = new AbortController();
  const end = () => patience.abort();
  const timer = setTimeout(end, PATIENCE);
  signal.addEventListener('abort', end);
  try {
    const newest = ask('/svc/events', { format: 'json', order: 'desc', limit: 1 });
    return (await read(api, newest, patience.signal)).data[0]?.id ?? '0';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError || isAborted(error)) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/**
 * Returns whether a quote, read just now, was written after a list: by the events since then, which name single records,
 * and of the batches of an import the moment of all their rows.
 */
export async function laterThan(
  api: Api,
  { quotes, lastEvent }: Pick<Listing, 'quotes' | 'lastEvent'>,
): Promise<(quote: QueuedQuote) => boolean> {
  const versions = new Set(quotes.map(versionOf));
  const moments = quotes.map(({ timestamp, age_seconds: age }) => Date.parse(timestamp) + age * 1_000);
  // Ages are rounded down: the list was read up to a second later. Without events what is in doubt counts as later.
  const readAt = Math.max(...moments) + (lastEvent === null ? 0 : 1_000);
  const writes = lastEvent === null ? new Set<string>() : await writtenSince(api, lastEvent);
  return (quote) =>
    !versions.has(versionOf(quote)) &&
    (Date.parse(quote.timestamp) > readAt || writes.has(quote.id) || writes.has(quote.timestamp));
}

/** Identifiers of quotes written after an event, and the moments of batches, which share one event. */
async function writtenSince(api: Api, lastEvent: string): Promise<ReadonlySet<string>> {
  const writes = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const since = { format: 'json', resource: 'quote', last_event_id: lastEvent } as const;
    const page: BodyOf<'/svc/events'> = await read(
      api,
      ask('/svc/events', { ...since, cursor, limit: EVENTS }),
    );
    for (const { record_id: id, timestamp, type } of page.data)
      if (!DECISIONS.includes(type)) writes.add(id ?? timestamp);
    cursor = cursorOf(page.meta.next);
  }
  return writes;
}

/** Events that make no quote wait. */
const DECISIONS = ['quote.approved', 'quote.rejected'];
