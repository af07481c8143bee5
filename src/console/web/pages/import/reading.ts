import { useState } from 'preact/hooks';
import type { Form } from '../../view/data-set-form.js';
import type { Reading } from './check.js';
import { matchColumns } from './columns.js';
import type { Row } from './csv.js';
import { type Format, formatsOf, guessFormats, isUnclear } from './formats.js';

/** How the columns are read, initially as their headings and cells suggest, and functions to change that. */
interface Choosing extends Reading {
  /** columns that can be read in two ways, until a format is chosen */
  unclear: readonly number[];
  chooseField(column: number, name: string | null): void;
  chooseFormat(column: number, format: Format): void;
}

/** The reading of a file whose header and first rows are known. */
export function useReading(form: Form, header: Row, rows: readonly Row[]): Choosing {
  const fieldOf = (name: string | null | undefined) => form.fields.find((field) => field.name === name);
  const guessOf = (mapping: readonly (string | null)[]) =>
    guessFormats(
      mapping.map(fieldOf),
      rows.map(({ cells }) => cells),
    );
  const [reading, setReading] = useState<Reading>(() => {
    const mapping = matchColumns(form, header.cells);
    return { mapping, formats: guessOf(mapping) };
  });
  return {
    ...reading,
    unclear: [...reading.formats.keys()].filter((index) =>
      isUnclear(fieldOf(reading.mapping[index]), reading.formats[index] ?? null),
    ),
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
            next[index] === mapping[index] && format !== null ? format : (anew[index] ?? null),
          ),
        };
      }),
    chooseFormat: (column, format) =>
      setReading(({ mapping, formats }) => ({
        mapping,
        // A file is written in one way: the other columns that were unclear are read alike.
        formats: formats
          .map((each, index) => each ?? (format in formatsOf(fieldOf(mapping[index])) ? format : null))
          .with(column, format),
      })),
  };
}
