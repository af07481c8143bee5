import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { type Form, fieldValue } from '../../view/data-set-form.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Field } from '../../view/field.js';
import { doubtName } from '../../view/problem.js';
import { ask, type BodyOf, jointReading, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { Failure, ReadingView } from '../../view/states.js';
import { inOrder, keyWords, valueText } from '../../view/values.js';
import { type RecordDecisions, useRecordDecision } from './deciding.js';

type Evidence = BodyOf<'/svc/quarantine/{id}'>;
type Values = Readonly<Record<string, unknown>>;
/** A rule's finding about a row. */
interface Finding {
  rule: string;
  value?: unknown;
  expected?: unknown;
}

/** The rules' findings about a row. */
export const findingsOf = ({ findings }: { findings: readonly object[] }) => findings as readonly Finding[];

/** A row that was held back: the findings, the stored record, the days around it, and the decision. */
export function HeldRow({ id, close, reload }: { id: string; close(): void; reload(): void }) {
  const words = text.value.decisions.held;
  const reading = useRead({ ...ask('/svc/quarantine/{id}', undefined, { id }), exact: true });
  const resource = reading.body?.resource;
  const form = useRead(
    resource === undefined ? null : ask('/svc/datasets/{name}', undefined, { name: resource }),
  );
  const decisions = useRecordDecision({ close, reload, reread: reading.retry });
  return (
    <div class="stack">
      {decisions.error !== null && reading.body === null && <Failure error={decisions.error} />}
      <ReadingView of={jointReading(reading, form)} empty={words.empty} isEmpty={() => false}>
        {(row) => (
          <div class="stack">
            {findingsOf(row).map((finding) => (
              <p key={finding.rule} class="notice notice-warn">
                <span class="badge badge-warn">{doubtName(finding.rule)}</span>
                <span>{inWords(finding)}</span>
              </p>
            ))}
            <Decision of={row} form={form.body} decisions={decisions} />
            {row.others.length > 0 && <Rows title={words.others} rows={row.others.map(flat)} />}
            {row.around.length > 0 && <Rows title={words.around} rows={row.around as readonly Values[]} />}
          </div>
        )}
      </ReadingView>
    </div>
  );
}

function inWords({ value, expected }: Finding): string {
  const words = text.value.decisions.held;
  return [
    ...(value === undefined || value === null ? [] : [valueText(value)]),
    ...(expected === undefined || expected === null ? [] : [words.expected(valueText(expected))]),
  ].join(', ');
}

/** Another source's record, flattened into one row. */
const flat = (other: unknown): Values => {
  const { record, ...rest } = other as { record?: Values };
  return { ...rest, ...record };
};

function Rows({ title, rows }: { title: string; rows: readonly Values[] }) {
  const names = inOrder([...new Set(rows.flatMap((row) => Object.keys(row)))]);
  return (
    <section>
      <h3>{title}</h3>
      <DataTable
        label={title}
        rows={rows}
        keyOf={(_row, at) => at}
        columns={names.map((name, at) => ({
          heading: name,
          cell: (row: Values) => valueText(row[name]),
          numeric: at > 0,
        }))}
      />
    </section>
  );
}

/** The row as it arrived next to the stored record, fields to correct it, and the possible decisions. */
function Decision({
  of,
  form,
  decisions: { error, isSending, decide },
}: {
  of: Evidence;
  form: Form | null;
  decisions: RecordDecisions;
}) {
  const words = text.value.decisions;
  const session = useSession();
  const [corrected, setCorrected] = useState<Corrected>({});
  const record = of.record as Values;
  const isWaiting = of.state === 'waiting';
  const fields = inOrder(Object.keys(record));
  const corrections = typedValues(form, corrected);
  const end = async (element: HTMLFormElement, how: string) => {
    if (!element.reportValidity()) return;
    const reason = String(new FormData(element).get('reason') ?? '').trim();
    const body = how === 'correct' ? { reason, record: { ...record, ...corrections } } : { reason };
    // No other values than those shown are decided on.
    const headers = { 'If-Match': of.etag };
    const send = () => session.api.send('POST', `/svc/quarantine/${of.id}/${how}`, { body, headers });
    await decide({ name: keyWords(of.key), done: words.held.done, send });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const how = (event.submitter as HTMLButtonElement | null)?.value;
        if (how !== undefined) void end(event.currentTarget, how);
      }}
    >
      <DataTable
        label={words.changes}
        rows={fields}
        keyOf={(field) => field}
        columns={[
          { heading: words.field, cell: (field) => <code>{field}</code> },
          {
            heading: words.held.stored,
            cell: (field) => valueText((of.stored as Values | null)?.[field]),
            wideOnly: true,
          },
          { heading: words.held.arrived, cell: (field) => valueText(record[field]) },
          ...(isWaiting ? [correction(of, corrected, setCorrected)] : []),
        ]}
      />
      {error !== null && <Failure error={error} />}
      {isWaiting && <Ways mayCorrect={Object.keys(corrections).length > 0} isSending={isSending} />}
    </form>
  );
}

type Corrected = Readonly<Record<string, string>>;

/** Inputs for corrected values; the key stays as it is. */
function correction(
  of: Evidence,
  corrected: Corrected,
  setCorrected: (change: (before: Corrected) => Corrected) => void,
): TableColumn<string> {
  const words = text.value.decisions.held;
  return {
    heading: words.correct,
    cell: (field) =>
      field in of.key ? (
        ''
      ) : (
        <input
          class="input"
          name={`record.${field}`}
          aria-label={`${words.correct}: ${field}`}
          value={corrected[field] ?? ''}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) =>
            setCorrected((before) => ({ ...before, [field]: value }))
          }
        />
      ),
  };
}

/** The reason, and the three possible decisions. */
function Ways({ mayCorrect, isSending }: { mayCorrect: boolean; isSending: boolean }) {
  const words = text.value.decisions;
  const mayDecide = permits(useSession(), 'quarantine:decide');
  return (
    <Fragment>
      <Field label={words.reason} hint={words.reasonKept}>
        {(labelled) => (
          <textarea {...labelled} class="input" name="reason" rows={2} maxLength={1_000} required />
        )}
      </Field>
      <div class="dialog-actions" hidden={!mayDecide}>
        {/* Enter in a field presses the first button, which must not decide. */}
        <button type="submit" disabled hidden />
        <button type="submit" class="button button-danger" value="reject" disabled={isSending}>
          {words.held.reject}
        </button>
        <button type="submit" class="button" value="release" disabled={isSending}>
          {words.held.release}
        </button>
        <button
          type="submit"
          class="button button-primary"
          value="correct"
          disabled={!mayCorrect || isSending}
        >
          {words.held.storeOther}
        </button>
      </div>
    </Fragment>
  );
}

/** Fields that were filled in, as values of their types with the digits as typed. */
function typedValues(form: Form | null, corrected: Corrected): Values {
  return Object.fromEntries(
    Object.entries(corrected)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([, value]) => value !== '')
      .map(([field, value]) => [field, typedValue(form, field, value)]),
  );
}

/** Text that is no value of its type goes as it is: the service reports what is wrong with it. */
function typedValue(form: Form | null, name: string, typed: string): unknown {
  const field = form?.fields.find((each) => each.name === name);
  if (field === undefined) return typed;
  if (field.type === 'boolean' && !['true', 'false'].includes(typed)) return typed;
  try {
    return fieldValue(field, typed, String);
  } catch {
    return typed;
  }
}
