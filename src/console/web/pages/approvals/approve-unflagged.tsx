import { signal } from '@preact/signals';
import { h } from 'preact';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { cursorOf } from '../../view/pager.js';
import { confirmDialog } from '../../view/question.js';
import { ask, type BodyOf, read } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { toast, toastWarning } from '../../view/toast.js';
import { approveMany } from './decide.js';
import type { Send } from './deciding.js';
import { type Listing, laterThan, parametersOf } from './listing.js';
import { type Outcome, report } from './outcomes.js';
import type { QueuedQuote } from './quote.js';
import type { QueueQuery } from './state.js';

/** Quotes read and approved at a time. */
const BATCH = 200;

/** Progress of the approval underway, which a change of the filters does not end; null without one. */
const progress = signal<{ looked: number; total: number } | null>(null);

/**
 * Approves all quotes that match the filters and have no flag, page by page; flagged ones are left for review, so are
 * those written after the list was read, which nobody has seen, and the caller's own if somebody else has to
 * approve them.
 */
export function ApproveUnflagged({
  query,
  listing,
  isBusy,
  decideAfter,
}: {
  query: QueueQuery;
  /** what is shown */
  listing: Listing;
  /** a decision is in progress */
  isBusy: boolean;
  decideAfter(question: () => Promise<Send | null>): Promise<void>;
}) {
  const words = text.value.approvals.unflagged;
  const session = useSession();
  const total = listing.meta.total ?? listing.quotes.length;
  const approve = async () => {
    const outcomes: Outcome[] = [];
    let isComplete = false;
    try {
      const look = (looked: number) => {
        progress.value = { looked, total };
      };
      const { flagged, later, own } = await approveSound(session, { query, listing, outcomes, look });
      isComplete = true;
      if (later > 0) toastWarning(words.action, words.later(integer(later)));
      if (own > 0) toastWarning(words.action, words.own(integer(own)));
      if (outcomes.every(({ why }) => why === null))
        toast(words.done(integer(outcomes.length), integer(flagged)));
    } finally {
      progress.value = null;
      // An error that ends it leaves the quotes approved before it as they are.
      const isReported = isComplete ? outcomes.some(({ why }) => why !== null) : outcomes.length > 0;
      if (isReported) report(session, 'approve', outcomes, text.value.approvals.manyQuotes);
    }
  };
  const question = async () => {
    const isSure = await confirmDialog(words.title, words.text(integer(total)), { action: words.action });
    return isSure ? approve : null;
  };
  return (
    <button type="button" class="button" disabled={isBusy} onClick={() => void decideAfter(question)}>
      {progress.value === null
        ? words.action
        : text.value.approvals.working(integer(progress.value.looked), integer(progress.value.total))}
    </button>
  );
}

/**
 * Approves page by page what has no flag, adding to `outcomes`; returns the number of quotes with flags, of those
 * written later than the listing, and of those that the caller may not approve, having written them.
 */
async function approveSound(
  session: Session,
  {
    query,
    listing,
    outcomes,
    look,
  }: {
    query: QueueQuery;
    listing: Listing;
    outcomes: Outcome[];
    /** gets the number of quotes looked at so far, before each page */
    look(count: number): void;
  },
): Promise<{ flagged: number; later: number; own: number }> {
  const { api } = session;
  let [flagged, later, own] = [0, 0, 0];
  for (let cursor: string | null = ''; cursor !== null; ) {
    look(outcomes.length + flagged + later + own);
    const page: BodyOf<'/svc/quote/approval'> = await read(
      api,
      ask('/svc/quote/approval', { ...parametersOf(query), cursor, limit: BATCH }),
    );
    const all = page.data as readonly QueuedQuote[];
    const isLater = await laterThan(api, listing);
    const listed = all.filter((quote) => !isLater(quote));
    const sound = listed.filter(({ flags }) => flags.length === 0);
    later += all.length - listed.length;
    const others = sound.filter(({ maker }) => mayApprove(session, maker));
    flagged += listed.length - sound.length;
    own += sound.length - others.length;
    outcomes.push(...(await approveMany(api, others)));
    cursor = cursorOf(page.meta.next);
  }
  return { flagged, later, own };
}
