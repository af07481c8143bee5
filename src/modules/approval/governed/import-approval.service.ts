import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { CONFIG, type Config } from '../../../config/config.js';
import { Changes } from '../../../database/changes.js';
import { withConflictRetries } from '../../../database/conflicts.js';
import { InvalidInput, NotPermitted, RecordNotFound } from '../../../errors/domain-errors.js';
import {
  type ChunkOutcome,
  ImportApprovalRepository,
  type ImportedBatch,
  type QuoteChunk,
  type UpdatedBatch,
} from './import-approval.repository.js';
import { ProposalService } from './proposal.service.js';
import type { ImportApproval } from './proposal-query.dto.js';

/** Rows per transaction. */
const QUOTES = 5_000;
const PROPOSALS = 500;
/** A request works this long, ms; the next one does the rest. */
const BUDGET = 20_000;
const ATTEMPTS = 10;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A decision on an import in progress. */
interface Run {
  importId: string;
  reason: string | null;
  actor: Actor;
  counts: ImportApproval;
  /** the last proposal that was looked at */
  after: string;
  /** deadline, by `performance.now()` */
  until: number;
}

/** Approves all of an import in transactions of some thousand rows: committed ones stay, even if the process dies. */
@Injectable()
export class ImportApprovalService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly repository: ImportApprovalRepository,
    private readonly proposals: ProposalService,
    private readonly changes: Changes,
  ) {}

  /**
   * Approves what is waiting of an import: quotes that it created or updated, or its proposals. Called again, it goes
   * on where it stopped, behind proposals that cannot be approved, and counts those too; once complete it begins anew and
   * changes nothing. Throws RecordNotFound, and NotPermitted for the maker with SELF_APPROVAL=forbidden.
   */
  async approve(importId: string, reason: string | undefined, actor: Actor): Promise<ImportApproval> {
    const stop = await this.repository.stop(importId);
    const { after = FIRST, changed = 0, refused = 0 } = stop ?? {};
    const counts = { import_id: importId, approved: 0, changed, refused, complete: false };
    const run = {
      importId,
      reason: reason ?? null,
      actor,
      counts,
      after,
      until: performance.now() + BUDGET,
    };
    const proposals = await this.repository.proposals(importId);
    const batches = await this.repository.batches(importId);
    const updates = await this.repository.updates(importId);
    const makers = [
      ...proposals.map(({ maker }) => maker),
      ...[...batches, ...updates].map((batch) => batch.actor),
    ];
    if (makers.length === 0) makers.push(...(await this.repository.makers(importId)));
    if (makers.length === 0) throw new RecordNotFound('import', importId);
    if (this.config.SELF_APPROVAL === 'forbidden' && makers.includes(actor.name)) {
      throw new NotPermitted('The maker of an import may not approve it', 'self_approval');
    }
    try {
      counts.complete =
        (await this.created(run, batches)) &&
        (await this.updated(run, updates)) &&
        (await this.proposalsOf(run));
    } finally {
      const isStopped = !counts.complete && run.after !== FIRST;
      if (counts.approved > 0 || isStopped || stop !== undefined) {
        const facts = { ...counts, reason: reason ?? null, ...(isStopped && { stopped_after: run.after }) };
        const resource = proposals[0]?.resource ?? 'quote';
        await this.repository.record({ importId, resource, actor, facts });
      }
    }
    return counts;
  }

  /** Approves created quotes; returns whether nothing is left. */
  private async created(run: Run, batches: readonly ImportedBatch[]): Promise<boolean> {
    for (const { first_id, last_id, moment } of batches) {
      const range = { after: before(first_id), upTo: last_id };
      if (!(await this.range(run, range, (chunk) => this.repository.approveCreated(chunk, moment))))
        return false;
    }
    return true;
  }

  /** Approves updated quotes; returns whether nothing is left. */
  private async updated(run: Run, batches: readonly UpdatedBatch[]): Promise<boolean> {
    for (const { first_event, last_event } of batches) {
      const range = { after: (BigInt(first_event) - 1n).toString(), upTo: last_event };
      if (!(await this.range(run, range, (chunk) => this.repository.approveUpdated(chunk, run.importId))))
        return false;
    }
    return true;
  }

  /** Approves a range of quotes in chunks; returns whether nothing is left of it. */
  private async range(
    { reason, actor, counts, until }: Run,
    { after: first, upTo }: Pick<QuoteChunk, 'after' | 'upTo'>,
    approve: (chunk: QuoteChunk) => Promise<ChunkOutcome>,
  ): Promise<boolean> {
    let after: string | null = first;
    while (after !== null) {
      if (performance.now() > until) return false;
      const chunk: QuoteChunk = { after, upTo, limit: QUOTES, reason, actor };
      const { approved, last } = await withConflictRetries(() => approve(chunk), ATTEMPTS);
      counts.approved += approved;
      if (approved > 0) this.changes.announce('quote');
      after = last;
    }
    return true;
  }

  /** Approves proposals; returns whether nothing is left except those that cannot be approved. */
  private async proposalsOf(run: Run): Promise<boolean> {
    for (;;) {
      if (performance.now() > run.until) return false;
      const ids = await this.repository.pending(run.importId, run.after, PROPOSALS);
      const last = ids.at(-1);
      if (last === undefined) return true;
      await this.approveAll(run, ids);
      run.after = last;
    }
  }

  /** Approves proposals together; if one of them is refused, each half separately. */
  private async approveAll(run: Run, ids: readonly string[]): Promise<void> {
    try {
      const { approved, changed } = await this.proposals.approveAll(ids, run.reason, run.actor);
      run.counts.approved += approved;
      run.counts.changed += changed;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      if (ids.length === 1) run.counts.refused++;
      else {
        const middle = ids.length >> 1;
        await this.approveAll(run, ids.slice(0, middle));
        await this.approveAll(run, ids.slice(middle));
      }
    }
  }
}

/** The identifier before the given one: batches include their first row. */
function before(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`) - 1n;
  const text = number.toString(16).padStart(32, '0');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
