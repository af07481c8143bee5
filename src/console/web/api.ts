import { readExactly, writeExactly } from './exact-json.js';
import { text } from './text/language.js';

/** An invalid part of a request, as the service reports it. */
interface FieldError {
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
}

/** Any failed request: refused by the service, or one that did not reach it (status 0). */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    /** seconds after which the request may be retried, if the service says so */
    readonly retryAfter: number | null = null,
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
   * @param onRefusedToken called when the service no longer accepts the token (401)
   */
  constructor(
    private readonly token: string,
    private readonly onRefusedToken: () => void = () => undefined,
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
    const response = await this.fetch(method, path, options);
    if (response.ok) {
      const responseText = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (responseText === '' ? null : (options.exact ? readExactly : JSON.parse)(responseText)) as Body,
      };
    }
    throw await this.failureOf(response);
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

  /** The error of a response from 300 up; a refused token ends the session, unless it is over. */
  private async failureOf(response: Response): Promise<ApiError> {
    const problem = await problemOf(response);
    if (problem.status === 401 && !this.isOver) this.onRefusedToken();
    return new ApiError(problem, secondsOf(response.headers.get('Retry-After')));
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
      throw new ApiError({
        title: text.value.shell.errors.noAnswer,
        status: 0,
        detail: text.value.shell.errors.unreachable,
        code: 'unreachable',
      });
    }
  }
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
