import { h } from 'preact';
import { instant } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import type { TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { PagedList } from '../../view/paged-list.js';
import { Principal } from '../../view/principal.js';
import { actionName } from '../../view/problem.js';
import { ask, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { keyText, summaryOf } from '../../view/values.js';
import { AuditEvent } from './audit-event.js';
import { AuditFilters } from './audit-filters.js';
import { type AuditRow, filtersOf, isDecision, knownValues } from './audit-state.js';

const PAGE = 50;

/** Every write with its values before and after, the newest first. */
export function Audit() {
  const words = text.value.activity.audit;
  const session = useSession();
  const filters = filtersOf(route.value);
  const { resource, ...conditions } = filters;
  const reading = useRead({
    ...ask('/svc/audit', {
      ...conditions,
      resource: resource === '' ? null : (resource as AuditRow['resource'] as 'quote'),
      cursor: route.value.query.get('cursor'),
      limit: PAGE,
    }),
    exact: true,
  });
  const open = (event: AuditRow) =>
    showView(
      words.open(actionName(event.action), keyText(event)),
      session,
      (close) => <AuditEvent event={event} close={close} reload={reading.retry} />,
      { large: true },
    );
  return (
    <div class="stack">
      <AuditFilters filters={filters} />
      <Card title={filters.request_id === '' ? words.title : words.ofRequest(filters.request_id)}>
        <PagedList of={reading} empty={words.empty} label={words.title} columns={columnsOf(open)} />
      </Card>
    </div>
  );
}

function columnsOf(open: (event: AuditRow) => void): readonly TableColumn<AuditRow>[] {
  const words = text.value.activity.audit;
  return [
    { heading: words.when, cell: (event) => instant(event.occurred_at) },
    { heading: words.who, cell: ({ actor }) => <Principal of={actor} />, wrap: true, wideOnly: true },
    {
      heading: words.what,
      cell: ({ action, resource }) => (
        <span class="cell-words">
          <span class="badge badge-neutral" title={action}>
            {actionName(action)}
          </span>{' '}
          {resource}
        </span>
      ),
    },
    {
      heading: words.key,
      cell: (event) => (
        <button
          type="button"
          class="cell-link"
          aria-label={words.open(actionName(event.action), keyText(event))}
          onClick={() => open(event)}
        >
          <strong>{keyText(event)}</strong>
        </button>
      ),
    },
    {
      heading: words.changes,
      cell: (event) => <span class="muted">{summaryOf(valuesOf(event), event.record_key)}</span>,
      wrap: true,
      wideOnly: true,
    },
  ];
}

/** The values of the record; of the proposed one, if the event is about a proposal; those decided on, if about a quote. */
function valuesOf(event: AuditRow): Parameters<typeof summaryOf>[0] {
  const { action, before, after } = event;
  if (isDecision(event)) return { before: null, after: knownValues(after) };
  if (!action.startsWith('proposal_')) return { before, after };
  const record = (after?.record ?? null) as AuditRow['after'];
  return { before: record === null ? null : before, after: record };
}
