import { encodeCursor } from '../../database/lists/cursor.js';
import {
  DEFAULT_PAGE,
  type List,
  MAXIMUM_PAGE,
  type Notice,
  type Page,
  type PageRequest,
  type RenderedPage,
  type Resolved,
  type Window,
} from '../../database/lists/list.js';
import { InvalidInput, notTogether } from '../../errors/domain-errors.js';
import { END_OF_JSON } from './reply.js';
import { weakTag } from './weak-tag.js';

/** Bodies up to this size, bytes, are sent as one piece, which is faster; the pieces of larger ones are not copied. */
const ONE_PIECE = 4096;

/** Where a list was requested. */
export interface Address {
  /** path of its route */
  path: string;
  /** text of the query, without the question mark */
  query: string;
  /**
   * what the list keeps the rendered page by, if not the query alone: a path in another spelling than the route's is in
   * the address of the next page, too
   */
  key?: string;
}

/**
 * Renders the requested page of a list in its envelope; `why` supplies the notices if it has no rows. Throws
 * {@link InvalidInput} for a window that it does not offer.
 */
export async function renderPage(
  list: List,
  { path, query, key = query }: Address,
  why: () => Promise<readonly Notice[]>,
): Promise<RenderedPage> {
  const readyPage = list.renderedPages?.find(key);
  if (readyPage !== undefined) return readyPage;
  const window = windowOf(list.query);
  const page = await list.page(window);
  const next = page.after === undefined ? null : nextLink(path, query, page.after, window);
  const count = list.query.total === true ? await list.count() : null;
  const notices = [...(list.remarks ?? []), ...(page.count === 0 ? await why() : [])];
  const pieces = bodyOf(page, {
    count: page.count,
    offset: window.offset,
    limit: window.limit,
    next,
    total: count?.total ?? null,
    ...(count?.isEstimate && { total_estimated: true }),
    unit: list.unit,
    ...list.resolved,
    ...(notices.length > 0 && { notices }),
  });
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const fresh = {
    pieces: pieces.length > 1 && length <= ONE_PIECE ? [Buffer.concat(pieces)] : pieces,
    length,
    etag: weakTag(pieces),
    next,
    // Why a page is empty depends on more than its list.
    isLasting: page.count > 0 && notices.length === 0,
  };
  if (fresh.isLasting) list.renderedPages?.add(key, fresh);
  return fresh;
}

/** Page size and offset of a JSON answer; throws {@link InvalidInput} past the cap. */
function windowOf(query: PageRequest): Window {
  refuseTwoPositions(query);
  const limit = query.limit ?? DEFAULT_PAGE;
  if (limit > MAXIMUM_PAGE) {
    throw new InvalidInput([
      {
        parameter: 'limit',
        code: 'out_of_range',
        detail: `at most ${MAXIMUM_PAGE} rows per JSON page; request text/csv or application/x-ndjson to stream more`,
      },
    ]);
  }
  return { limit, offset: query.offset ?? 0 };
}

/** Refuses an offset together with a cursor, in every format. */
export function refuseTwoPositions(query: PageRequest): void {
  if (query.cursor === undefined || query.offset === undefined) return;
  throw notTogether('offset', 'give offset or cursor, not both');
}

/** What a page reports about itself. */
interface Meta extends Window, Resolved {
  count: number;
  next: string | null;
  total: number | null;
  /** the total is an estimate */
  total_estimated?: true;
  unit: string | null;
  /** of a page without rows, and of a list with remarks */
  notices?: readonly Notice[];
}

/** The body of a page in pieces: the envelope around its rows. */
function bodyOf({ rows }: Page, meta: Meta): Buffer[] {
  const pieces = ['{"data":[', ...rows, `],"meta":${JSON.stringify(meta)}}${END_OF_JSON}`];
  // Texts are encoded into one buffer without joining them first; pieces that are bytes already are not copied.
  if (pieces.every((piece) => typeof piece === 'string')) return [bytesOf(pieces)];
  return pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

/** UTF-8 of texts, one after the other. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}

/** The same request with the cursor of the page's last row: a relative URL, ready to call. */
function nextLink(path: string, query: string, after: readonly unknown[], { limit, offset }: Window): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  if (!after.includes(undefined)) parameters.set('cursor', encodeCursor(after));
  else parameters.set('offset', String(offset + limit)); // rows cut down to fields without the key
  return `${path}?${parameters}`;
}
