import { signal } from '@preact/signals';
import { h } from 'preact';
import { ApiError } from '../../api.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { DataTable } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { MessageText } from '../../view/message-text.js';
import { type Message, messageOf, reasonOf } from '../../view/problem.js';
import type { Typed } from '../../view/question.js';
import { toast } from '../../view/toast.js';

/** Decisions with a reason, and all decisions. */
export type Reasoned = 'reject' | 'revoke';
export type Decision = Reasoned | 'approve';

/** The outcome for one record; `why` is null on success. */
export interface Outcome {
  id: string;
  /** display name of the record */
  name: string;
  why: Message | null;
}

/** Requests underway at the same time. */
const WIDTH = 4;

/** Progress of the decision underway on several records, wherever it was made; null without one. */
export const progress = signal<{ done: number; total: number } | null>(null);

/**
 * Decides on each record with a request of its own, a few at a time, adding to `outcomes`; sends no more after an error
 * that concerns all of them, and throws it.
 */
export async function decideEach<Row extends { id: string }>(
  rows: readonly Row[],
  {
    send,
    nameOf,
    outcomes,
  }: { send(row: Row): Promise<unknown>; nameOf(row: Row): string; outcomes: Outcome[] },
): Promise<void> {
  const unsent = [...rows];
  const faults: unknown[] = [];
  const work = async () => {
    for (let row = unsent.shift(); row !== undefined; row = unsent.shift()) {
      try {
        outcomes.push({ id: row.id, name: nameOf(row), why: await refusalOf(send(row)) });
        progress.value = { done: outcomes.length, total: rows.length };
      } catch (error) {
        faults.push(error);
        unsent.length = 0;
      }
    }
  };
  progress.value = { done: 0, total: rows.length };
  await Promise.all(Array.from({ length: WIDTH }, work));
  progress.value = null;
  if (faults.length > 0) throw faults[0];
}

/** Why a request was refused, null if it was not; throws an error that concerns more than one record. */
async function refusalOf(request: Promise<unknown>): Promise<Message | null> {
  try {
    await request;
    return null;
  } catch (error) {
    const isOfOne =
      error instanceof ApiError &&
      error.status >= 400 &&
      error.status < 500 &&
      ![401, 429].includes(error.status);
    if (!isOfOne) throw error;
    return plainWords(error.code) ?? reasonOf(error);
  }
}

/** Plain words for refusals worded for programs. */
function plainWords(code: string): Message | undefined {
  if (code === 'precondition_failed') return { words: text.value.approvals.changed };
  return code === 'record_changed' ? { words: text.value.decisions.proposals.changed } : undefined;
}

/** Why one of many records was refused, in the words of the service. */
export const refusalInWords = (refusal: { code: string; detail: string }): Message =>
  plainWords(refusal.code) ?? messageOf('problems', refusal);

/** What a reason is about. */
export const subjectOf = (what: Decision, rows: readonly { id: string }[]) =>
  `${what} ${rows.map(({ id }) => id).join()}`;

/** A reason has been used, except about the records that are still undecided, for which it is there again. */
export function endReason(
  reason: Typed | null,
  what: Decision,
  rows: readonly { id: string }[],
  outcomes: readonly Outcome[],
): void {
  const done = new Set(outcomes.filter(({ why }) => why === null).map(({ id }) => id));
  const rest = rows.filter(({ id }) => !done.has(id));
  reason?.used(rest.length === 0 ? undefined : subjectOf(what, rest));
}

/**
 * Success is a passing toast; failures are listed with their reasons until closed. Nothing is shown after sign-out.
 * `manyOf` names a number of the records.
 */
export function report(
  session: Session,
  what: Decision,
  outcomes: readonly Outcome[],
  manyOf: (count: number) => string,
): void {
  if (session.api.isClosed) return;
  const words = text.value.approvals;
  const failed = outcomes.filter(({ why }) => why !== null);
  const done = outcomes.length - failed.length;
  const [first] = outcomes;
  if (failed.length === 0 && first !== undefined) {
    toast(`${outcomes.length === 1 ? first.name : manyOf(done)} ${words.done[what]}`);
    return;
  }
  showView(
    words.failed(failed.length, outcomes.length),
    session,
    () => (
      <div class="stack">
        {done > 0 && <p>{words.othersDone(done, words.done[what])}</p>}
        <DataTable
          label={words.whatFailed}
          rows={failed}
          keyOf={({ id }) => id}
          columns={[
            { heading: text.value.decisions.record, cell: ({ name }) => name, wrap: true },
            {
              heading: words.why,
              cell: ({ why }) => <span class="reason">{why && <MessageText of={why} />}</span>,
            },
          ]}
        />
      </div>
    ),
    { large: true },
  );
}
