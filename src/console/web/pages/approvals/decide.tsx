import type { Api } from '../../api.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import type { Message } from '../../view/problem.js';
import { promptDialog, type Typed } from '../../view/question.js';
import { toastError } from '../../view/toast.js';
import type { Send } from './deciding.js';
import {
  type Decision,
  decideEach,
  endReason,
  type Outcome,
  type Reasoned,
  refusalInWords,
  report,
  subjectOf,
} from './outcomes.js';
import { nameOf, type QueuedQuote } from './quote.js';

/** Maximum targets of one bulk approval. */
const MOST = 200;

interface BulkResult {
  status: number;
  value: { params?: { code?: string; detail?: string } };
}

/** Asks what a decision on quotes takes; returns what sends it, or null if the reader cancels. */
export async function questionOf(
  session: Session,
  what: Decision,
  quotes: readonly QueuedQuote[],
): Promise<Send | null> {
  const reason = what === 'approve' ? null : await askReason(what, quotes);
  if (what !== 'approve' && reason === null) return null;
  return () => decide(session, what, { quotes, reason });
}

/** Decides on the versions shown, one or many, and reports the outcomes, also those before an error that ends it. */
async function decide(
  session: Session,
  what: Decision,
  { quotes, reason }: { quotes: readonly QueuedQuote[]; reason: Typed | null },
): Promise<void> {
  const { api } = session;
  const outcomes: Outcome[] = [];
  const send = ({ id, etag }: QueuedQuote) => {
    const headers = { 'If-Match': etag };
    return what === 'approve'
      ? api.send('POST', '/svc/quote/approval', { body: { id }, headers })
      : api.send('POST', `/svc/quote/${id}/${what}`, { body: { reason: reason?.text }, headers });
  };
  try {
    if (what === 'approve' && quotes.length > 1) outcomes.push(...(await approveMany(api, quotes)));
    else await decideEach(quotes, { send, nameOf, outcomes });
  } catch (error) {
    const answered = new Set(outcomes.map(({ id }) => id));
    const rest = quotes.filter(({ id }) => !answered.has(id));
    toastError(text.value.approvals.couldNot(subjectNameOf(rest)), error);
  }
  endReason(reason, what, quotes, outcomes);
  if (outcomes.length > 0) report(session, what, outcomes, text.value.approvals.manyQuotes);
}

/** The name of a quote, or the number of several. */
const subjectNameOf = (quotes: readonly QueuedQuote[]): string =>
  quotes.length === 1 ? quotes.map(nameOf).join() : text.value.approvals.manyQuotes(quotes.length);

/** Approves the given versions, as many per request as it accepts. */
export async function approveMany(api: Api, quotes: readonly QueuedQuote[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let first = 0; first < quotes.length; first += MOST) {
    const some = quotes.slice(first, first + MOST);
    const body = some.map(({ id, etag }) => ({ id, etag }));
    const answer = await api.send<{ results: BulkResult[] }>('POST', '/svc/quote/approval/bulk', { body });
    for (const [index, quote] of some.entries())
      outcomes.push({ id: quote.id, name: nameOf(quote), why: whyOf(answer.body.results[index]) });
  }
  return outcomes;
}

/** Asks why quotes are rejected or their decisions revoked; null when cancelled. */
function askReason(what: Reasoned, quotes: readonly QueuedQuote[]): Promise<Typed | null> {
  const words = text.value.approvals;
  const subject = subjectNameOf(quotes);
  return promptDialog(
    what === 'reject' ? words.rejectWhat(subject) : words.revokeWhat(subject),
    words.reason,
    {
      action: words.actions[what],
      hint: words.reasonKept,
      about: subjectOf(what, quotes),
      kind: what === 'reject' ? 'danger' : 'primary',
    },
  );
}

function whyOf(result: BulkResult | undefined): Message | null {
  const words = text.value.approvals;
  if (result === undefined) return { words: words.unanswered };
  if (result.status < 300) return null;
  const { code = '', detail = words.refused(result.status) } = result.value.params ?? {};
  return refusalInWords({ code, detail });
}
