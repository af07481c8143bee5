import type { List, Window } from '../../../database/lists/list.js';

/** Valuations of a security or an index, and the market figures shown with its days. */
interface Valuations<Beside> {
  /** the list without market figures */
  bare: List;
  /** market figures for the days of a part of the list */
  beside(part: Partial<Window>): Promise<Beside>;
  /** the list with these figures */
  complete(beside: Beside): List;
}

/** A list whose rows also show market figures, which are looked up only for the days of its page. */
export function valuationList<Beside>({ bare, beside, complete }: Valuations<Beside>): List {
  const { query, unit, resolved, remarks = [] } = bare;
  const completePart = async (part: Partial<Window>) => complete(await beside(part));
  return {
    query,
    unit,
    resolved,
    remarks,
    page: async (window) => (await completePart(window)).page(window),
    stream: async (format, sink) => (await completePart(query)).stream(format, sink),
    count: () => bare.count(),
  };
}
