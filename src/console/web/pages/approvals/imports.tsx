import { signal } from '@preact/signals';
import { h } from 'preact';
import { instant, integer } from '../../format.js';
import { idOf } from '../../rights.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import type { TableColumn } from '../../view/data-table.js';
import { PagedList } from '../../view/paged-list.js';
import { promptDialog } from '../../view/question.js';
import { ask, jointReading, type RowOf, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { toast, toastError } from '../../view/toast.js';

type Import = RowOf<'/svc/events'>;
/** The outcome for a part of an import. */
interface Answer {
  approved: number;
  changed: number;
  refused: number;
  complete: boolean;
}

/** Maximum events of an answer. */
const MOST_OWN = 10_000;

/** The import being approved in this tab, part by part, also while another page is shown. */
const underway = signal<{ approved: number } | null>(null);

/** Imports that have ended, the newest first, each of which is approved as a whole. */
export function Imports({ mayDecide }: { mayDecide: boolean }) {
  const words = text.value.decisions;
  const session = useSession();
  const cursor = route.value.query.get('cursor');
  const reading = useRead(
    ask('/svc/events', { type: 'import.finished', format: 'json', order: 'desc', limit: 50, cursor }),
  );
  const own = useOwn(session, mayDecide ? (reading.body?.data ?? []) : []);
  const approve = async ({ request_id: id, resource, timestamp }: Import) => {
    const title = words.imports.approveWhat(resource, instant(timestamp));
    const reason = await promptDialog(title, words.reason, {
      action: words.imports.approve,
      hint: words.imports.reasonHint,
      value: '',
    });
    if (reason === null || id === null) return;
    let approvedCount = 0;
    try {
      for (let isComplete = false; !isComplete; ) {
        underway.value = { approved: approvedCount };
        const body = reason.text === '' ? {} : { reason: reason.text };
        const { body: part } = await session.api.send<Answer>('POST', `/svc/approval/import/${id}/approve`, {
          body,
        });
        approvedCount += part.approved;
        isComplete = part.complete;
        if (isComplete && part.changed + part.refused > 0)
          toast(words.imports.left(integer(part.changed), integer(part.refused)));
      }
      reason.used();
      toast(words.imports.done(integer(approvedCount)));
    } catch (error) {
      if (approvedCount > 0) toast(words.imports.done(integer(approvedCount)));
      toastError(title, error);
    }
    underway.value = null;
  };
  return (
    <Card title={words.imports.title}>
      <p class="card-body muted">{words.imports.meaning}</p>
      {underway.value !== null && (
        <p class="card-body" role="status">
          {words.imports.working(integer(underway.value.approved))}
        </p>
      )}
      <PagedList
        of={jointReading(reading, own)}
        empty={words.imports.empty}
        label={words.imports.title}
        columns={columnsOf(
          mayDecide && underway.value === null ? (of) => void approve(of) : null,
          new Set(own.body?.data.map(({ request_id: id }) => id)),
        )}
      />
    </Card>
  );
}

/** The caller's own imports among those shown, which somebody else has to approve; not read if nobody has to. */
function useOwn(session: Session, shown: readonly Import[]) {
  const days = shown.map(({ timestamp }) => timestamp.slice(0, 10)).sort();
  const [first, last] = [days[0], days.at(-1)];
  const isAsked = !session.caller.self_approval && first !== undefined && last !== undefined;
  const range = { from_date: first ?? null, to_date: last ?? null, limit: MOST_OWN };
  return useRead(
    isAsked ? ask('/svc/audit', { action: 'import_finished', actor: idOf(session), ...range }) : null,
  );
}

function columnsOf(
  approve: ((of: Import) => void) | null,
  own: ReadonlySet<string | null>,
): readonly TableColumn<Import>[] {
  const words = text.value.decisions;
  const countCell =
    (name: string): TableColumn<Import>['cell'] =>
    ({ counts }) =>
      integer(Number((counts as Readonly<Record<string, number>> | null)?.[name] ?? 0));
  return [
    { heading: words.when, cell: ({ timestamp }) => instant(timestamp) },
    { heading: words.set, cell: ({ resource }) => resource },
    { heading: words.imports.created, cell: countCell('created'), numeric: true },
    { heading: words.imports.updated, cell: countCell('updated'), numeric: true },
    { heading: words.imports.rejected, cell: countCell('rejected'), numeric: true },
    {
      heading: <span class="visually-hidden">{text.value.common.action}</span>,
      cell: (of) =>
        approve === null ? (
          ''
        ) : own.has(of.request_id) ? (
          <span class="muted">{text.value.approvals.own}</span>
        ) : (
          <button
            type="button"
            class="button"
            aria-label={words.imports.approveWhat(of.resource, instant(of.timestamp))}
            onClick={() => approve(of)}
          >
            {words.imports.approve}
          </button>
        ),
    },
  ];
}
