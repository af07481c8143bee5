import { createHash, type Hash } from 'node:crypto';
import type { DataSet } from '../../dataset/data-set.js';
import { filesOf } from '../../import/sources.js';
import type { SourceWrite } from '../source.declaration.js';
import type { SourceRows } from '../source-request.js';
import type { Credentials } from './credentials.js';
import { SourceFailure, tooSlow } from './failure.js';
import { type Bounds, type Incoming, type Outgoing, PATIENCE, send } from './fetcher.js';
import { type RecordWriter, recordWriter } from './mapping.js';
import type { PayloadRecorder } from './payload-recorder.js';
import { publishedFile, type Row, readPage, valueAt } from './rows.js';
import { expand, inJson, type Values } from './template.js';

/** Most pages in one unit of work: paging that never ends is a fault of the source. */
const MOST_PAGES = 10_000;
/** Default limit of a source's silence, s. */
export const USUAL_TIMEOUT = 30;
/** Default limit of an answer's size, megabytes. */
export const USUAL_MEGABYTES = 64;
const MEGABYTE = 1_048_576;
/** Files of an archive that are read. */
const MEMBERS = /\.(csv|txt|json|ndjson|jsonl)(\.gz)?$/i;
/** A link's target and its parameters, and the relations among these. */
const LINK = /^\s*<([^>]*)>(.*)$/;
const RELATIONS = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i;
/** Records in each piece passed on. */
const RECORDS = 500;

/** Totals of what a unit of work received. */
export interface Received {
  requests: number;
  rows: number;
  /** decompressed */
  bytes: number;
  hash: Hash;
}

/** What the requests of a unit go through. */
export interface Line {
  credentials: Credentials;
  bounds: Bounds;
  /** folder beneath which files of this machine may be read */
  folder: string | undefined;
  /** waits until the next request of the source may be made */
  turn(): Promise<void>;
}

/** A page, given by {page}, {offset} or {cursor}, or by the address in a Link header. */
interface Place {
  values: Values;
  url?: string;
}

export const nothingReceived = (): Received => ({
  requests: 0,
  rows: 0,
  bytes: 0,
  hash: createHash('sha256'),
});

/** What is needed to read the records of a unit of work. */
export interface Reading {
  source: SourceWrite;
  dataSet: DataSet;
  values: Values;
  received: Received;
}

/** Yields a unit's records as CSV, page by page on demand, or the file as published. Throws {@link SourceFailure}. */
export async function* recordsOf(
  reading: Reading,
  line: Line,
  recorder: PayloadRecorder,
): AsyncGenerator<Buffer> {
  const { source, values, received } = reading;
  const reader = readerOf(reading);
  const digests = new Set<string | undefined>();
  let place: Place | undefined = firstPlace(source);
  for (let pages = 0; place !== undefined; pages++) {
    if (pages === MOST_PAGES)
      throw new SourceFailure('too_many_pages', `more than ${MOST_PAGES} pages`, false);
    const request = requestOf(source, { ...values, ...place.values }, place.url);
    const answer = await fetchAuthorized(request, line, received);
    const page = yield* recordsIn(recorder.through(answer.bytes), reader);
    if (source.rows.format === 'published') return;
    const digest = recorder.lastDigest;
    // As from a source that does not know the page, and answers with its first or last one: for ever.
    if (page.rows > 0 && digests.has(digest))
      throw new SourceFailure('too_many_pages', `page ${pages + 1} repeats an earlier one`, false);
    digests.add(digest);
    const next = nextPlace(source, place, page, { answer, url: request.url });
    if (page.rows === 0 && next !== undefined && isSame(next, place))
      throw new SourceFailure('too_many_pages', `page ${pages + 1} has no rows and leads to itself`, false);
    place = next;
  }
  refuseMissing(reader);
}

/** The same for pages received earlier. */
export async function* recordsOfPages(
  reading: Reading,
  pages: AsyncIterable<AsyncIterable<Buffer>> | Iterable<AsyncIterable<Buffer>>,
): AsyncGenerator<Buffer> {
  const reader = readerOf(reading);
  for await (const bytes of pages) yield* recordsIn(bytes, reader);
  refuseMissing(reader);
}

/** Tables and rows that all lack a column for a required field belong to another data set, or to none. */
function refuseMissing({ write, received }: PageReader): void {
  const { fields, columns } = write.missing();
  if (fields.length === 0 || (received.rows === 0 && columns.length === 0)) return;
  const text = `the answer has no column for ${fields.join(', ')}: ${columns.join(', ').slice(0, 200)}`;
  throw new SourceFailure('missing_columns', text, false);
}

/** What is needed to read the pages of a unit of work. */
interface PageReader {
  form: SourceRows;
  write: RecordWriter;
  columns: readonly string[];
  received: Received;
  /** largest unpacked file, bytes */
  most: number;
  /** longest time from the first byte of a page to its last, ms */
  patience: number;
}

function readerOf({ source, dataSet, values, received }: Reading): PageReader {
  const { rows, fields, limits } = source;
  const columns = Object.values(fields ?? {}).flatMap(({ from }) => from ?? []);
  const most = (limits?.megabytes ?? USUAL_MEGABYTES) * MEGABYTE;
  const patience = (limits?.timeout ?? USUAL_TIMEOUT) * PATIENCE * 1_000;
  return { form: rows, write: recordWriter(dataSet, fields, values), columns, received, most, patience };
}

/** What determines the next page: the number of rows in a page, and the whole answer if it is JSON. */
interface ReadPage {
  rows: number;
  document?: unknown;
}

async function* recordsIn(
  bytes: AsyncIterable<Buffer>,
  { form, write, columns, received, most, patience }: PageReader,
): AsyncGenerator<Buffer, ReadPage> {
  const pieces = countBytes(bytes, received, patience);
  if (form.format === 'published') {
    yield* publishedFile(pieces);
    return { rows: 0 };
  }
  const before = received.rows;
  let document: unknown;
  // gzip, tar and zip are recognised by their first bytes, whatever the source calls them.
  for await (const file of filesOf('the answer', pieces, { format: 'csv', members: MEMBERS })) {
    const page = await readPage(limitSize(file.bytes, most), form, { columns, take: write.take });
    yield* lines(page.rows, write, received);
    ({ document } = page);
  }
  return { document, rows: received.rows - before };
}

/** Sends a request with credentials; a token that is no longer accepted is replaced once. */
async function fetchAuthorized(
  request: Outgoing,
  { credentials, bounds, turn }: Line,
  received: Received,
): Promise<Incoming> {
  for (let isSecond = false; ; isSecond = true) {
    await turn();
    received.requests++;
    try {
      return await send(await credentials.sign(request, bounds), bounds);
    } catch (error) {
      const isUnauthorized = error instanceof SourceFailure && error.code === 'unauthorized';
      if (isSecond || !isUnauthorized || !credentials.renew()) throw error;
    }
  }
}

function requestOf({ request }: SourceWrite, values: Values, url: string | undefined): Outgoing {
  const { method = 'GET', headers = {}, body } = request;
  return {
    url: url ?? expand(request.url, values, encodeURIComponent),
    method,
    headers,
    body: body === undefined ? undefined : expand(body, values, inJson),
  };
}

function firstPlace({ paging }: SourceWrite): Place {
  const { type, start, size } = paging ?? {};
  const values: Values = size === undefined ? {} : { size: String(size) };
  if (type === 'page') values.page = String(start ?? 1);
  if (type === 'offset') values.offset = String(start ?? 0);
  return { values };
}

function nextPlace(
  { paging }: SourceWrite,
  { values }: Place,
  { rows, document }: ReadPage,
  { answer, url }: { answer: Incoming; url: string },
): Place | undefined {
  if (paging === undefined) return undefined;
  const { type, size, cursor_at: pointer = '' } = paging;
  if (type === 'link') {
    const next = linkOf(answer, url);
    return next === undefined ? undefined : { values, url: next };
  }
  if (type === 'cursor') {
    const cursor = cursorOf(valueAt(document, pointer), pointer);
    return cursor === undefined ? undefined : { values: { ...values, cursor } };
  }
  if (rows === 0 || (size !== undefined && rows < size)) return undefined;
  if (type === 'page') return { values: { ...values, page: String(Number(values.page) + 1) } };
  return { values: { ...values, offset: String(Number(values.offset) + rows) } };
}

/** The cursor of the next page; undefined if the answer has none: null, false, or empty text, list or object. */
function cursorOf(value: unknown, pointer: string): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value) || undefined;
  const isNone = typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : value !== true;
  if (isNone) return undefined;
  const text = `${pointer} is no cursor: text or a number is expected`;
  throw new SourceFailure('malformed', text, false);
}

/** Whether two places are requested in the same way. */
function isSame(one: Place, other: Place): boolean {
  return one.values.cursor === other.values.cursor && one.url === other.url;
}

/** The next page of a Link header; only on the declared host, because credentials are sent with the request. */
function linkOf({ headers }: Incoming, url: string): string | undefined {
  const target = nextOf(String(headers.link ?? ''));
  if (target === undefined) return undefined;
  if (!URL.canParse(target, url))
    throw new SourceFailure('malformed', 'the Link header leads to no address', false);
  const next = new URL(target, url);
  if (next.host === new URL(url).host && next.protocol === new URL(url).protocol) return next.href;
  throw new SourceFailure('redirect', 'the Link header leads to another host', false);
}

/** Target of the link with the relation `next`, which may be one of several relations (RFC 8288). */
function nextOf(header: string): string | undefined {
  for (const link of header.split(/,(?=\s*<)/)) {
    const [, target, parameters = ''] = LINK.exec(link) ?? [];
    const [, quoted, plain] = RELATIONS.exec(parameters) ?? [];
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return undefined;
}

async function* limitSize(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > most)
      throw new SourceFailure('too_large', `a file is larger than ${most} bytes when unpacked`, false);
    yield piece;
  }
}

async function* countBytes(
  bytes: AsyncIterable<Buffer>,
  received: Received,
  patience: number,
): AsyncGenerator<Buffer> {
  const end = performance.now() + patience;
  for await (const piece of bytes) {
    // A source that trickles bytes is never silent.
    if (performance.now() > end) throw tooSlow(patience);
    received.bytes += piece.length;
    received.hash.update(piece);
    yield piece;
  }
}

async function* lines(
  rows: AsyncIterable<readonly Row[]>,
  write: RecordWriter,
  received: Received,
): AsyncGenerator<Buffer> {
  let text = received.rows === 0 ? `${write.header}\n` : '';
  let hasRows = false;
  for await (const some of rows) {
    for (const row of some) {
      text += `${write.line(row)}\n`;
      received.rows++;
      hasRows = true;
      if (received.rows % RECORDS > 0) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  if (hasRows && text !== '') yield Buffer.from(text);
}
