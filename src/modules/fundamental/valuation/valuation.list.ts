import type { Writable } from 'node:stream';
import type { StreamFormat } from '../../../database/copy-out.js';
import type { Count, List, Page, PageRequest, Resolved, Window } from '../../../database/lists/list.js';

/** Valuations of a security or an index, and what its days are shown beside. */
interface Valuations<Beside> {
  /** the list beside nothing */
  bare: List;
  /** what stands beside the days of a part of the list */
  beside(part: Partial<Window>): Promise<Beside>;
  /** the list with that */
  complete(beside: Beside): List;
}

/** A list whose rows show figures of the market too, which are looked up for the days of its page alone. */
export class ValuationList<Beside> implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;

  constructor(private readonly valuations: Valuations<Beside>) {
    const { query, unit, resolved } = valuations.bare;
    this.query = query;
    this.unit = unit;
    this.resolved = resolved;
  }

  async page(window: Window): Promise<Page> {
    return (await this.completed(window)).page(window);
  }

  async stream(format: StreamFormat, sink: Writable): Promise<void> {
    return (await this.completed(this.query)).stream(format, sink);
  }

  count(): Promise<Count> {
    return this.valuations.bare.count();
  }

  private async completed(part: Partial<Window>): Promise<List> {
    return this.valuations.complete(await this.valuations.beside(part));
  }
}
