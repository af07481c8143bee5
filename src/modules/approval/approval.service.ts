import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { Changes } from '../../database/changes.js';
import { RaceLost, withConflictRetries } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import type { List } from '../../database/lists/list.js';
import { type Item, versionsOf } from '../../database/records/stored-item.js';
import type { Transaction } from '../../database/statement.js';
import {
  type DomainError,
  InvalidInput,
  NotPermitted,
  PreconditionFailed,
  RecordNotFound,
  WrongState,
} from '../../errors/domain-errors.js';
import { jsonReader } from '../../http/fields/fields.js';
import { Publication } from '../../market/publication.js';
import { answerText, invalidItem, itemsOf, roundMs } from '../bulk/bulk-results.js';
import { QuoteChecks } from '../quote-check/quote-checks.js';
import { type ApprovalQuery, ApprovalTarget, type BulkApprovalResult } from './approval.dto.js';
import { ApprovalRepository, type Decision, type DecisionRow } from './approval.repository.js';
import { ApprovalQueueRepository, type QueueCounts } from './approval-queue.repository.js';

/** Attempts of a decision that the database rolls back in favour of a concurrent one. */
const ATTEMPTS = 5;

const readTarget = jsonReader(ApprovalTarget);

/** Sign-off of quotes. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly approvals: ApprovalRepository,
    private readonly approvalQueue: ApprovalQueueRepository,
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly publication: Publication,
    private readonly checks: QuoteChecks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Approves one quote; null when it was approved before. */
  async approve(target: ApprovalTarget, editor: Editor): Promise<Item | null> {
    return this.decide(this.approval(target, editor));
  }

  /** Rejects a pending quote with a reason; null when it was rejected before. */
  async reject(id: string, reason: string, editor: Editor): Promise<Item | null> {
    return this.decide({ target: { id }, to: 'rejected', from: ['pending'], reason, ...editor });
  }

  /** Revokes a decision with a reason; null when nothing was decided. */
  async revoke(id: string, reason: string, editor: Editor): Promise<Item | null> {
    const from = ['approved', 'rejected'] as const;
    return this.decide({ target: { id }, to: 'pending', from, reason, ...editor });
  }

  /** The queue; unapproved quotes only for callers whom the publication allows. */
  async queue(query: ApprovalQuery, caller: Caller): Promise<List> {
    if (query.status !== 'approved') this.publication.refuseStranger(caller);
    return this.approvalQueue.list({ ...query, isCurrent: await this.checks.catchUp() });
  }

  /** How many quotes wait, also by flag; only for callers whom the publication allows. */
  async counts(caller: Caller): Promise<QueueCounts & { checks_pending: boolean }> {
    this.publication.refuseStranger(caller);
    const isCurrent = await this.checks.catchUp();
    return { ...(await this.approvalQueue.counts()), checks_pending: !isCurrent };
  }

  /** Approves many, each reported separately, in one durable transaction; returns the JSON text of the answer. */
  async approveMany(body: unknown, actor: Actor): Promise<string> {
    const startedAt = performance.now();
    const items = itemsOf(body, 'quotes');
    const results = await withConflictRetries(() => this.decideAll(items, actor), ATTEMPTS);
    this.changes.announce('quote');
    return answerText(results, startedAt);
  }

  private decideAll(items: readonly unknown[], actor: Actor): Promise<BulkApprovalResult[]> {
    return this.database.transaction(async (transaction) => {
      const read = items.map(readTarget);
      const ids = read.flatMap(({ record }) => record?.id ?? []);
      const keys = ids.length === 0 ? new Map<string, never>() : await this.approvals.keys(transaction, ids);
      const keyOf = (target: ApprovalTarget) => (target.id ? keys.get(target.id) : target);
      const results: BulkApprovalResult[] = [];
      // In key order: two requests with the same quotes in different orders wait for each other instead of deadlocking.
      const inOrder = read
        .map(({ record }, index) => ({ index, key: record ? nameOf(keyOf(record)) : '' }))
        .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
      for (const { index } of inOrder) {
        const began = performance.now();
        const result = await attemptOf(async () => {
          const { record: target, errors } = read[index] ?? readTarget(items[index]);
          if (errors !== undefined) throw new InvalidInput(errors);
          const decision = this.approval(target, { actor });
          return outcome(await this.decideAmong(transaction, decision, keyOf(target)), target);
        });
        results[index] = {
          _operation_id: index + 1,
          ...result,
          _operation_total_ms: roundMs(performance.now() - began),
        };
      }
      return results;
    });
  }

  /** Decides on a quote among many; `key`: as last read, if the quote is named by its identifier. */
  private async decideAmong(
    transaction: Transaction,
    decision: Decision,
    key: ApprovalTarget | undefined,
  ): Promise<DecisionRow | undefined> {
    const { id } = decision.target;
    for (let attempt = 1, now = key; now !== undefined; attempt++) {
      const row = await this.approvals.decideIn(transaction, decision, definedKey(now));
      if (row !== undefined || id === undefined) return row;
      // It was moved or deleted after its key was read.
      if (attempt === ATTEMPTS) throw new RaceLost();
      now = (await this.approvals.keys(transaction, [id])).get(id);
    }
    return undefined;
  }

  private async decide(decision: Decision): Promise<Item | null> {
    const row = await withConflictRetries(() => this.approvals.decide(decision), ATTEMPTS);
    if (row?.outcome === 'decided') this.changes.announce('quote', row.ticker);
    return outcome(row, decision.target);
  }

  private approval(target: ApprovalTarget, { actor, tags }: Editor): Decision {
    // A JSON null counts as absent.
    const id = target.id ?? undefined;
    const ticker = target.ticker ?? undefined;
    const date = target.date ?? undefined;
    if (id === undefined && (ticker === undefined || date === undefined)) {
      throw new InvalidInput([
        {
          pointer: '/id',
          code: 'required',
          detail: 'give id, or ticker and date, or both when they name one quote',
        },
      ]);
    }
    return {
      target: { ...(id && { id }), ...(ticker && { ticker }), ...(date && { date }) },
      to: 'approved',
      from: ['pending', 'rejected'],
      actor,
      // A JSON null again; the header wins, as for every write.
      tags: tags ?? (target.etag ? versionsOf(target.etag) : undefined),
      notOwn: this.config.SELF_APPROVAL === 'forbidden',
    };
  }
}

/** A key without JSON nulls, which count as absent. */
const definedKey = ({ ticker, date }: ApprovalTarget) => ({
  ...(ticker && { ticker }),
  ...(date && { date }),
});

const nameOf = (key: ApprovalTarget | undefined) => `${key?.ticker ?? ''} ${key?.date ?? ''}`;

/** Returns the item of a decision that was made, null when nothing changed; throws for every other outcome. */
function outcome(row: DecisionRow | undefined, target: ApprovalTarget): Item | null {
  switch (row?.outcome) {
    case 'decided':
      return row;
    case 'already':
      return null;
    case 'mismatch':
      throw new InvalidInput([
        { pointer: '/id', code: 'key_differs', detail: 'id and (ticker, date) name different records' },
      ]);
    case 'own':
      throw new NotPermitted('The maker of a quote may not approve it', 'self_approval');
    case 'precondition_failed':
      throw new PreconditionFailed();
    case 'wrong_state':
      throw new WrongState('An approved quote is not rejected: revoke its approval first');
    default:
      throw new RecordNotFound('quote', target.id ?? `${target.ticker} ${target.date}`);
  }
}

type Attempt = Pick<BulkApprovalResult, '_operation_state' | 'status' | 'value'>;

/** Statuses of the errors that may refuse one item of a bulk approval. */
const FAILURES: readonly (readonly [abstract new (...args: never[]) => DomainError, number])[] = [
  [InvalidInput, 400],
  [NotPermitted, 403],
  [RecordNotFound, 404],
  [PreconditionFailed, 412],
];

async function attemptOf(work: () => Promise<Item | null>): Promise<Attempt> {
  try {
    const item = await work();
    if (item === null) return { _operation_state: 'ALREADY_APPROVED', status: 204, value: {} };
    return { _operation_state: 'APPROVED', status: 200, value: { url: `/svc/quote/${item.id}` } };
  } catch (error) {
    const failure = FAILURES.find(([type]) => error instanceof type);
    if (failure === undefined) throw error;
    const { code, message } = error as DomainError;
    const errors = error instanceof InvalidInput ? invalidItem(error.errors) : {};
    return {
      _operation_state: 'FAILED',
      status: failure[1],
      value: { params: { code, detail: message, ...errors } },
    };
  }
}
