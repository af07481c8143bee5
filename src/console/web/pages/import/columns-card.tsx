import { h } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import type { Form } from '../../view/data-set-form.js';
import { ask, useAnswer, useRead } from '../../view/read.js';
import { Failure } from '../../view/states.js';
import type { Reading } from './check.js';
import { CheckPanel } from './check-panel.js';
import { missingFields } from './columns.js';
import { type Row, readCsv } from './csv.js';
import { Preview } from './preview.js';
import { useReading } from './reading.js';
import type { Job } from './run.js';

/** Rows of the preview, and those by which the formats of columns are guessed, as many as an import command takes. */
const PREVIEW = 8;
const SAMPLE = 1000;

type Start = (job: Omit<Job, 'onDuplicate'>, header: readonly string[]) => void;

/** The columns of a file: the fields assigned to them, whether any is missing, and the next steps. */
export function Columns({ file, set, start }: { file: File; set: string; start: Start }) {
  const words = text.value.importing;
  const form = useRead(ask('/svc/datasets/{name}', undefined, { name: set }));
  const rows = useAnswer('rows', () => firstRows(file));
  const failed = [form, rows].find(({ error, isLoading }) => error !== null && !isLoading);
  if (failed !== undefined) return <Failure error={failed.error} retry={failed.retry} />;
  const [header, ...others] = rows.body ?? [];
  if (form.body === null || header === undefined) {
    return (
      <div class="state" role="status">
        <span class="spinner" aria-hidden="true" />
        {words.reading}
      </div>
    );
  }
  return <Mapping file={file} form={form.body} header={header} rows={others} start={start} />;
}

function Mapping({
  file,
  form,
  header,
  rows,
  start,
}: {
  file: File;
  form: Form;
  header: Row;
  rows: readonly Row[];
  start: Start;
}) {
  const words = text.value.importing;
  const { chooseField, chooseFormat, unclear, ...reading } = useReading(form, header, rows);
  const [checked, setChecked] = useState<Reading | null>(null);
  const lacking = missingFields(form, reading.mapping);
  const nameOf = (index: number) => header.cells[index] || words.column(index + 1);
  const isChecked = checked?.mapping === reading.mapping && checked.formats === reading.formats;
  return (
    <Card
      title={words.columns}
      tools={
        <div class="toolbar">
          <button
            type="button"
            class="button"
            disabled={unclear.length > 0}
            onClick={() => setChecked(reading)}
          >
            {words.check}
          </button>
          <button
            type="button"
            class="button button-primary"
            disabled={lacking.length > 0 || unclear.length > 0}
            onClick={() => start({ file, form, ...reading }, header.cells)}
          >
            {words.start}
          </button>
        </div>
      }
    >
      <div class="card-body stack">
        <Preview
          form={form}
          header={header}
          rows={rows.slice(0, PREVIEW)}
          reading={reading}
          chooseField={chooseField}
          chooseFormat={chooseFormat}
        />
        <p class="hint" role="status">
          {lacking.length === 0 ? (
            words.complete
          ) : (
            <strong class="lacking">{words.lacking(lacking.join(', '))}</strong>
          )}{' '}
          {unclear.length > 0 && (
            <strong class="lacking">{words.unclear(unclear.map(nameOf).join(', '))}</strong>
          )}
        </p>
        <div class="stack" aria-live="polite">
          {isChecked && <CheckPanel file={file} form={form} reading={checked} />}
        </div>
      </div>
    </Card>
  );
}

/** The first rows of a file; the first of them is its header. */
async function firstRows(file: File): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of readCsv(file)) {
    rows.push(...some.slice(0, SAMPLE + 1 - rows.length));
    if (rows.length > SAMPLE) break;
  }
  if (rows.length < 2) throw new Error(text.value.importing.noRows);
  return rows;
}
