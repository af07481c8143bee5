import { type FormField, takesDay } from '../../view/data-set-form.js';

/** Formats of days and numbers in a column; the API's own comes first. */
const DATE_FORMATS = {
  iso: '2024-01-31',
  dmy: '31/01/2024',
  mdy: '01/31/2024',
} as const;
const NUMBER_FORMATS = {
  plain: '1234567.5',
  comma: '1,234,567.5',
  dot: '1.234.567,5',
} as const;
export type Format = keyof typeof DATE_FORMATS | keyof typeof NUMBER_FORMATS;

const DAY_PARTS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const GROUPED = {
  comma: /^[+-]?(0|[1-9]\d{0,2}(,\d{3})*)(\.\d+)?$/,
  dot: /^[+-]?(0|[1-9]\d{0,2}(\.\d{3})*)(,\d+)?$/,
} as const;

/** The possible formats of a column; none if there is only one. */
export function formatsOf(field: FormField | undefined): Readonly<Partial<Record<Format, string>>> {
  if (field === undefined) return {};
  if (takesDay(field)) return DATE_FORMATS;
  return field.type === 'number' || field.type === 'integer' ? NUMBER_FORMATS : {};
}

/** Whether a column has formats and none is chosen: its cells can be read in two ways. */
export function isUnclear(field: FormField | undefined, format: Format | null): boolean {
  return format === null && Object.keys(formatsOf(field)).length > 0;
}

/**
 * The formats of a file's columns, by the fields assigned to them. A file uses one format for all its days and one for
 * all its numbers: the one with the fewest cells that do not fit it, because `20.300` alone fits two. Null where the
 * reader has to choose, as two fit equally and read a cell differently; the import command refuses such a file.
 */
export function guessFormats(
  fields: readonly (FormField | undefined)[],
  rows: readonly (readonly string[])[],
): (Format | null)[] {
  const best = (formats: Readonly<Partial<Record<Format, string>>>): Format | null => {
    const cells = fields.flatMap((field, index) =>
      field !== undefined && formatsOf(field) === formats
        ? rows.map((row) => ({ field, text: row[index] ?? '' }))
        : [],
    );
    const counts = (Object.keys(formats) as Format[]).map((format) => ({
      format,
      count: cells.filter(({ field, text }) => !fits(field, format, text)).length,
    }));
    const least = Math.min(...counts.map(({ count }) => count));
    const [first, ...others] = counts.filter(({ count }) => count === least).map(({ format }) => format);
    const isClear = others.every((other) =>
      cells.every(({ text }) => inApiFormat(other, text) === inApiFormat(first ?? null, text)),
    );
    return isClear ? (first ?? null) : null;
  };
  const [day, figure] = [best(DATE_FORMATS), best(NUMBER_FORMATS)];
  return fields.map((field) => {
    const formats = formatsOf(field);
    if (formats === DATE_FORMATS) return day;
    return formats === NUMBER_FORMATS ? figure : null;
  });
}

function fits(field: FormField, format: Format, text: string): boolean {
  if (faultOf(field, format, text) !== null) return false;
  return (
    !(format in GROUPED) || !/[.,]/.test(text) || GROUPED[format as keyof typeof GROUPED].test(text.trim())
  );
}

/** A cell in the API's notation; unchanged if it does not fit the format. */
export function inApiFormat(format: Format | null, text: string): string {
  const cell = text.trim();
  if (format === 'dmy' || format === 'mdy') {
    const [, first = '', second = '', year = ''] = DAY_PARTS.exec(cell) ?? [];
    if (year === '') return cell;
    const [day, month] = format === 'dmy' ? [first, second] : [second, first];
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  if (format === 'comma' && GROUPED.comma.test(cell)) return cell.replaceAll(',', '');
  if (format === 'dot' && GROUPED.dot.test(cell)) return cell.replaceAll('.', '').replace(',', '.');
  return cell;
}

/** Why a cell cannot be the value of its field; `choices` are those that the field accepts. */
export interface Fault {
  kind: 'required' | 'day' | 'number' | 'whole' | 'boolean' | 'choice';
  choices: readonly string[];
}

/** Why a cell cannot be the value of its field, as far as its form tells; null if nothing is wrong with it. */
export function faultOf(field: FormField, format: Format | null, text: string): Fault | null {
  const kind = kindOfFault(field, inApiFormat(format, text));
  return kind === null ? null : { kind, choices: field.choices };
}

function kindOfFault(field: FormField, cell: string): Fault['kind'] | null {
  if (cell === '') return field.required ? 'required' : null;
  if (takesDay(field)) return isCalendarDay(cell) ? null : 'day';
  if (field.type === 'number' || field.type === 'integer') {
    if (!NUMBER.test(cell)) return 'number';
    return field.type === 'integer' && !/^[+-]?\d+(\.0+)?$/.test(cell) ? 'whole' : null;
  }
  if (field.type === 'boolean' && !/^(true|false)$/i.test(cell)) return 'boolean';
  return field.choices.length > 0 && !field.choices.includes(cell) ? 'choice' : null;
}

function isCalendarDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  if (day === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
