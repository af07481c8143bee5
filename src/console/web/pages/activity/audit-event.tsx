import { Fragment, h } from 'preact';
import { isOutcomeOpen } from '../../api.js';
import { instant } from '../../format.js';
import { permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { ChangesTable } from '../../view/changes-table.js';
import { useDialogFailure } from '../../view/dialog-failure.js';
import { actionName } from '../../view/problem.js';
import { confirmDialog } from '../../view/question.js';
import { recordAddress } from '../../view/record-address.js';
import { useSession } from '../../view/session.js';
import { Failure } from '../../view/states.js';
import { toast } from '../../view/toast.js';
import { changesOf, type FieldValues, inOrder, keyText, valueText } from '../../view/values.js';
import { type AuditRow, BESIDE_DATA_SETS, isDecision, knownValues } from './audit-state.js';

/** An event with its values before and after, and links to related pages. */
export function AuditEvent({ event, close, reload }: { event: AuditRow; close(): void; reload(): void }) {
  const words = text.value.activity.audit;
  const changes = isDecision(event) ? decisionFields(event) : changesOf(event);
  const fieldCount = isDecision(event)
    ? changes.length
    : new Set([...Object.keys(event.before ?? {}), ...Object.keys(event.after ?? {})]).size;
  const facts: readonly (readonly [string, string])[] = [
    [words.when, instant(event.occurred_at)],
    [words.who, event.actor],
    [words.what, `${whatOf(event.action)} ${event.resource}`],
  ];
  return (
    <div class="stack">
      <dl class="figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 ? (
        <p class="hint">{words.noValues}</p>
      ) : (
        <Fragment>
          <ChangesTable
            label={words.changes}
            headings={words}
            changes={changes.map(({ field, before, after }) => ({
              field,
              before: valueText(before),
              after: valueText(after),
            }))}
          />
          {fieldCount > changes.length && <p class="hint">{words.unchanged(fieldCount - changes.length)}</p>}
        </Fragment>
      )}
      <WaysOn event={event} />
      <Restore event={event} close={close} reload={reload} />
    </div>
  );
}

/** The figures that a decision left as they were, and its reason. */
function decisionFields({ after }: AuditRow): FieldValues[] {
  const values = knownValues(after);
  return inOrder(Object.keys(values)).map((field) => ({
    field,
    before: field === 'reason' ? null : values[field],
    after: values[field],
  }));
}

/** With the code, which is what the filter takes, where the name is another. */
function whatOf(action: string): string {
  const name = actionName(action);
  return name === action ? name : `${name} (${action})`;
}

function WaysOn({ event }: { event: AuditRow }) {
  const words = text.value.activity.audit;
  const { resource, record_id: record, actor, request_id: request, record_key: key } = event;
  const of = (query: Record<string, string>) => addressOf('activity', ['audit'], query);
  const isRecord = key !== null && !BESIDE_DATA_SETS.includes(resource);
  return (
    <p class="cell-words">
      {record !== null && <a href={of({ resource, record_id: record })}>{words.sameRecord}</a>}
      <a href={of({ actor })}>{words.samePerson}</a>
      {request !== null && <a href={of({ request_id: request })}>{words.sameRequest}</a>}
      {isRecord && <a href={recordAddress(resource, key)}>{words.toRecord}</a>}
    </p>
  );
}

/** Offered if there are values before, to callers who may write them. */
function Restore({ event, close, reload }: { event: AuditRow; close(): void; reload(): void }) {
  const words = text.value.activity.audit;
  const session = useSession();
  const { error, fail } = useDialogFailure();
  const { record_id: record, resource, before } = event;
  const isPossible = record !== null && before !== null && ['updated', 'deleted'].includes(event.action);
  if (!isPossible || BESIDE_DATA_SETS.includes(resource) || !permits(session, 'data:import')) return null;
  const restore = async () => {
    const isSure = await confirmDialog(words.restoreTitle, words.restoreText, { action: words.restore });
    if (!isSure) return;
    try {
      await session.api.send('POST', `/svc/record/${resource}/${record}/restore`, {
        body: { event_id: event.id, version: 'before' },
      });
      toast(words.restored);
      close();
      reload();
    } catch (failure) {
      fail(`${words.restore}: ${keyText(event)}`, failure);
      if (isOutcomeOpen(failure)) reload();
    }
  };
  return (
    <div class="stack">
      {error !== null && <Failure error={error} />}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => void restore()}>
          {words.restore}
        </button>
      </div>
    </div>
  );
}
