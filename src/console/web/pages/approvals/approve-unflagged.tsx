import { signal } from '@preact/signals';
import { h } from 'preact';
import type { Api } from '../../api.js';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { cursorOf } from '../../view/pager.js';
import { confirmDialog } from '../../view/question.js';
import { ask, type BodyOf, read, useAnswer } from '../../view/read.js';
import { SessionContext, useSession } from '../../view/session.js';
import { toast, toastError, toastWarning } from '../../view/toast.js';
import { approveMany } from './decide.js';
import type { Send } from './deciding.js';
import { type Listing, laterThan, parametersOf } from './listing.js';
import { type Outcome, report } from './outcomes.js';
import type { QueuedQuote } from './quote.js';
import type { QueueQuery } from './state.js';

/** Quotes read and approved at a time. */
const BATCH = 200;
/** Quotes with a flag that are read to count those with several flags once. */
const COUNTED = 500;

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
  // All quotes with one flag have a flag; an approval underway stays in view.
  if (query.flag !== '' && progress.value === null) return null;
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
    } catch (error) {
      toastError(text.value.approvals.couldNot(words.action), error);
    } finally {
      progress.value = null;
      // An error that ends it leaves the quotes approved before it as they are.
      const isReported = isComplete ? outcomes.some(({ why }) => why !== null) : outcomes.length > 0;
      if (isReported) report(session, 'approve', outcomes, text.value.approvals.manyQuotes);
    }
  };
  const question = async () => {
    const detail = (
      <SessionContext.Provider value={session}>
        {words.text(integer(total))} <Left query={query} />
      </SessionContext.Provider>
    );
    const isSure = await confirmDialog(words.title, detail, { action: words.action });
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

/** What is left for review: how many quotes, once that is known. */
function Left({ query }: { query: QueueQuery }) {
  const words = text.value.approvals.unflagged;
  const { api } = useSession();
  const { body } = useAnswer('flagged', (signal) => flaggedOf(api, query, signal));
  const inWords = () => {
    if (body === null) return words.left;
    if (body.count === 0) return words.noneFlagged;
    return (body.isMore ? words.flaggedAtLeast : words.flagged)(integer(body.count));
  };
  return <span role="status">{inWords()}</span>;
}

/**
 * How many of the quotes that match the filters have a flag; null while their checks are under way. One that has several
 * flags counts once, so many of them are only counted up to a bound (`isMore`).
 */
async function flaggedOf(api: Api, query: QueueQuery, signal: AbortSignal) {
  const counts = await read(api, ask('/svc/quote/approval/counts'), signal);
  if (counts.checks_pending) return null;
  const lists = await Promise.all(
    counts.flags
      .filter(({ count }) => count > 0)
      .map(({ flag }) =>
        read(
          api,
          ask('/svc/quote/approval', { ...query, flag, cursor: null, limit: COUNTED, total: true }),
          signal,
        ),
      ),
  );
  if (lists.some(({ meta }) => meta.total_estimated)) return null;
  const flagLists = lists.filter(({ data }) => data.length > 0);
  const ids = new Set(flagLists.flatMap(({ data }) => data.map(({ id }) => id)));
  const most = Math.max(0, ...flagLists.map(({ meta }) => meta.total ?? 0));
  return {
    count: Math.max(ids.size, most),
    isMore: flagLists.length > 1 && flagLists.some(({ meta }) => meta.next !== null),
  };
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
    const listedQuotes = all.filter((quote) => !isLater(quote));
    const sound = listedQuotes.filter(({ flags }) => flags.length === 0);
    later += all.length - listedQuotes.length;
    const others = sound.filter(({ maker }) => mayApprove(session, maker));
    flagged += listedQuotes.length - sound.length;
    own += sound.length - others.length;
    outcomes.push(...(await approveMany(api, others)));
    cursor = cursorOf(page.meta.next);
  }
  return { flagged, later, own };
}
