import { Fragment, h, type JSX } from 'preact';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Pager } from '../../view/pager.js';
import type { Reading } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { Empty, Failure, Loading, MissingParts, noticesOf } from '../../view/states.js';
import { ApproveUnflagged } from './approve-unflagged.js';
import { columnsOf } from './columns.js';
import { useDecidable } from './decidable.js';
import { questionOf } from './decide.js';
import { Details } from './details.js';
import { type Listing, useListing } from './listing.js';
import type { Decision } from './outcomes.js';
import { type Pasts, usePast } from './past.js';
import { nameOf, type QueuedQuote, versionOf } from './quote.js';
import { changeQuery, type QueueQuery, type Status } from './state.js';

/** The decisions that a state allows, the usual one last. */
const DECISIONS_BY_STATUS: Readonly<Record<Status, readonly Decision[]>> = {
  pending: ['reject', 'approve'],
  approved: ['revoke'],
  rejected: ['revoke', 'approve'],
};

/** A page of the queue: its rows, the selected ones, and what can be done with those. */
export function Queue({
  query,
  mayDecide,
  counts,
  onDecided,
}: {
  query: QueueQuery;
  mayDecide: boolean;
  /** how many quotes wait with each flag; shown elsewhere, but what fails with the queue is reported once */
  counts: Reading<unknown>;
  onDecided(): void;
}) {
  const session = useSession();
  const reading = useListing(query);
  const quotes = reading.body?.quotes ?? [];
  const past = usePast(quotes);
  const decisions = mayDecide ? DECISIONS_BY_STATUS[query.status] : [];
  const { frame, isBusy, decideAfter, open, selectColumns, rowProps, buttons } = useDecidable({
    rows: quotes,
    reading,
    decisions,
    remarkOn: (targets) => {
      const flaggedCount = targets.filter(({ flags }) => flags.length > 0).length;
      return flaggedCount > 0 ? text.value.approvals.flaggedAmong(flaggedCount) : '';
    },
    question: (what, targets) => questionOf(session, what, targets),
    viewOf: (quote: QueuedQuote, actions) => {
      const isOwn = decisions.includes('approve') && !mayApprove(session, quote.maker);
      const hint = isOwn ? text.value.approvals.own : null;
      const details = { quote, past: past.body?.get(versionOf(quote)), hint, actions };
      return { title: nameOf(quote), content: ({ close }) => <Details {...details} close={close} /> };
    },
    nameOf,
    keys: text.value.approvals.keys,
    onDecided,
  });
  if (reading.error !== null && !reading.isLoading) return <MissingParts of={[reading, counts]} />;
  const columns = [...selectColumns, ...columnsOf({ status: query.status, past: past.body, open })];
  return (
    <section class="card" aria-label={text.value.approvals.queue} ref={frame}>
      <div class="card-head queue-head">
        <p class="muted" role="status">
          {reading.body !== null && countText(reading.body.meta, query.status)}
        </p>
        {mayDecide && reading.body !== null && quotes.length > 0 && (
          <AllUnflagged listing={reading.body} {...{ query, isBusy, decideAfter }} />
        )}
        {buttons}
      </div>
      {reading.body === null ? (
        <Loading />
      ) : (
        <Fragment>
          <MissingParts of={[counts]} />
          <PastFailure of={past} />
          <Rows {...{ columns, rowProps, query }} listing={reading.body} />
          <Turn next={reading.body.meta.next} cursor={query.cursor} />
        </Fragment>
      )}
    </section>
  );
}

/** Unknown and unread figures look the same in the rows. */
function PastFailure({ of: { error, isLoading, retry } }: { of: Reading<Pasts> }) {
  if (error === null || isLoading) return null;
  return (
    <div class="card-body stack">
      <p>{text.value.approvals.noPast}</p>
      <Failure error={error} retry={retry} />
    </div>
  );
}

const AllUnflagged = (all: Parameters<typeof ApproveUnflagged>[0]) =>
  all.query.status === 'pending' ? <ApproveUnflagged {...all} /> : null;

function Turn({ next, cursor }: { next: string | null; cursor: string }) {
  return (
    <Pager
      next={next}
      cursor={cursor}
      labels={text.value.common.pages}
      onTurn={(to) => changeQuery({ cursor: to ?? '' })}
    />
  );
}

function Rows({
  listing,
  query,
  columns,
  rowProps,
}: {
  listing: Listing;
  query: QueueQuery;
  columns: readonly TableColumn<QueuedQuote>[];
  rowProps(quote: QueuedQuote, index: number): JSX.IntrinsicElements['tr'];
}) {
  const words = text.value.approvals;
  if (listing.quotes.length === 0) {
    const { status, cursor: _page, ...filters } = query;
    const none = status === 'pending' ? words.noneWaits : words.none;
    const isWhole = Object.values(filters).every((value) => value === '');
    return <Empty title={isWhole ? none : words.noMatch} notices={noticesOf(listing)} />;
  }
  return (
    <DataTable
      label={words.quotes}
      rows={listing.quotes}
      keyOf={({ id }) => id}
      columns={columns}
      rowProps={rowProps}
    />
  );
}

function countText(
  {
    total,
    count,
    total_estimated: isEstimated,
  }: { total: number | null; count: number; total_estimated?: boolean },
  status: Status,
): string {
  return `${isEstimated ? '≈ ' : ''}${integer(total ?? count)} ${text.value.approvals.counted[status]}`;
}
