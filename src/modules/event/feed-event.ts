/** A filter of events; omitted fields do not restrict. */
export interface EventFilter {
  types?: readonly string[] | null | undefined;
  resources?: readonly string[] | null | undefined;
  /** tickers in the key; events of a whole import have no key and concern any ticker */
  tickers?: readonly string[] | null | undefined;
}

/** An event as the feed hands it on. */
export interface FeedEvent {
  /** number of its row in the audit log: the order of events */
  id: number;
  type: string;
  resource: string;
  /** ticker in the natural key; null if it has none */
  ticker: string | null;
  /** whether it is of a whole import: it has no key */
  isWhole: boolean;
  /** JSON text as it is sent */
  json: string;
}

/** Whether an event matches a filter: the same as `matches` in SQL. */
export function matchesFilter(event: FeedEvent, { types, resources, tickers }: EventFilter): boolean {
  return (
    (types == null || types.includes(event.type)) &&
    (resources == null || resources.includes(event.resource)) &&
    (tickers == null || event.isWhole || (event.ticker !== null && tickers.includes(event.ticker)))
  );
}
