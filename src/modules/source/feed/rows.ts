import { csvRows, fitsColumns } from '../../../files/csv.js';
import { endOfString } from '../../../files/json-text.js';
import { Lines } from '../../../files/lines.js';
import { decodeUtf8 } from '../../../files/text.js';
import { isJsonObject } from '../../../kinds/json-object.js';
import type { SourceRows } from '../source-request.js';
import { SourceFailure } from './failure.js';

/** Rows of a CSV file passed on together. */
const TOGETHER = 500;

/** A row of an answer, by key or column. */
export type Row = Readonly<Record<string, unknown>>;

/** The content of a page. */
export interface Page {
  /** a group at a time */
  rows: AsyncIterable<readonly Row[]>;
  /** the whole answer, for cursors; only for JSON */
  document?: unknown;
}

/** Beginnings of a web page, after a byte order mark: of rows any markup is one, of a publisher's file XML is none. */
const MARKUP = /^(?:\xef\xbb\xbf)?\s*</;
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i;
const NOT_DATA = 'the source answered with a web page instead of data, as a log-in page does';

/** What is expected of the header of a CSV file: a sentence instead of data would be a header without rows. */
export interface HeaderCheck {
  /** columns that it must have */
  columns: readonly string[];
  /** takes its columns, also if no row follows */
  take(columns: readonly string[]): void;
}

/** Reads an answer; throws {@link SourceFailure} if it is not data, malformed or cut off. */
export async function readPage(
  bytes: AsyncIterable<Buffer>,
  form: SourceRows,
  check: HeaderCheck,
): Promise<Page> {
  if (form.format === 'json') {
    const document = parsed(await textOf(bytes));
    return { rows: atOnce(rowsAt(document, form)), document };
  }
  const checked = refusing(MARKUP, bytes);
  return { rows: form.format === 'csv' ? csv(checked, check) : ndjson(checked) };
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

/** Passes on a file in its publisher's form; a web page is refused. */
export const publishedFile = (bytes: AsyncIterable<Buffer>) => refusing(WEB_PAGE, bytes);

/** The whole text of an answer. */
export async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function parsed(text: string): unknown {
  if (text.trimStart().startsWith('<')) throw new SourceFailure('not_data', NOT_DATA, false);
  try {
    return JSON.parse(withExactIntegers(text)) as unknown;
  } catch {
    throw new SourceFailure('malformed', 'the answer is not JSON, or it is truncated', true);
  }
}

const LONG_INTEGER = /(?<![\d.eE+-])(-?[1-9]\d{15,})(?:\.0+)?(?![\d.eE])/g;

/**
 * JSON with integers beyond 2^53 as strings: identifiers and cursors of 64 bits would lose their last digits. A parser
 * that keeps them takes ten times as long, and answers may have 64 MB, for which everybody would wait.
 */
function withExactIntegers(text: string): string {
  let exact = '';
  let copied = 0;
  let quote = text.indexOf('"');
  let endOfLast = -1;
  for (const { 0: number, 1: digits = '', index } of text.matchAll(LONG_INTEGER)) {
    for (; quote >= 0 && quote < index; quote = text.indexOf('"', endOfLast + 1))
      endOfLast = endOfString(text, quote);
    if (index < endOfLast || Number.isSafeInteger(Number(digits))) continue;
    exact += `${text.slice(copied, index)}"${digits}"`;
    copied = index + number.length;
  }
  return exact + text.slice(copied);
}

function rowsAt(document: unknown, { at = '', columns = false }: SourceRows): readonly Row[] {
  const value = valueAt(document, at);
  if (columns && isJsonObject(value)) return transpose(value);
  if (Array.isArray(value) && value.every(isJsonObject)) return value as Row[];
  const expected = columns ? 'an object of lists' : 'a list of objects';
  throw new SourceFailure('no_rows', `${at === '' ? 'the answer' : at} is not ${expected}`, false);
}

/** Rows of an object with one list per field, at any depth: `/indicators/quote/0/open` is the key of its values. */
function transpose(value: object): Row[] {
  const lists = [...listsIn(value, '')];
  const length = Math.max(0, ...lists.map(([, list]) => list.length));
  if (lists.some(([, list]) => list.length !== length && list.length !== 0)) {
    throw new SourceFailure('malformed', 'the lists of the answer have different lengths', true);
  }
  return Array.from({ length }, (_, at) => Object.fromEntries(lists.map(([key, list]) => [key, list[at]])));
}

function* listsIn(value: object, place: string): Generator<[key: string, list: readonly unknown[]]> {
  for (const [name, inner] of Object.entries(value)) {
    const key = `${place}/${name}`;
    if (Array.isArray(inner) && !inner.some(isJsonObject)) yield [key, inner];
    else if (typeof inner === 'object' && inner !== null) yield* listsIn(inner as object, key);
  }
}

async function* csv(bytes: AsyncIterable<Buffer>, check: HeaderCheck): AsyncGenerator<readonly Row[]> {
  let header: string[] | undefined;
  /** of columns with the same name the first counts, as in an import */
  let places: [name: string, at: number][] = [];
  let ready: Row[] = [];
  for await (const row of csvRows(bytes)) {
    if ('reason' in row) throw new SourceFailure('malformed', `line ${row.line}: ${row.reason}`, true);
    if (header === undefined) {
      header = row.cells.map((name) => name.trim().replace(/^\uFEFF/, ''));
      refuseOthers(header, check.columns);
      const names = header;
      places = [...new Set(names)].map((name) => [name, names.indexOf(name)]);
      check.take(places.map(([name]) => name));
      continue;
    }
    if (!fitsColumns(row.cells, header.length)) {
      const text = `line ${row.line} has ${row.cells.length} columns, the header ${header.length}`;
      throw new SourceFailure('malformed', text, true);
    }
    ready.push(Object.fromEntries(places.map(([name, at]) => [name, row.cells[at]])));
    if (ready.length < TOGETHER) continue;
    yield ready;
    ready = [];
  }
  yield ready;
}

function refuseOthers(header: readonly string[], columns: readonly string[]): void {
  if (header.length === 1 && columns.length === 0) {
    const text = `the answer is no table: ${header[0]?.slice(0, 200)}`;
    throw new SourceFailure('missing_columns', text, false);
  }
  const missing = columns.filter((name) => !header.includes(name));
  if (missing.length === 0) return;
  const text = `the answer has no column ${missing.join(', ')}: ${header.join(',').slice(0, 200)}`;
  throw new SourceFailure('missing_columns', text, false);
}

async function* ndjson(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly Row[]> {
  let ready: string[] = [];
  const lines = new Lines({
    line: (text) => ready.push(text),
    overlong: (text) => ready.push(text),
  });
  for await (const text of decodeUtf8(bytes)) {
    lines.push(text);
    yield objects(ready);
    ready = [];
  }
  lines.end();
  yield objects(ready);
}

function objects(lines: readonly string[]): Row[] {
  const values = lines.filter((line) => line.trim() !== '').map(parsed);
  if (values.every(isJsonObject)) return values as Row[];
  throw new SourceFailure('malformed', 'a line of the answer is not a JSON object', true);
}

/** Passes bytes on; refuses those that begin like a web page. */
async function* refusing(beginning: RegExp, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of bytes) {
    if (isFirst && beginning.test(piece.subarray(0, 256).toString('latin1')))
      throw new SourceFailure('not_data', NOT_DATA, false);
    isFirst &&= piece.length === 0;
    yield piece;
  }
}

async function* atOnce(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
