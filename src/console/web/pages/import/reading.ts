import { useState } from 'preact/hooks';
import type { Form } from '../../view/data-set-form.js';
import type { Reading } from './check.js';
import { matchColumns } from './columns.js';
import type { Row } from './csv.js';
import { type Format, guessFormats } from './formats.js';

/** How the columns are read, initially as their headings and cells suggest, and functions to change that. */
interface Choosing extends Reading {
  chooseField(column: number, name: string | null): void;
  chooseFormat(column: number, format: Format): void;
}

/** The reading of a file whose header and first rows are known. */
export function useReading(form: Form, header: Row, rows: readonly Row[]): Choosing {
  const guessOf = (mapping: readonly (string | null)[]) =>
    guessFormats(
      mapping.map((name) => form.fields.find((field) => field.name === name)),
      rows.map(({ cells }) => cells),
    );
  const [reading, setReading] = useState<Reading>(() => {
    const mapping = matchColumns(form, header.cells);
    return { mapping, formats: guessOf(mapping) };
  });
  return {
    ...reading,
    chooseField: (column, name) =>
      setReading(({ mapping, formats }) => {
        // A field has one column: the column that had it before is left out.
        const next = mapping.map((each, index) =>
          index === column ? name : each === name && name !== null ? null : each,
        );
        const anew = guessOf(next);
        return {
          mapping: next,
          formats: formats.map((format, index) =>
            next[index] === mapping[index] ? format : (anew[index] ?? null),
          ),
        };
      }),
    chooseFormat: (column, format) =>
      setReading(({ mapping, formats }) => ({ mapping, formats: formats.with(column, format) })),
  };
}
