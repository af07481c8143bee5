import type { Executor } from '../../database/statement.js';
import type { Gate } from './gate.js';
import { type Range, type StagedPart, UNJUDGED } from './merged-rows.js';

/** Has the batches of an import judged if it has a gate. */
export class Gating {
  constructor(
    private readonly gate: Gate | undefined,
    private readonly isCluster: boolean,
  ) {}

  /** False: every batch must be compared with the stored records. */
  get mayCopy(): boolean {
    return this.gate === undefined || (this.gate.mayBeAlone && !this.isCluster);
  }

  /** Whether rows are judged before they are stored. */
  get judges(): boolean {
    return this.gate !== undefined;
  }

  /** Whether the next batch need not be compared with stored records, as far as the gate knows. */
  async isAlone(executor: Executor): Promise<boolean> {
    return this.gate === undefined || this.gate.isAlone(executor);
  }

  /** Throws if the rows of a batch may not be stored any more. */
  async confirm(executor: Executor): Promise<void> {
    await this.gate?.confirm(executor);
  }

  /**
   * The rows left in the staging table or, if they are already written, in the table itself, by part; a single part if
   * nothing is judged.
   */
  async remainingParts(
    executor: Executor,
    { batch, from, to }: Range,
    isWritten = false,
  ): Promise<StagedPart[]> {
    const { gate } = this;
    if (gate === undefined)
      return [{ file: '', from, firstId: batch.firstId, count: to - from, verdict: UNJUDGED }];
    const parts = batch.parts(from, to);
    const verdicts = await (isWritten ? gate.judgeWritten(executor, parts) : gate.judge(executor, parts));
    return parts.map((part, at) => {
      const verdict = verdicts[at] ?? UNJUDGED;
      const size = (parts[at + 1]?.from ?? to) - part.from;
      return { ...part, count: size - verdict.quarantined - verdict.yielded, verdict };
    });
  }
}
