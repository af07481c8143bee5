import { Inject, Injectable } from '@nestjs/common';
import type { ChangeScopes } from '../../market/computed.js';
import { DATA_SETS, type DataSets } from './data-set.js';

/** Tables of the service itself that nothing is computed from. */
const OF_THE_SERVICE = ['api_token', 'audit_event', 'quarantine', 'source', 'webhook', 'webhook_delivery'];

/** The scopes of changes as the data sets define them: changes are reported by the first column of a key. */
@Injectable()
export class DataSetScopes implements ChangeScopes {
  private readonly unused: ReadonlySet<string>;
  private readonly byTicker: ReadonlySet<string>;

  constructor(@Inject(DATA_SETS) dataSets: DataSets) {
    const all = Object.values(dataSets);
    const unused = all.filter(({ isComputedFrom }) => isComputedFrom === false).map(({ table }) => table);
    this.unused = new Set([...OF_THE_SERVICE, ...unused]);
    this.byTicker = new Set(all.filter(({ key }) => key[0] === 'ticker').map(({ table }) => table));
  }

  isComputedFrom(table: string | undefined): boolean {
    return table === undefined || !this.unused.has(table);
  }

  isByTicker(table: string | undefined): boolean {
    return table !== undefined && this.byTicker.has(table);
  }
}
