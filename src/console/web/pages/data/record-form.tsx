import { Fragment, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isOutcomeOpen, isOutdated } from '../../api.js';
import { permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { ChangesTable } from '../../view/changes-table.js';
import type { Form } from '../../view/data-set-form.js';
import { Field } from '../../view/field.js';
import { confirmDialog } from '../../view/question.js';
import { useSession } from '../../view/session.js';
import { Failure } from '../../view/states.js';
import { useStay } from '../../view/stay.js';
import { toast } from '../../view/toast.js';
import { Control } from './control.js';
import { changesOf, type Draft, draftOf, type FieldChange, recordOf, typedSince } from './draft.js';
import { Effect } from './effect.js';
import type { StoredRecord } from './record.js';

/** The fields of a record; below them the pending changes and their effect, before anything is saved. */
export function RecordForm({
  form,
  of,
  stored: { record, etag },
  unsaved,
  reload,
}: {
  form: Form;
  of: Readonly<Record<string, string>>;
  stored: StoredRecord;
  /** changes that the form begins with */
  unsaved: Draft;
  /** rereads the record; the form of another version begins with `changes` */
  reload(changes?: Draft): void;
}) {
  const words = text.value.data.entry;
  const mayWrite = permits(useSession(), 'data:import');
  const before = record ?? of;
  const [draft, setDraft] = useState<Draft>({ ...draftOf(form, before), ...unsaved });
  const latest = useRef(draft);
  latest.current = draft;
  const { error, isSending, send } = useSend();
  const changes = changesOf(form, before, draft);
  useStay(
    changes.length > 0
      ? {
          title: words.leaveTitle,
          detail: words.leaveText(changes.length),
          action: words.leaveAction,
          isKeptAt: (to) =>
            to.page === 'data' &&
            to.path[0] === form.name &&
            Object.entries(of).every(([name, value]) => to.query.get(`key.${name}`) === value),
        }
      : null,
  );
  const path = `/svc/record/${encodeURIComponent(form.name)}`;
  const id = typeof record?.id === 'string' ? record.id : null;
  const save = () =>
    send(id === null ? 'POST' : 'PUT', id === null ? path : `${path}/${id}`, {
      body: () => recordOf(form, draft, words.invalid),
      etag,
      done: words.saved,
      reload: () => reload(typedSince(draft, latest.current)),
    });
  const remove = async () => {
    const isSure = await confirmDialog(words.removeTitle, words.removeText, {
      action: words.remove,
      kind: 'danger',
    });
    if (isSure) await send('DELETE', `${path}/${id}`, { etag, done: words.removed, reload });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Inputs
        form={form}
        draft={draft}
        onInput={(name, value) => setDraft((all) => ({ ...all, [name]: value }))}
      />
      <Changes changes={changes} />
      <Effect set={form.name} of={of} stored={record} draft={draft} />
      {error !== null && <Failure error={error} />}
      {mayHaveChanged(error) && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => reload(Object.fromEntries(changes.map(({ field, to }) => [field, to])))}
          >
            {words.reread}
          </button>
        </p>
      )}
      <div class="toolbar" hidden={!mayWrite}>
        <button
          type="submit"
          class="button button-primary"
          disabled={isSending || (id !== null && changes.length === 0)}
        >
          {id === null ? words.create : words.save(changes.length)}
        </button>
        {changes.length > 0 && (
          <button type="button" class="button" onClick={() => setDraft(draftOf(form, before))}>
            {words.reset}
          </button>
        )}
        {id !== null && (
          <OfStored name={form.name} id={id} isSending={isSending} remove={() => void remove()} />
        )}
      </div>
    </form>
  );
}

/** Whether the stored record may no longer be the one shown: someone else wrote it, or this form did. */
const mayHaveChanged = (error: unknown): boolean => isOutcomeOpen(error) || isOutdated(error);

/** Actions on an existing record. */
function OfStored({
  name,
  id,
  isSending,
  remove,
}: {
  name: string;
  id: string;
  isSending: boolean;
  remove(): void;
}) {
  const words = text.value.data.entry;
  const mayAudit = permits(useSession(), 'audit:read');
  return (
    <Fragment>
      <button type="button" class="button button-danger" disabled={isSending} onClick={remove}>
        {words.remove}
      </button>
      {mayAudit && (
        <a
          class="button button-quiet"
          href={addressOf('activity', ['audit'], { record_id: id, resource: name })}
        >
          {words.history}
        </a>
      )}
    </Fragment>
  );
}

/** An input for each field outside the key. */
function Inputs({
  form,
  draft,
  onInput,
}: {
  form: Form;
  draft: Draft;
  onInput(name: string, value: string): void;
}) {
  return (
    <div class="record-fields">
      {form.fields
        .filter(({ key }) => !key)
        .map((field) => (
          <Field key={field.name} label={field.required ? `${field.name} *` : field.name}>
            {(labelled) => (
              <Control
                labelled={labelled}
                field={field}
                value={draft[field.name] ?? ''}
                onInput={(value) => onInput(field.name, value)}
              />
            )}
          </Field>
        ))}
    </div>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const words = text.value.data.entry;
  if (changes.length === 0) return <p class="hint">{words.noChange}</p>;
  return (
    <ChangesTable
      label={words.changes}
      headings={{ field: words.field, before: words.stored, after: words.next }}
      changes={changes.map(({ field, from, to }) => ({
        field,
        before: <del class="muted">{from}</del>,
        after: to,
      }))}
    />
  );
}

interface Sending {
  body?: () => unknown;
  etag: string | null;
  /** message on success */
  done: string;
  /** called after success */
  reload(): void;
}

/** Sends writes, one at a time; refusals of the service are kept for display. */
function useSend() {
  const { api } = useSession();
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const send = async (method: string, path: string, { body, etag, done, reload }: Sending) => {
    setSending(true);
    setError(null);
    try {
      const { status } = await api.send(method, path, {
        ...(body && { body: body() }),
        ...(etag !== null && { headers: { 'If-Match': etag } }),
      });
      toast(status === 202 ? text.value.data.entry.waits : done);
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  return { error, isSending, send };
}
