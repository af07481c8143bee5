import { type FieldError, InvalidInput, pointerTo } from '../../errors/domain-errors.js';
import { type DateForm, dateOf, numberOf, type Thousands } from '../../files/column-forms.js';
import { parseJson } from '../../files/json-text.js';
import { jsonReader, type RecordField } from '../../http/fields/fields.js';
import { isInteger, textWithoutNoise, valueWithoutNoise } from '../../kinds/float-noise.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { dateKind, Invalid, priceKind } from '../../kinds/kinds.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import { brokenRules } from '../dataset/record-reading.js';
import { ADVICE, type Audience } from './advice.js';
import { type ColumnMatch, matchColumns } from './columns.js';
import { type DecimalFactor, scaleDecimal, withoutExponent } from './decimal.js';

/** Rules that are the same for every row of an import. */
export interface ReadingRules {
  dataSet: DataSet;
  /** column by field, where the names do not match */
  map: ReadonlyMap<string, string>;
  /** multiplies every price */
  priceScale?: DecimalFactor | undefined;
  /** multiply the numbers of single fields in rows of cells: once their thousands separators are gone */
  scales?: ReadonlyMap<string, DecimalFactor> | undefined;
  /** fields whose numbers have a decimal point and no thousands separators, whatever those of other columns have */
  plain?: ReadonlySet<string> | undefined;
  /** integer fields whose fractions are rounded to the nearest integer */
  round: ReadonlySet<string>;
  /** how dates and numbers are written; undefined: inferred from the columns */
  dates?: DateForm | undefined;
  thousands?: Thousands | undefined;
  /** whom messages tell what to change */
  audience: Audience;
}

/** How the columns of a file are written, by field; by default year first and without thousands separators. */
export interface ColumnForms {
  dates: ReadonlyMap<string, DateForm>;
  thousands: ReadonlyMap<string, Thousands>;
}

/** What the rows of a file need besides their cells. */
export interface CellContext {
  /** values by field */
  constants: ReadonlyMap<string, string>;
  forms: ColumnForms;
  onRounded: OnRounded;
}

/** Called for every value of an integer field that was not an integer and was rounded to the nearest one. */
export type OnRounded = () => void;

/** A record that satisfies every rule, by field; or why it does not. */
export type Outcome = Record<string, unknown> | string;

/** Most date texts cached with their value, and their maximum length: dates repeat from ticker to ticker. */
const MAXIMUM_CACHED = 20_000;
const LONGEST_DATE = 40;
/** Most cached shapes of JSON lines. */
const SHAPES = 1000;

/** Whether `--price-scale` multiplies a field. */
export const isPrice = (field: RecordField) => field.kind === priceKind;

/** Returns a reader for the rows of CSV files with matched columns. */
export function cellReader(
  rules: ReadingRules,
  { positions }: ColumnMatch,
  { constants, forms, onRounded }: CellContext,
): (cells: readonly string[]) => Outcome {
  const fields = columnsOf(rules.dataSet).map((field) => ({
    field,
    position: positions.get(field.name) ?? -1,
    constant: constants.get(field.name) ?? '',
    read: formReader(field, { ...forms, audience: rules.audience }, textReader(rules, field, onRounded)),
  }));
  return (cells) => {
    const record: Record<string, unknown> = {};
    const errors: FieldError[] = [];
    for (const { field, position, constant, read } of fields) {
      const text = position < 0 ? constant : (cells[position] ?? '').trim();
      if (text === '') missing(field, errors);
      else keep(field, read(text), record, errors);
    }
    return checkedRecord(rules.dataSet, record, errors);
  };
}

/** Returns a reader for JSON lines by the same rules; keys are matched like columns, once per shape of a line. */
export function lineReader(
  rules: ReadingRules,
  constants: ReadonlyMap<string, string>,
  { onUnknown, onRounded }: { onUnknown: (keys: readonly string[]) => void; onRounded: OnRounded },
): (line: string) => Outcome {
  const fields = columnsOf(rules.dataSet).map((field) => ({
    field,
    read: valueReader(rules, field, onRounded),
  }));
  const matching = { map: rules.map, suppliedFields: new Set(constants.keys()) };
  const shapes = new Map<string, ReadonlyMap<string, number>>();
  return (line) => {
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      if (error instanceof InvalidInput) return jsonReason(error);
      throw error;
    }
    if (!isJsonObject(value)) {
      return 'a JSON object is expected';
    }
    const keys = Object.keys(value);
    const shape = keys.join('\n');
    let positions = shapes.get(shape);
    if (positions === undefined) {
      const match = matchColumns(rules.dataSet, keys, matching);
      onUnknown(match.unknown);
      positions = match.positions;
      if (shapes.size < SHAPES) shapes.set(shape, positions);
    }
    const values = Object.values(value) as unknown[];
    const record: Record<string, unknown> = {};
    const errors: FieldError[] = [];
    for (const { field, read } of fields) {
      const raw = constants.get(field.name) ?? values[positions.get(field.name) ?? -1] ?? null;
      if (raw === null) missing(field, errors);
      else keep(field, read(raw), record, errors);
    }
    return checkedRecord(rules.dataSet, record, errors);
  };
}

/** Returns a reader for records that are already JSON under the fields' own names. */
export function recordReader(dataSet: DataSet): (value: unknown) => Outcome {
  const read = jsonReader(dataSet.record);
  return (value) => {
    const { record = {}, errors = [] } = read(value);
    return checkedRecord(dataSet, record as Record<string, unknown>, errors);
  };
}

function missing({ name, optional }: RecordField, errors: FieldError[]): void {
  if (!optional) errors.push({ pointer: pointerTo(name), code: 'required', detail: 'is required' });
}

function keep(
  { name }: RecordField,
  value: unknown,
  record: Record<string, unknown>,
  errors: FieldError[],
): void {
  if (value instanceof Invalid) {
    errors.push({ pointer: pointerTo(name), code: value.code, detail: value.detail });
  } else record[name] = value;
}

function checkedRecord(dataSet: DataSet, record: Record<string, unknown>, errors: FieldError[]): Outcome {
  const violations = errors.length > 0 ? errors : brokenRules(dataSet, record);
  if (violations.length > 0) return reasonOf(violations);
  return (dataSet.stored?.(record) ?? record) as Record<string, unknown>;
}

/** Errors on one line: `/low: low 5 is above high 4; /volume: is required`. */
function reasonOf(errors: readonly FieldError[]): string {
  return errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail)).join('; ');
}

function jsonReason({ errors }: InvalidInput): string {
  return errors[0]?.code === 'malformed_json' ? 'the line is not JSON' : reasonOf(errors);
}

/** Whether a field's texts are numbers. */
export const isNumber = ({ kind }: RecordField) => kind.schema.type === 'number' || isInteger(kind);
/** Whether a field's texts are calendar dates. */
export const isDate = ({ kind }: RecordField) => kind === dateKind;

/** Reads texts in the form of their column; others are refused, with what changes the form. */
function formReader(
  field: RecordField,
  { dates, thousands, audience }: ColumnForms & Pick<ReadingRules, 'audience'>,
  read: (text: string) => unknown,
): (text: string) => unknown {
  const [isOfDates, isOfNumbers] = [isDate(field), isNumber(field)];
  if (!isOfDates && !isOfNumbers) return read;
  const date = dates.get(field.name) ?? 'ymd';
  const number = thousands.get(field.name) ?? 'none';
  const advice = isOfDates
    ? ADVICE[audience].readBy('dates', date, field.name)
    : ADVICE[audience].readBy('thousands', number, field.name);
  const plain = isOfDates ? date === 'ymd' : number === 'none';
  const normalise = (text: string) => (isOfDates ? dateOf(text, date) : numberOf(text, number));
  const otherForm = isOfDates ? /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/ : /^[+-]?\d[\d.]*,\d|\.\d+\./;
  return (text) => {
    const plainForm = normalise(text);
    const value = plainForm === undefined ? undefined : read(plainForm);
    if (value !== undefined && !(value instanceof Invalid)) return value;
    if (plain && !otherForm.test(text)) return value;
    const detail = value?.detail ?? `${text} is not in the same form as the rows above it`;
    return new Invalid('invalid_format', `${detail}; ${advice}`);
  };
}

function textReader(
  { priceScale, scales, round }: ReadingRules,
  field: RecordField,
  onRounded: OnRounded,
): (text: string) => unknown {
  const { kind } = field;
  const scale = scales?.get(field.name) ?? (isPrice(field) ? priceScale : undefined);
  if (isInteger(kind)) {
    const anyFraction = round.has(field.name);
    return (cell) => {
      const text = scale === undefined ? cell : withoutExponent(scaleDecimal(cell, scale));
      const exact = text.includes('.') ? textWithoutNoise(text, anyFraction) : text;
      if (exact !== text && !ZEROS.test(text)) onRounded();
      return kind.fromText(exact);
    };
  }
  if (kind === dateKind) return dateOfText;
  if (isNumber(field) && scale !== undefined) return (text) => kind.fromText(scaleDecimal(text, scale));
  return (text) => kind.fromText(text);
}

function valueReader(
  { priceScale, round }: ReadingRules,
  field: RecordField,
  onRounded: OnRounded,
): (value: unknown) => unknown {
  const { kind } = field;
  if (isInteger(kind)) {
    const anyFraction = round.has(field.name);
    return (value) => {
      const near = anyFraction && typeof value === 'number' ? nearest(value) : valueWithoutNoise(kind, value);
      const exact = anyFraction && typeof near === 'string' ? textWithoutNoise(near, true) : near;
      if (exact !== value) onRounded();
      return kind.fromJson(exact);
    };
  }
  if (isPrice(field) && priceScale !== undefined) {
    return (value) =>
      typeof value === 'number' || typeof value === 'bigint'
        ? kind.fromText(scaleDecimal(String(value), priceScale))
        : kind.fromJson(value);
  }
  if (kind === dateKind) {
    return (value) => kind.fromJson(typeof value === 'string' ? dayOf(value) : value);
  }
  return (value) => kind.fromJson(value);
}

/** Decimal part of an integer's text. */
const ZEROS = /\.0*$/;

/** The nearest integer, halves away from zero. */
const nearest = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

const MIDNIGHT = /^(\d{4}-?\d{2}-?\d{2})[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** The date of a date-time at midnight in its own zone, which is how data frames write a date. */
function dayOf(text: string): string {
  return text.length > 10 ? (MIDNIGHT.exec(text)?.[1] ?? text) : text;
}

const knownDates = new Map<string, unknown>();

/** The date of a text, cached: the dates of a file mostly occur in earlier files too. */
function dateOfText(text: string): unknown {
  if (text.length > LONGEST_DATE) return dateKind.fromText(dayOf(text));
  let value = knownDates.get(text);
  if (value === undefined) {
    value = dateKind.fromText(dayOf(text));
    if (knownDates.size >= MAXIMUM_CACHED) knownDates.clear();
    knownDates.set(text, value);
  }
  return value;
}
