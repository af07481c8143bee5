import { type Api, ApiError } from '../../api.js';
import { openDialog, promptDialog } from '../../dialog.js';
import { type Column, table } from '../../table.js';
import { toast } from '../../toast.js';
import { explain, h } from '../../ui.js';
import { nameOf, type QueuedQuote } from './quote.js';

/** Most targets of one bulk approval. */
const MOST = 200;

/** Decisions with a reason. */
export type Reasoned = 'reject' | 'revoke';

/** What became of one quote; `why` is empty where it went well. */
interface Outcome {
  quote: QueuedQuote;
  why: string;
}

interface BulkResult {
  status: number;
  value: { params?: { code?: string; detail?: string } };
}

/** Refusals whose own words are for programs. */
const WHY: Readonly<Record<string, string>> = {
  precondition_failed: 'Its values changed after they were shown here. Look at them, then decide again.',
};

const DONE = { approve: 'approved', reject: 'rejected', revoke: 'back to pending' } as const;

/** Approves the versions that are shown, one or many; those that changed meanwhile fail. */
export async function approve(api: Api, quotes: readonly QueuedQuote[]): Promise<void> {
  const [only] = quotes;
  if (quotes.length === 1 && only !== undefined) {
    const outcome = await attempt(only, () =>
      api.send('POST', '/svc/quote/approval', { body: { id: only.id }, headers: { 'If-Match': only.etag } }),
    );
    return report('approve', [outcome]);
  }
  const outcomes: Outcome[] = [];
  for (let first = 0; first < quotes.length; first += MOST) {
    const some = quotes.slice(first, first + MOST);
    const body = some.map(({ id, etag }) => ({ id, etag }));
    const answer = await api.send<{ results: BulkResult[] }>('POST', '/svc/quote/approval/bulk', { body });
    for (const [index, quote] of some.entries())
      outcomes.push({ quote, why: whyOf(answer.body.results[index]) });
  }
  report('approve', outcomes);
}

/** Asks why quotes are rejected or their decisions taken back; null when cancelled. */
export function askReason(what: Reasoned, quotes: readonly QueuedQuote[]): Promise<string | null> {
  const [only] = quotes;
  const named = quotes.length === 1 && only !== undefined ? nameOf(only) : `${quotes.length} quotes`;
  return promptDialog(
    what === 'reject' ? `Reject ${named}` : `Take the decision on ${named} back`,
    'Reason',
    {
      action: what === 'reject' ? 'Reject' : 'Take back',
      hint: 'Kept in the history.',
      kind: what === 'reject' ? 'danger' : 'primary',
    },
  );
}

/** Rejects quotes or takes the decisions on them back. */
export async function decideWithReason(
  api: Api,
  what: Reasoned,
  { quotes, reason }: { quotes: readonly QueuedQuote[]; reason: string },
): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const quote of quotes) {
    outcomes.push(
      await attempt(quote, () =>
        api.send('POST', `/svc/quote/${quote.id}/${what}`, {
          body: { reason },
          headers: { 'If-Match': quote.etag },
        }),
      ),
    );
  }
  report(what, outcomes);
}

async function attempt(quote: QueuedQuote, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { quote, why: '' };
  } catch (error) {
    // What concerns the one quote stands beside it; anything else, such as a lost connection, concerns all.
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 401) {
      throw error;
    }
    const { detail, items } = explain(error);
    return { quote, why: WHY[error.code] ?? [detail, ...items].join(' ') };
  }
}

function whyOf(result: BulkResult | undefined): string {
  if (result === undefined) return 'The answer does not say what became of it.';
  if (result.status < 300) return '';
  const { code = '', detail = `Refused with ${result.status}` } = result.value.params ?? {};
  return WHY[code] ?? detail;
}

/** Good news pass by; what failed is listed with its reason until it is closed. */
function report(what: keyof typeof DONE, outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ why }) => why !== '');
  const done = outcomes.length - failed.length;
  const [first] = outcomes;
  if (failed.length === 0 && first !== undefined) {
    toast(`${outcomes.length === 1 ? nameOf(first.quote) : `${done} quotes`} ${DONE[what]}`);
    return;
  }
  const dialog = openDialog(
    `${failed.length} of ${outcomes.length} could not be decided`,
    h(
      'div',
      { class: 'stack' },
      done > 0 && h('p', {}, `${done} ${DONE[what]}. The others stand as before:`),
      table('What failed', FAILED, failed),
    ),
  );
  dialog.classList.add('dialog-large');
}

const FAILED: readonly Column<Outcome>[] = [
  { heading: 'Quote', cell: ({ quote }) => nameOf(quote), rowHeading: true },
  { heading: 'Why', cell: ({ why }) => h('span', { class: 'reason' }, why) },
];
