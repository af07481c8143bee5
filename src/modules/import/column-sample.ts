import {
  type DateForm,
  dateFormsOf,
  settledThousands,
  type Thousands,
  thousandsOf,
} from '../../files/column-forms.js';
import { isInteger } from '../../kinds/float-noise.js';
import { columnsOf } from '../dataset/data-set.js';
import type { ColumnMatch } from './columns.js';
import { type ColumnForms, isDate, isNumber, type ReadingRules } from './record-reader.js';

/** Columns of a file that can be read in two ways. */
export interface Unclear {
  fields: readonly string[];
  /** what can be read in two ways */
  what: 'dates' | 'thousands';
}

/**
 * How the columns of a file are written, judged by some of its rows: as the command line specifies, else the form that
 * fits every row of the sample.
 */
export function formsOf(
  rules: ReadingRules,
  { positions }: ColumnMatch,
  rows: readonly (readonly string[])[],
): { forms: ColumnForms; unclear: Unclear | undefined } {
  const columns = columnsOf(rules.dataSet).flatMap((field) => {
    const position = positions.get(field.name);
    return position === undefined ? [] : [{ field, position }];
  });
  const textsOf = (position: number) =>
    rows.map((cells) => (cells[position] ?? '').trim()).filter((text) => text !== '');
  const dates = new Map<string, DateForm | null>();
  for (const { field, position } of columns.filter((each) => isDate(each.field))) {
    const [first = 'ymd', ...others] =
      rules.dates === undefined ? dateFormsOf(textsOf(position)) : [rules.dates];
    dates.set(field.name, others.length === 0 ? first : null);
  }
  const numbers = columns.filter(({ field }) => isNumber(field) && rules.plain?.has(field.name) !== true);
  const separators =
    rules.thousands === undefined
      ? settledThousands(
          numbers.map(({ field, position }) => {
            if (rules.scales?.has(field.name) !== true)
              return thousandsOf(textsOf(position), isInteger(field.kind));
            // Three digits after a point are a fraction: a column is scaled because its numbers have fractions.
            const fitting = thousandsOf(textsOf(position), false);
            return fitting.includes('none') ? ['none'] : fitting;
          }),
        )
      : numbers.map(() => rules.thousands ?? 'none');
  const thousands = new Map(
    numbers.map(({ field }, index) => [field.name, separators[index] ?? null] as const),
  );
  return {
    forms: { dates: certain(dates), thousands: certain(thousands) },
    unclear: unclearOf('dates', dates) ?? unclearOf('thousands', thousands),
  };
}

function certain<Form>(forms: ReadonlyMap<string, Form | null>): ReadonlyMap<string, Form> {
  return new Map([...forms].flatMap(([name, form]) => (form === null ? [] : [[name, form] as const])));
}

function unclearOf(
  what: Unclear['what'],
  forms: ReadonlyMap<string, DateForm | Thousands | null>,
): Unclear | undefined {
  const fields = [...forms].flatMap(([name, form]) => (form === null ? [name] : []));
  return fields.length === 0 ? undefined : { fields, what };
}
