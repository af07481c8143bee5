import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Caller } from '../../../auth/caller.js';
import { CONFIG, type Config } from '../../../config/config.js';
import { RaceLost, withRefusals } from '../../../database/conflicts.js';
import { isDuplicate } from '../../../database/connection/database-errors.js';
import { Database } from '../../../database/database.js';
import type { List } from '../../../database/lists/list.js';
import type { Item } from '../../../database/records/stored-item.js';
import type { Transaction } from '../../../database/statement.js';
import { NotPermitted, RecordChanged, RecordNotFound, WrongState } from '../../../errors/domain-errors.js';
import { Publication } from '../../../market/publication.js';
import { DATA_SETS, type DataSet, type DataSets } from '../../dataset/data-set.js';
import { Proposals } from '../../proposal/proposals.js';
import { ProposalRepository, type StoredProposal } from './proposal.repository.js';
import { ProposalApplier } from './proposal-applier.js';
import { ProposalEffects } from './proposal-effects.js';
import type { ProposalQuery } from './proposal-query.dto.js';

/** Attempts of a decision that the database rolls back in favour of a concurrent one. */
const ATTEMPTS = 5;

/** How a proposal ends, and in whose name. */
interface Decision {
  to: 'approved' | 'rejected' | 'withdrawn';
  reason: string | undefined;
  actor: Actor;
}

/** Proposals for governed data sets: the queue, and their decisions. */
@Injectable()
export class ProposalService {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly repository: ProposalRepository,
    private readonly proposals: Proposals,
    private readonly applier: ProposalApplier,
    private readonly effects: ProposalEffects,
    private readonly publication: Publication,
  ) {}

  /** The queue; throws NotPermitted for callers who may not see unapproved values. */
  list(query: ProposalQuery, caller: Caller): List {
    this.publication.refuseStranger(caller);
    return this.proposals.list(query);
  }

  /** JSON text of a proposal with what it would change; throws RecordNotFound. */
  async find(id: string, actor: Actor): Promise<string> {
    this.publication.refuseStranger(actor.caller);
    const item = await this.proposals.item(id);
    const proposal = await this.repository.find(id);
    const waiting = proposal?.status === 'pending' ? proposal : undefined;
    const dataSet = waiting && this.dataSets[waiting.resource];
    const current = dataSet && (await this.isCurrent(dataSet, id, waiting));
    const effect = dataSet && current ? await this.effects.of(dataSet, id, actor) : null;
    return `${item.json.slice(0, -1)},"is_current":${current ?? null},"effect":${JSON.stringify(effect)}}`;
  }

  private async isCurrent(
    dataSet: DataSet,
    id: string,
    { action, record_id }: Pick<StoredProposal, 'action' | 'record_id'>,
  ): Promise<boolean> {
    // A deleted record may have been restored under another key.
    if (action === 'restore' && (await this.repository.isStored(dataSet, record_id))) return false;
    return this.repository.isCurrent(dataSet, id);
  }

  /**
   * Writes what is proposed and ends the proposal, in one transaction; null when it was approved before. Throws
   * RecordChanged when the record has changed since, and InvalidInput when the record breaks a current rule.
   */
  approve(id: string, reason: string | undefined, actor: Actor): Promise<Item | null> {
    return this.decide(id, { to: 'approved', reason, actor });
  }

  /** Ends a waiting proposal with a reason; null when it was rejected before. */
  reject(id: string, reason: string, actor: Actor): Promise<Item | null> {
    return this.decide(id, { to: 'rejected', reason, actor });
  }

  /** Withdraws the caller's own waiting proposal; null when it was withdrawn before. */
  withdraw(id: string, reason: string | undefined, actor: Actor): Promise<Item | null> {
    return this.decide(id, { to: 'withdrawn', reason, actor });
  }

  /** Approves the waiting ones among proposals of one import together; those whose record changed stay as they are. */
  async approveAll(
    ids: readonly string[],
    reason: string | null,
    actor: Actor,
  ): Promise<{ approved: number; changed: number }> {
    const write = async (transaction: Transaction) => {
      const proposals = await this.repository.lock(transaction, ids);
      const waiting = proposals.filter(({ status }) => status === 'pending');
      const [first] = waiting;
      if (first === undefined) return { approved: 0, changed: 0 };
      const dataSet = this.dataSets[first.resource];
      const appliedIds = await this.applier.apply(transaction, dataSet, waiting, actor);
      const decision = { ids: [...appliedIds], to: 'approved', reason, actor } as const;
      await this.repository.close(transaction, decision);
      return { approved: appliedIds.size, changed: waiting.length - appliedIds.size, dataSet, waiting };
    };
    const { dataSet, waiting, ...counts } = await withRefusals(() => this.transaction(write), ATTEMPTS);
    if (dataSet !== undefined && waiting !== undefined) this.applier.announce(dataSet, waiting);
    return counts;
  }

  private async decide(id: string, decision: Decision): Promise<Item | null> {
    const decide = (transaction: Transaction) => this.decideIn(transaction, id, decision);
    const proposal = await withRefusals(() => this.transaction(decide), ATTEMPTS);
    if (proposal === undefined) return null;
    if (decision.to === 'approved') this.applier.announce(this.dataSets[proposal.resource], [proposal]);
    return this.proposals.item(id);
  }

  /** Throws {@link RaceLost} if a rival inserted a record with the same key meanwhile. */
  private async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      throw isDuplicate(error) ? new RaceLost() : error;
    }
  }

  /** Returns the proposal that was ended; undefined when it had already ended that way. */
  private async decideIn(
    transaction: Transaction,
    id: string,
    { to, reason, actor }: Decision,
  ): Promise<StoredProposal | undefined> {
    const [proposal] = await this.repository.lock(transaction, [id]);
    if (proposal === undefined) throw new RecordNotFound('proposal', id);
    if (proposal.status === to) return undefined;
    if (proposal.status !== 'pending') throw new WrongState(`The proposal is ${proposal.status}`);
    if (to === 'withdrawn' && proposal.maker !== actor.name) {
      throw new NotPermitted('A proposal is withdrawn by its maker; others reject it', 'not_the_maker');
    }
    if (to === 'approved') {
      if (this.config.SELF_APPROVAL === 'forbidden' && proposal.maker === actor.name) {
        throw new NotPermitted('The maker of a proposal may not approve it', 'self_approval');
      }
      const appliedIds = await this.applier.apply(
        transaction,
        this.dataSets[proposal.resource],
        [proposal],
        actor,
      );
      if (!appliedIds.has(id)) throw new RecordChanged(proposal.resource);
    }
    await this.repository.close(transaction, { ids: [id], to, reason: reason ?? null, actor });
    return proposal;
  }
}
