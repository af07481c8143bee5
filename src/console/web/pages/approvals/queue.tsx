import { Fragment, h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { Pager } from '../../view/pager.js';
import type { Reading } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { useShortcuts } from '../../view/shortcuts.js';
import { Empty, Failure, Loading } from '../../view/states.js';
import { ApproveUnflagged } from './approve-unflagged.js';
import { columnsOf, selectColumn } from './columns.js';
import type { Decision } from './decide.js';
import { useDecisions } from './deciding.js';
import { type DetailAction, Details } from './details.js';
import { useListing } from './listing.js';
import { type Pasts, usePast } from './past.js';
import { type QueuedQuote, versionOf } from './quote.js';
import { changeQuery, type QueueQuery, type Status } from './state.js';

/** The decisions that a state allows, the usual one last. */
const DECISIONS_BY_STATUS: Readonly<Record<Status, readonly Decision[]>> = {
  pending: ['reject', 'approve'],
  approved: ['revoke'],
  rejected: ['revoke', 'approve'],
};
const KINDS = { reject: 'danger', approve: 'primary', revoke: undefined } as const;

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
  const { frame, current, mark, move, focus } = useRows(quotes.length);
  const { selected, ticked, select } = useSelection(quotes);
  const { isBusy, decide, decideAfter } = useDecisions({
    isLoading: reading.isLoading,
    reload: reading.retry,
    onDone: () => {
      onDecided();
      if (isFree(frame.current)) focus();
    },
  });
  const decisions = mayDecide ? DECISIONS_BY_STATUS[query.status] : [];
  const isOthers = ({ maker }: QueuedQuote) => mayApprove(session, maker);
  // Among others, the caller's own quotes are refused by the service, which says why.
  const decisionsOn = (targets: readonly QueuedQuote[]) =>
    decisions.filter((what) => what !== 'approve' || targets.length === 0 || targets.some(isOthers));
  const open = (quote: QueuedQuote) =>
    show(session, quote, {
      past: past.body?.get(versionOf(quote)),
      hint: decisions.includes('approve') && !isOthers(quote) ? text.value.approvals.own : null,
      actions: actionsOf(decisionsOn([quote]), (what) => void decide(what, [quote])),
    });
  const at = quotes.slice(current, current + 1);
  useKeys({
    move,
    toggle: () => mayDecide && at[0] && select([at[0].id], !selected.has(at[0].id)),
    open: () => at[0] && open(at[0]),
    // The keyboard decides on the selected quotes, else on the current one.
    decide: (what) => {
      const targets = selected.size > 0 ? ticked() : at;
      if (decisionsOn(targets).includes(what)) void decide(what, targets);
    },
  });
  if (reading.error !== null && !reading.isLoading)
    return <Failure error={reading.error} retry={reading.retry} />;
  const columns = [
    ...(mayDecide ? [selectColumn({ quotes, selected, select })] : []),
    ...columnsOf({ status: query.status, past: past.body, open }),
  ];
  return (
    <section class="card" aria-label={text.value.approvals.queue} ref={frame}>
      <div class="card-head queue-head">
        <p class="muted" role="status">
          {reading.body !== null && countText(reading.body.meta, query.status)}
        </p>
        {mayDecide && reading.body !== null && quotes.length > 0 && (
          <AllUnflagged listing={reading.body} {...{ query, isBusy, decideAfter }} />
        )}
        <Decide
          actions={actionsOf(decisionsOn(ticked()), (what) => void decide(what, ticked()))}
          count={selected.size}
          isBusy={isBusy}
        />
      </div>
      {reading.body === null ? (
        <Loading />
      ) : (
        <Fragment>
          <PastFailure of={past} />
          <Rows
            {...{ quotes, columns, status: query.status }}
            rowProps={rowPropsOf({ selected, current, mark, open })}
          />
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

/** The selected quotes, and functions to change the selection. */
function useSelection(quotes: readonly QueuedQuote[]) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  // Decided quotes are no longer among the rows.
  const selected = new Set(quotes.map(({ id }) => id).filter((id) => chosenIds.has(id)));
  return {
    selected,
    ticked: () => quotes.filter(({ id }) => selected.has(id)),
    select: (ids: readonly string[], isSelected: boolean) => {
      const next = new Set(selected);
      for (const id of ids) isSelected ? next.add(id) : next.delete(id);
      setChosenIds(next);
    },
  };
}

interface RowState {
  selected: ReadonlySet<string>;
  /** index of the row that the keyboard is on */
  current: number;
  mark(index: number): void;
  open(quote: QueuedQuote): void;
}

/** Properties that let the keyboard reach and open a row of the queue. */
const rowPropsOf =
  ({ selected, current, mark, open }: RowState) =>
  (quote: QueuedQuote, index: number): JSX.IntrinsicElements['tr'] => ({
    tabIndex: -1,
    'aria-selected': selected.has(quote.id),
    ...(index === current && { 'aria-current': 'true' }),
    // Also of the controls in it: the keys decide on the row where the reader is.
    onFocusIn: () => mark(index),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault(); // else the same key presses the newly focused element
      open(quote);
    },
  });

function Decide({
  actions,
  count,
  isBusy,
}: {
  actions: readonly DetailAction[];
  count: number;
  isBusy: boolean;
}) {
  return (
    <div class="toolbar">
      {actions.map(({ label, kind, run }) => (
        <button
          key={label}
          type="button"
          class={kind === undefined ? 'button' : `button button-${kind}`}
          disabled={count === 0 || isBusy}
          onClick={run}
        >
          {count > 0 ? `${label} ${count}` : label}
        </button>
      ))}
    </div>
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

function actionsOf(decisions: readonly Decision[], run: (what: Decision) => void): DetailAction[] {
  const words = text.value.approvals.actions;
  return decisions.map((what) => {
    const kind = KINDS[what];
    return { label: words[what], ...(kind !== undefined && { kind }), run: () => run(what) };
  });
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

/** The row that the keyboard is on, and functions to move to others. */
function useRows(count: number) {
  const frame = useRef<HTMLElement>(null);
  const [at, mark] = useState(0);
  const current = Math.max(0, Math.min(at, count - 1));
  const rowAt = (index: number) =>
    frame.current?.querySelectorAll<HTMLTableRowElement>('tbody tr')[Math.max(0, Math.min(index, count - 1))];
  return {
    frame,
    current,
    mark,
    move: (step: number) => rowAt(current + step)?.focus(),
    focus: () => rowAt(current)?.focus({ preventScroll: true }),
  };
}

/** Whether the focus may go to a row: the reader is not elsewhere, typing a filter or reading a dialog. */
function isFree(frame: HTMLElement | null): boolean {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && frame?.contains(activeElement) === false;
  return !isElsewhere && document.querySelector('dialog[open]') === null;
}

interface Keys {
  move(step: number): void;
  toggle(): void;
  open(): void;
  decide(what: Decision): void;
}

/** The keys of the page, which always act on what is currently shown. */
function useKeys({ move, toggle, open, decide }: Keys): void {
  const { title, keys } = text.value.approvals;
  useShortcuts(title, [
    { keys: 'j', label: keys.next, repeats: true, run: () => move(1) },
    { keys: 'k', label: keys.previous, repeats: true, run: () => move(-1) },
    { keys: 'x', label: keys.select, run: toggle },
    { keys: 'o', label: keys.open, run: open },
    { keys: 'a', label: keys.approve, run: () => decide('approve') },
    { keys: 'r', label: keys.reject, run: () => decide('reject') },
  ]);
}
