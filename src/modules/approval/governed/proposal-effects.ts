import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { isRefusedRecord } from '../../../database/connection/database-errors.js';
import { Database } from '../../../database/database.js';
import { InvalidInput } from '../../../errors/domain-errors.js';
import { Publication } from '../../../market/publication.js';
import type { DataSet } from '../../dataset/data-set.js';
import { ProposalRepository, type StoredProposal } from './proposal.repository.js';
import { ProposalApplier } from './proposal-applier.js';
import {
  type EffectScope,
  MEASURES,
  type Measured,
  type MeasuredValue,
  ProposalEffectRepository,
} from './proposal-effect.repository.js';

/** What a proposal would change in the values derived from its record. */
export interface Effect {
  measure: (typeof MEASURES)[Measured];
  values: { symbol: string; date: string; before: unknown; after: unknown }[];
}

/** Thrown to roll back a transaction that was only a trial. */
class Trial extends Error {
  constructor(readonly effect: Effect | null) {
    super();
  }
}

/**
 * Effects of proposals: they are written as approval would write them, in a transaction that is rolled back, and
 * evaluated by the definitions of the market.
 */
@Injectable()
export class ProposalEffects {
  constructor(
    private readonly database: Database,
    private readonly repository: ProposalRepository,
    private readonly values: ProposalEffectRepository,
    private readonly applier: ProposalApplier,
    private readonly publication: Publication,
  ) {}

  /** The effect of a waiting proposal; null if its data set has no measure, or if approving it would be refused. */
  async of(dataSet: DataSet, id: string, actor: Actor): Promise<Effect | null> {
    const { name } = dataSet;
    if (!isMeasured(name)) return null;
    const published = this.publication.standard;
    try {
      await this.database.transaction(async (transaction) => {
        const [proposal] = await this.repository.lock(transaction, [id]);
        if (proposal === undefined) return;
        const scope = scopeOf(dataSet, proposal);
        const before = await this.values.values(transaction, name, scope, published);
        const appliedIds = await this.applier.apply(transaction, dataSet, [proposal], actor);
        if (!appliedIds.has(id)) throw new Trial(null);
        const after = await this.values.values(transaction, name, scope, published);
        throw new Trial({ measure: MEASURES[name], values: merged(before, after) });
      });
    } catch (error) {
      if (error instanceof Trial) return error.effect;
      if (error instanceof InvalidInput || isRefusedRecord(error)) return null;
      throw error;
    }
    return null;
  }
}

function isMeasured(name: string): name is Measured {
  return Object.hasOwn(MEASURES, name);
}

/** The keys that a proposal concerns: two if it moves a record. */
function scopeOf({ key, dateColumn = '' }: DataSet, { record_key, record }: StoredProposal): EffectScope {
  const records = [record_key, ...(record === null ? [] : [JSON.parse(record) as Record<string, unknown>])];
  const [symbol = ''] = key;
  const days = key.includes(dateColumn) ? records.map((each) => String(each[dateColumn])).sort() : [];
  return {
    symbols: [...new Set(records.map((each) => String(each[symbol])))],
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
  };
}

/** Each value before and after, null if there is none; only days on which they differ. */
function merged(before: readonly MeasuredValue[], after: readonly MeasuredValue[]): Effect['values'] {
  const keyOf = ({ symbol, date }: MeasuredValue) => `${symbol} ${date}`;
  const earlier = new Map(before.map((each) => [keyOf(each), each]));
  const later = new Map(after.map((each) => [keyOf(each), each]));
  return [...new Map([...earlier, ...later])]
    .map(([key, { symbol, date }]) => ({
      symbol,
      date,
      before: earlier.get(key)?.value ?? null,
      after: later.get(key)?.value ?? null,
    }))
    .filter((each) => each.before !== each.after);
}
