import { h } from 'preact';
import { type Api, ApiError } from '../../api.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { DataTable } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { reasonOf } from '../../view/problem.js';
import { promptDialog, type Typed } from '../../view/question.js';
import { toast } from '../../view/toast.js';
import { nameOf, type QueuedQuote } from './quote.js';

/** Maximum targets of one bulk approval. */
const MOST = 200;

/** Decisions with a reason, and all decisions. */
export type Reasoned = 'reject' | 'revoke';
export type Decision = Reasoned | 'approve';

/** The outcome for one quote; `why` is empty on success. */
export interface Outcome {
  quote: QueuedQuote;
  why: string;
}

interface BulkResult {
  status: number;
  value: { params?: { code?: string; detail?: string } };
}

/** Decides on the versions shown, one or many, and reports the outcomes, also those before an error that ends it. */
export async function decide(
  session: Session,
  what: Decision,
  { quotes, reason }: { quotes: readonly QueuedQuote[]; reason: Typed | null },
): Promise<void> {
  const { api } = session;
  const outcomes: Outcome[] = [];
  try {
    if (what === 'approve' && quotes.length > 1) outcomes.push(...(await approveMany(api, quotes)));
    else await oneByOne(api, what, { quotes, reason: reason?.text, outcomes });
  } finally {
    const rest = quotes.filter((_quote, at) => outcomes[at]?.why !== '');
    reason?.used(rest.length === 0 ? undefined : subjectOf(what, rest));
    if (outcomes.length > 0) report(session, what, outcomes);
  }
}

/** Approves the given versions, as many per request as it accepts. */
export async function approveMany(api: Api, quotes: readonly QueuedQuote[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let first = 0; first < quotes.length; first += MOST) {
    const some = quotes.slice(first, first + MOST);
    const body = some.map(({ id, etag }) => ({ id, etag }));
    const answer = await api.send<{ results: BulkResult[] }>('POST', '/svc/quote/approval/bulk', { body });
    for (const [index, quote] of some.entries())
      outcomes.push({ quote, why: whyOf(answer.body.results[index]) });
  }
  return outcomes;
}

/** Decides on each, adding to `outcomes`; throws an error that concerns all of them. */
async function oneByOne(
  api: Api,
  what: Decision,
  {
    quotes,
    reason,
    outcomes,
  }: { quotes: readonly QueuedQuote[]; reason: string | undefined; outcomes: Outcome[] },
): Promise<void> {
  for (const quote of quotes) {
    const headers = { 'If-Match': quote.etag };
    outcomes.push(
      await attempt(quote, () =>
        what === 'approve'
          ? api.send('POST', '/svc/quote/approval', { body: { id: quote.id }, headers })
          : api.send('POST', `/svc/quote/${quote.id}/${what}`, { body: { reason }, headers }),
      ),
    );
  }
}

/** Asks why quotes are rejected or their decisions revoked; null when cancelled. */
export function askReason(what: Reasoned, quotes: readonly QueuedQuote[]): Promise<Typed | null> {
  const words = text.value.approvals;
  const [only] = quotes;
  const named = quotes.length === 1 && only !== undefined ? nameOf(only) : words.manyQuotes(quotes.length);
  return promptDialog(what === 'reject' ? words.rejectWhat(named) : words.revokeWhat(named), words.reason, {
    action: words.actions[what],
    hint: words.reasonKept,
    about: subjectOf(what, quotes),
    kind: what === 'reject' ? 'danger' : 'primary',
  });
}

/** What a reason is about. */
const subjectOf = (what: Decision, quotes: readonly QueuedQuote[]) =>
  `${what} ${quotes.map(({ id }) => id).join()}`;

async function attempt(quote: QueuedQuote, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { quote, why: '' };
  } catch (error) {
    // Errors of a single quote are shown next to it; anything else, such as a lost connection, concerns all.
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 401) {
      throw error;
    }
    return { quote, why: inWords(error.code) ?? reasonOf(error) };
  }
}

function whyOf(result: BulkResult | undefined): string {
  const words = text.value.approvals;
  if (result === undefined) return words.unanswered;
  if (result.status < 300) return '';
  const { code = '', detail = words.refused(result.status) } = result.value.params ?? {};
  return inWords(code) ?? detail;
}

/** Plain words for refusals worded for programs. */
function inWords(code: string): string | undefined {
  return code === 'precondition_failed' ? text.value.approvals.changed : undefined;
}

/** Success is a passing toast; failures are listed with their reasons until closed. Nothing is shown after sign-out. */
export function report(session: Session, what: Decision, outcomes: readonly Outcome[]): void {
  if (session.api.isClosed) return;
  const words = text.value.approvals;
  const failed = outcomes.filter(({ why }) => why !== '');
  const done = outcomes.length - failed.length;
  const [first] = outcomes;
  if (failed.length === 0 && first !== undefined) {
    toast(`${outcomes.length === 1 ? nameOf(first.quote) : words.manyQuotes(done)} ${words.done[what]}`);
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
          keyOf={({ quote }) => quote.id}
          columns={[
            { heading: words.columns.quote, cell: ({ quote }) => nameOf(quote) },
            { heading: words.why, cell: ({ why }) => <span class="reason">{why}</span> },
          ]}
        />
      </div>
    ),
    { large: true },
  );
}
