import type { Writable } from 'node:stream';
import type { StreamFormat } from '../../../database/copy-out.js';
import type {
  Count,
  List,
  Page,
  PageRequest,
  Remark,
  Resolved,
  Window,
} from '../../../database/lists/list.js';

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
export class ValuationList<Beside> implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;
  readonly remarks: readonly Remark[];

  constructor(private readonly valuations: Valuations<Beside>) {
    const { query, unit, resolved, remarks = [] } = valuations.bare;
    this.query = query;
    this.unit = unit;
    this.resolved = resolved;
    this.remarks = remarks;
  }

  async page(window: Window): Promise<Page> {
    return (await this.completedList(window)).page(window);
  }

  async stream(format: StreamFormat, sink: Writable): Promise<void> {
    return (await this.completedList(this.query)).stream(format, sink);
  }

  count(): Promise<Count> {
    return this.valuations.bare.count();
  }

  private async completedList(part: Partial<Window>): Promise<List> {
    return this.valuations.complete(await this.valuations.beside(part));
  }
}
