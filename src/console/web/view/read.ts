import { useCallback, useEffect, useState } from 'preact/hooks';
import type { paths } from '../../../../client/index.js';
import { type Api, ApiError, isAborted, isPassing, type Query } from '../api.js';
import { useSession } from './session.js';

/** The body of an operation's 200 answer. */
type AnswerOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** Paths whose GET returns JSON. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: infer Operation }
    ? [AnswerOf<Operation>] extends [never]
      ? never
      : Path
    : never;
}[keyof paths];

type Get<Path extends ReadPath> = paths[Path] extends { get: infer Operation } ? Operation : never;

/** The answer of a path, as the API document describes it. */
export type BodyOf<Path extends ReadPath> = AnswerOf<Get<Path>>;

/** A row of a list. */
export type RowOf<Path extends ReadPath> = BodyOf<Path> extends { data: (infer Row)[] } ? Row : never;

/** Parameters of a path. */
export type QueryOf<Path extends ReadPath> =
  Get<Path> extends { parameters: { query?: infer Parameters } }
    ? { [Name in keyof NonNullable<Parameters>]?: NonNullable<Parameters>[Name] | null | undefined }
    : never;

/** A read request: `at` fills the parts of the path in braces. */
export interface Ask<Path extends ReadPath> {
  path: Path;
  query?: QueryOf<Path>;
  at?: Readonly<Record<string, string>>;
  /** numbers in records keep their digits, see {@link Api.send} */
  exact?: boolean;
}

/** Shortest pause before a read whose failure passes by itself is repeated, ms. */
const PAUSE = 5_000;

/** The state of a {@link useRead}. */
export interface Reading<Body> {
  /** the last answer, even while the next one is awaited; null before the first, after a failure, and if none is requested */
  body: Body | null;
  /** why there is no answer; null when there is one, or none yet */
  error: unknown;
  isLoading: boolean;
  retry(): void;
}

/** Builds a read request: its path determines the parameters and the type of the answer. */
export function ask<Path extends ReadPath>(
  path: Path,
  query?: QueryOf<Path>,
  at?: Ask<Path>['at'],
): Ask<Path> {
  return { path, ...(query && { query }), ...(at && { at }) };
}

/** Reads once, outside a component; throws as {@link Api.get} does. */
export async function read<Path extends ReadPath>(
  api: Api,
  { path, query, at = {}, exact = false }: Ask<Path>,
  signal?: AbortSignal,
): Promise<BodyOf<Path>> {
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(at[name] ?? ''));
  const { body } = await api.send<BodyOf<Path>>('GET', address, {
    ...(query && { query: query as Query }),
    ...(signal && { signal }),
    exact,
  });
  return body;
}

/** Answers about each of several securities, without those that the service has nothing to say about. */
export async function readEach<Body>(
  tickers: readonly string[],
  readOne: (ticker: string) => Promise<Body>,
): Promise<Body[]> {
  const answers = await Promise.all(
    tickers.map((ticker) =>
      readOne(ticker).catch((error: unknown) => {
        if (error instanceof ApiError && ['record_not_found', 'not_computable'].includes(error.code))
          return null;
        throw error;
      }),
    ),
  );
  return answers.filter((answer) => answer !== null);
}

/**
 * Reads, and reads again whenever the request changes; null reads nothing. The previous answer stays until the next
 * one, and a read is aborted when the component is unmounted.
 */
export function useRead<Path extends ReadPath>(request: Ask<Path> | null): Reading<BodyOf<Path>> {
  const { api } = useSession();
  return useAnswer(request === null ? null : JSON.stringify(request), (signal) =>
    read(api, request as Ask<Path>, signal),
  );
}

/** Like {@link useRead}, for anything that is loaded: again whenever `key` changes; null loads nothing. */
export function useAnswer<Body>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Body>,
): Reading<Body> {
  const { api } = useSession();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ key: string | null; body: Body | null; error: unknown }>({
    key: null,
    body: null,
    error: null,
  });
  useEffect(() => {
    if (key === null) return;
    const request = new AbortController();
    load(request.signal).then(
      (body) => setState({ key, body, error: null }),
      (error: unknown) => {
        // With the session, the reading ends: the next user to sign in reads anew.
        if (!isAborted(error) && !api.isClosed) setState({ key, body: null, error });
      },
    );
    return () => request.abort();
  }, [api, key, attempt]);
  // The failure stays until the service is back; nobody has to press a button for each part of a page.
  useEffect(() => {
    if (key === null || state.key !== key || !isPassing(state.error)) return;
    const wait = Math.max(PAUSE, (state.error.retryAfter ?? 0) * 1_000);
    const timer = setTimeout(() => setAttempt((before) => before + 1), wait);
    return () => clearTimeout(timer);
  }, [key, state]);
  const retry = useCallback(() => {
    setState((before) => ({ ...before, key: null, error: null }));
    setAttempt((before) => before + 1);
  }, []);
  return {
    // Neither an earlier answer nor an earlier failure is of concern if nothing is loaded any more.
    body: key === null ? null : state.body,
    error: key === null ? null : state.error,
    isLoading: state.key !== key && key !== null,
    retry,
  };
}

/**
 * A reading that is shown together with others: it has no body before they have, is loading as long as one of them is,
 * and fails if one of them does, so that figures of two requests are never shown as one. Others of null do not count.
 */
export function jointReading<Body>(
  first: Reading<Body>,
  ...others: readonly Reading<unknown>[]
): Reading<Body> {
  const readings = [first, ...others];
  const failed = readings.filter(({ error, isLoading }) => error !== null && !isLoading);
  const isAwaited = readings.some(({ body, isLoading }) => body === null && isLoading);
  return {
    body: isAwaited ? null : first.body,
    error: failed[0]?.error ?? null,
    isLoading: failed.length === 0 && readings.some(({ isLoading }) => isLoading),
    retry: () => {
      for (const { retry } of failed.length > 0 ? failed : readings) retry();
    },
  };
}
