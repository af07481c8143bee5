import type { Statement } from '../../database/database.js';
import { encodeCursor, type ListSource } from '../../database/lists/list.js';

/** Rows to return and to skip. */
export interface Window {
  limit: number;
  offset: number;
}

/** One page, wherever its rows came from. */
export interface Page {
  /** JSON texts of the rows, each on a line of its own, between commas; as one text or in pieces */
  rows: readonly (string | Buffer)[];
  count: number;
  /** key values of the last row when more rows follow; an undefined one was cut from the row */
  after: readonly unknown[] | undefined;
}

/** What the envelope tells beside the rows. */
export interface PageFacts {
  window: Window;
  /** relative URL of the next page */
  next: string | null;
  total: number | null;
  unit: string | null;
}

/** Runs a statement and returns its rows. */
type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/**
 * The statement of a page of a list; limit and offset are bound behind the list's values. PostgreSQL shapes the rows:
 * they stand on lines of their own, so that the surplus row is cut off and the last key is read without parsing the rest.
 */
export function pageStatement(source: ListSource): string {
  const next = source.values.length + 1;
  return `SELECT string_agg(${source.json ?? 'row_to_json(line)::text'}, E',\\n') AS rows, count(*)::int AS count
          FROM (${cut(source, `LIMIT $${next}::bigint OFFSET $${next + 1}::bigint`)}) line`;
}

/** Reads a page of a list. */
export async function readPage(read: Read, source: ListSource, { limit, offset }: Window): Promise<Page> {
  // One row more than the page tells whether there is a next one.
  const [page] = await read<{ rows: string | null; count: number }>({
    text: source.page ?? pageStatement(source),
    values: [...source.values, limit + 1, offset],
  });
  const rows = page?.rows ?? '';
  const count = page?.count ?? 0;
  if (count <= limit) return { rows: [rows], count, after: undefined };
  const kept = rows.slice(0, rows.lastIndexOf(',\n'));
  const last = JSON.parse(kept.slice(kept.lastIndexOf('\n') + 1)) as Record<string, unknown>;
  return { rows: [kept], count: limit, after: source.key.map((column) => last[column]) };
}

/** The SELECT of a list cut by `LIMIT … OFFSET …`. */
export function cut({ select, paged }: ListSource, limits: string): string {
  return paged === undefined ? `${select} ${limits}` : paged(limits);
}

/** The body of a page in pieces: the envelope around its rows. */
export function pageBody(
  { rows, count }: Page,
  { window: { offset, limit }, next, total, unit }: PageFacts,
): Buffer[] {
  const meta = JSON.stringify({ count, offset, limit, next, total, unit });
  const pieces = ['{"data":[', ...rows, `],"meta":${meta}}`];
  // Text becomes one row of bytes, not one longer text first; what is bytes already is not copied.
  if (pieces.every((piece) => typeof piece === 'string')) return [bytesOf(pieces)];
  return pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

/** UTF-8 of texts, one behind the other. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}

/** The same request with the cursor of its last row: relative, ready to call. */
export function nextLink(
  path: string,
  query: string | Readonly<Record<string, string>>,
  after: readonly unknown[],
  { limit, offset }: Window,
): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  if (!after.includes(undefined)) parameters.set('cursor', encodeCursor(after));
  else parameters.set('offset', String(offset + limit)); // rows cut down to fields without the key
  return `${path}?${parameters}`;
}
