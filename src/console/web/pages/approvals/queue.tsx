import { Fragment, h, type JSX } from 'preact';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { Pager } from '../../view/pager.js';
import type { Reading } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { Empty, Failure, Loading } from '../../view/states.js';
import { ApproveUnflagged } from './approve-unflagged.js';
import { columnsOf } from './columns.js';
import { useDecidable } from './decidable.js';
import { questionOf } from './decide.js';
import { Details } from './details.js';
import { useListing } from './listing.js';
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
  onDecided,
}: {
  query: QueueQuery;
  mayDecide: boolean;
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
    question: (what, targets) => questionOf(session, what, targets),
    open: (quote: QueuedQuote, actions) => {
      const isOwn = decisions.includes('approve') && !mayApprove(session, quote.maker);
      const hint = isOwn ? text.value.approvals.own : null;
      show(session, quote, { past: past.body?.get(versionOf(quote)), hint, actions });
    },
    nameOf,
    keys: text.value.approvals.keys,
    onDecided,
  });
  if (reading.error !== null && !reading.isLoading)
    return <Failure error={reading.error} retry={reading.retry} />;
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
          <PastFailure of={past} />
          <Rows {...{ quotes, columns, rowProps, status: query.status }} />
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

/** Opens a quote with its past and the possible decisions. */
function show(
  session: ReturnType<typeof useSession>,
  quote: QueuedQuote,
  details: Omit<Parameters<typeof Details>[0], 'quote' | 'close'>,
): void {
  showView(
    `${quote.ticker} ${quote.date}`,
    session,
    (close) => <Details quote={quote} close={close} {...details} />,
    { large: true },
  );
}

function Rows({
  quotes,
  status,
  columns,
  rowProps,
}: {
  quotes: readonly QueuedQuote[];
  status: Status;
  columns: readonly TableColumn<QueuedQuote>[];
  rowProps(quote: QueuedQuote, index: number): JSX.IntrinsicElements['tr'];
}) {
  const words = text.value.approvals;
  if (quotes.length === 0) {
    return (
      <Empty title={status === 'pending' ? words.noneWaits : words.none}>
        <p>{words.noMatch}</p>
      </Empty>
    );
  }
  return (
    <DataTable
      label={words.quotes}
      rows={quotes}
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
