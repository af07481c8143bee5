import { readExactly, writeExactly } from './exact-json.js';
import { text } from './text/language.js';

/** An invalid part of a request, as the service reports it. */
export interface FieldError {
  parameter?: string;
  pointer?: string;
  code: string;
  detail: string;
}

/** An RFC 9457 problem document of the service. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id?: string;
  errors?: FieldError[];
  existing?: { id: string; url: string };
}

/** Metadata of a list. */
export interface Meta {
  count: number;
  offset: number;
  limit: number;
  /** relative address of the next page; null on the last one */
  next: string | null;
  total: number | null;
  unit: string | null;
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  meta: Meta;
}

/** A finished request. `body` is null if the answer has none (204). */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Query parameters; undefined, null and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Optional parts of a request. */
export interface RequestOptions {
  query?: Query;
  /** sent as JSON unless it is a Blob, which is sent as is */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** reads numbers that JavaScript would round as `ExactNumber`: for records that will be written back */
  exact?: boolean;
  /** a request other than GET that changes nothing, or no more when it is sent again */
  isRepeatable?: boolean;
}

/** Longest wait for a complete answer, ms: the service gives up on a statement long before. */
const PATIENCE = 120_000;

/** Any failed request: refused by the service, or without an answer of the service that can be read (status 0). */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    /** seconds after which the request may be retried, if the service says so */
    readonly retryAfter: number | null = null,
    /** the failure leaves open whether the service did what was requested, so that stored records may have changed */
    readonly isOutcomeOpen = false,
  ) {
    super(problem.detail);
    this.name = 'ApiError';
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The public API, called with one token. Nothing here is private to the console. */
export class Api {
  private isOver = false;

  /**
   * @param token bearer token
   * @param on callbacks: `onRefusedToken` when the service no longer accepts the token, see {@link isTokenRefused};
   *   `onLackOfRight` when it refuses a request because the caller lacks a permission
   */
  constructor(
    private readonly token: string,
    private readonly on: { onRefusedToken(): void; onLackOfRight(): void },
  ) {}

  /** True once nobody is signed in with the token any more: nothing is sent, and answers concern nobody. */
  get isClosed(): boolean {
    return this.isOver;
  }

  /** Sends nothing more, such as the rest of a decision on many pages; what is sent already is not taken back. */
  close(): void {
    this.isOver = true;
  }

  /** Returns the body of a GET; throws {@link ApiError}. `path` may be a `meta.next`. */
  async get<Body>(path: string, query?: Query, signal?: AbortSignal): Promise<Body> {
    return (await this.send<Body>('GET', path, { ...(query && { query }), ...(signal && { signal }) })).body;
  }

  /** Returns a page of a list. */
  list<Item>(path: string, query?: Query, signal?: AbortSignal): Promise<Page<Item>> {
    return this.get<Page<Item>>(path, query, signal);
  }

  /** Sends any request, with status and headers; throws {@link ApiError} from 300 up (303 is a duplicate). */
  async send<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const isWrite = method !== 'GET' && options.isRepeatable !== true;
    try {
      return await within(options.signal, async (signal) => {
        const response = await this.fetch(method, path, { ...options, signal });
        if (!response.ok) throw await this.failureOf(response);
        const { status, headers } = response;
        const body = bodyOf(await response.text(), options.exact === true);
        // A read without a body has lost it on the way; a write may have none.
        if (body === null && method === 'GET') throw new ApiError(lostAnswer('garbled'));
        return { status, headers, body: body as Body };
      });
    } catch (error) {
      throw isWrite && error instanceof ApiError && mayBeDone(error)
        ? new ApiError(error.problem, error.retryAfter, true)
        : error;
    }
  }

  /** Opens a stream of server-sent events from now on, or after event `last`; throws {@link ApiError}. */
  async stream(
    path: string,
    query: Query,
    { last, signal }: { last: string; signal: AbortSignal },
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = { Accept: 'text/event-stream', ...(last !== '' && { 'Last-Event-ID': last }) };
    const response = await this.fetch('GET', path, { query, headers, signal });
    if (response.ok && response.body !== null) return response.body;
    throw await this.failureOf(response);
  }

  /** The error of a response from 300 up, reported unless the session is over. */
  private async failureOf(response: Response): Promise<ApiError> {
    const error = new ApiError(await problemOf(response), secondsOf(response.headers.get('Retry-After')));
    if (isTokenRefused(error) && !this.isOver) this.on.onRefusedToken();
    if (error.code === 'not_permitted' && !this.isOver) this.on.onLackOfRight();
    return error;
  }

  private async fetch(method: string, path: string, options: RequestOptions): Promise<Response> {
    const { query = {}, body, headers = {}, signal } = options;
    if (this.isOver) throw new DOMException('The session is over', 'AbortError');
    const isRaw = body instanceof Blob;
    try {
      return await fetch(withQuery(path, query), {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${this.token}`,
          ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw ? body : writeExactly(body) }),
        ...(signal && { signal }),
        credentials: 'omit',
        redirect: 'manual',
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(lostAnswer('unreachable'));
    }
  }
}

/**
 * Runs a request with its patience; throws {@link ApiError} if there is no answer by then, or if it breaks off, and the
 * error of the abortion if the caller's own `signal` is aborted.
 */
async function within<Result>(
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const control = new AbortController();
  const abort = () => control.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, PATIENCE);
  try {
    return await request(control.signal);
  } catch (error) {
    if (isLate) throw new ApiError(lostAnswer('late'));
    if (signal?.aborted) throw new DOMException('The request was aborted', 'AbortError');
    if (error instanceof ApiError || isAborted(error)) throw error;
    throw new ApiError(lostAnswer('interrupted'));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** A body as JSON; null if there is none. */
function bodyOf(responseText: string, isExact: boolean): unknown {
  if (responseText === '') return null;
  try {
    return (isExact ? readExactly : JSON.parse)(responseText);
  } catch {
    throw new ApiError(lostAnswer('garbled'));
  }
}

/** What became of an answer that did not arrive as the service sent it. */
function lostAnswer(how: 'unreachable' | 'interrupted' | 'garbled' | 'late'): Problem {
  const { noAnswer, [how]: detail } = text.value.shell.errors;
  return { title: noAnswer, status: 0, detail, code: how };
}

/** Refusals with a status from 500 up after which the service has certainly not done what was requested. */
const NOT_DONE = ['busy', 'dependency_away', 'disk_full', 'query_timeout', 'too_much_contention'];

/** Whether a write that failed like this may have been done all the same: its answer was lost, or ends in the middle. */
const mayBeDone = ({ status, code }: ApiError): boolean =>
  status === 0 || (status >= 500 && !NOT_DONE.includes(code));

/** True for the error of a write that may have been done all the same. */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof ApiError && error.isOutcomeOpen;
}

/** True for the refusal of a write because of what is stored by now: what the reader has seen is no longer current. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && [303, 404, 409, 412].includes(error.status);
}

/** True for the failure of a read that passes by itself: the service, or its database, is away, or is too busy. */
export function isPassing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  return (
    ['unreachable', 'dependency_away', 'busy'].includes(code) ||
    // An answer of the proxy before it.
    (code === 'unexplained' && [502, 503, 504].includes(status))
  );
}

/** True if the service itself no longer accepts the token: a 401 of something in between says nothing of it. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_authenticated';
}

/** True for the error of an aborted request: its result is no longer needed. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** A path with its query. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const queryText = parameters.toString();
  if (queryText === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${queryText}`;
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

async function problemOf(response: Response): Promise<Problem> {
  // The service redirects nobody: it is a network that asks for its own sign-in.
  if (response.type === 'opaqueredirect') return lostAnswer('garbled');
  const responseText = await response.text().catch(() => '');
  try {
    const problem = JSON.parse(responseText) as Partial<Problem>;
    if (typeof problem.detail === 'string' && typeof problem.code === 'string') return problem as Problem;
  } catch {
    // not the service's own answer: a proxy's page, perhaps
  }
  return {
    title: response.statusText || 'Error',
    status: response.status,
    detail: text.value.shell.errors.unexplained(response.status),
    code: 'unexplained',
  };
}
