import { h } from 'preact';
import { text } from '../../text/language.js';
import type { Form } from '../../view/data-set-form.js';
import { DataTable } from '../../view/data-table.js';
import { brokenInWords, faultsOf, inWords, type Reading } from './check.js';
import type { Row } from './csv.js';
import { type Fault, type Format, formatsOf } from './formats.js';

/**
 * The first rows of a file under the fields and formats assigned to their columns, each of which can be changed.
 * Cells that will be refused are marked.
 */
export function Preview({
  form,
  header,
  rows,
  reading,
  chooseField,
  chooseFormat,
}: {
  form: Form;
  header: Row;
  rows: readonly Row[];
  reading: Reading;
  chooseField(column: number, name: string | null): void;
  chooseFormat(column: number, format: Format): void;
}) {
  const words = text.value.importing;
  const columns = header.cells.map((name, index) => ({
    heading: (
      <span class="two-lines">
        <span>{name || words.column(index + 1)}</span>
        <FieldChoice
          form={form}
          column={name || index + 1}
          value={reading.mapping[index] ?? null}
          onChoose={(field) => chooseField(index, field)}
        />
        <FormatChoice
          formats={formatsOf(form.fields.find((field) => field.name === reading.mapping[index]))}
          column={name || index + 1}
          value={reading.formats[index] ?? null}
          onChoose={(format) => chooseFormat(index, format)}
        />
      </span>
    ),
    cell: (row: Row) => <Cell form={form} reading={reading} row={row} index={index} />,
  }));
  return (
    <DataTable
      label={words.firstRows}
      rows={rows}
      keyOf={({ line }) => line}
      columns={[{ heading: words.line, cell: ({ line }: Row) => line, numeric: true }, ...columns]}
    />
  );
}

function Cell({
  form,
  reading,
  row: { cells, broken },
  index,
}: {
  form: Form;
  reading: Reading;
  row: Row;
  index: number;
}) {
  const cell = cells[index] ?? '';
  const why = broken === undefined ? whyOf(faultsOf(form, reading, cells).get(index)) : brokenInWords(broken);
  // A row that cannot be read is marked once.
  if (why === null || (broken !== undefined && index > 0)) return <span>{cell}</span>;
  return (
    <mark class="cell-bad" title={why}>
      {cell === '' ? text.value.importing.emptyCell : cell}
      <small>{` ${why}`}</small>
    </mark>
  );
}

const whyOf = (fault: Fault | undefined) => (fault === undefined ? null : inWords(fault));

function FieldChoice({
  form: { fields },
  column,
  value,
  onChoose,
}: {
  form: Form;
  column: string | number;
  value: string | null;
  onChoose(name: string | null): void;
}) {
  const words = text.value.importing;
  return (
    <select
      class="input"
      aria-label={words.fieldOf(column)}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : currentTarget.value)}
    >
      <option value="">{words.leaveOut}</option>
      {fields.map(({ name, required }) => (
        <option key={name} value={name} selected={name === value}>
          {required ? `${name} *` : name}
        </option>
      ))}
    </select>
  );
}

function FormatChoice({
  formats,
  column,
  value,
  onChoose,
}: {
  formats: Readonly<Partial<Record<Format, string>>>;
  column: string | number;
  value: Format | null;
  onChoose(format: Format): void;
}) {
  const words = text.value.importing;
  if (Object.keys(formats).length === 0) return null;
  return (
    <select
      class="input"
      aria-label={words.formatOf(column)}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Format)}
    >
      {value === null && (
        <option value="" selected>
          {words.chooseFormat}
        </option>
      )}
      {Object.entries(formats).map(([format, example]) => (
        <option key={format} value={format} selected={format === value}>
          {example}
        </option>
      ))}
    </select>
  );
}
