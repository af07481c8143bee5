import { Fragment, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { instant } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { type Form, keyFieldsOf } from '../../view/data-set-form.js';
import { Field } from '../../view/field.js';
import { route, visit } from '../../view/route.js';
import { Failure, Loading } from '../../view/states.js';
import { Control } from './control.js';
import type { Draft } from './draft.js';
import { useRecord } from './record.js';
import { RecordForm } from './record-form.js';

/** One record by its key, which is in the address: to view, to correct, or to create. */
export function RecordEntry({ form }: { form: Form }) {
  const words = text.value.data.entry;
  const { query } = route.value;
  const values = keyFieldsOf(form).map(({ name }) => [name, query.get(`key.${name}`) ?? ''] as const);
  const key = values.every(([, value]) => value !== '') ? Object.fromEntries(values) : null;
  const { stored, error, reload } = useRecord(form.name, key);
  const status = useRef<HTMLParagraphElement>(null);
  const isWritten = useRef(false);
  /** changes typed on a version that is no longer current, for the form of the one that is */
  const draft = useRef<Draft>({});
  useEffect(() => {
    if (stored === null || !isWritten.current) return;
    isWritten.current = false;
    // The form of this version has them now; that of another record must not.
    draft.current = {};
    // The button that was pressed has gone with the version that it wrote over.
    if (document.activeElement === document.body) status.current?.focus();
  }, [stored]);
  const readAgain = (changes: Draft = {}) => {
    isWritten.current = true;
    draft.current = changes;
    reload();
  };
  const changedAt = stored?.record?.changed_at ?? stored?.record?.timestamp;
  return (
    <Card title={words.title}>
      <div class="card-body stack">
        <KeyForm form={form} />
        {error !== null && <Failure error={error} retry={reload} />}
        {key !== null && stored === null && error === null && <Loading />}
        {key !== null && stored !== null && (
          <Fragment>
            <p ref={status} role="status" tabIndex={-1}>
              {stored.record === null
                ? words.isNew
                : words.isStored(instant(typeof changedAt === 'string' ? changedAt : null))}
            </p>
            <RecordForm
              key={`${JSON.stringify(key)} ${stored.etag}`}
              form={form}
              of={key}
              stored={stored}
              unsaved={draft.current}
              reload={readAgain}
            />
          </Fragment>
        )}
      </div>
    </Card>
  );
}

/** The fields of the natural key. */
function KeyForm({ form }: { form: Form }) {
  const words = text.value.data.entry;
  const { query } = route.value;
  const element = useRef<HTMLFormElement>(null);
  const fields = keyFieldsOf(form);
  const find = () => {
    if (element.current === null) return;
    const values = new FormData(element.current);
    visit(
      Object.fromEntries(fields.map(({ name }) => [`key.${name}`, String(values.get(name) ?? '').trim()])),
    );
  };
  return (
    <form
      ref={element}
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      {fields.map((field) => (
        <Field key={field.name} label={field.name}>
          {(labelled) => (
            <Control
              labelled={labelled}
              field={{ ...field, required: true }}
              value={query.get(`key.${field.name}`) ?? ''}
            />
          )}
        </Field>
      ))}
      <button type="submit" class="button">
        {words.find}
      </button>
      <p class="hint">{words.keyHint}</p>
    </form>
  );
}
