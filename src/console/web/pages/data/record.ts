import { useEffect, useState } from 'preact/hooks';
import { ApiError, isAborted } from '../../api.js';
import { useSession } from '../../view/session.js';
import type { Values } from './draft.js';

/** A stored record with its version; `record` is null if none has the key. */
export interface StoredRecord {
  record: Values | null;
  etag: string | null;
}

/** Reads the record of a key, and again after a write; a null `key` reads nothing. */
export function useRecord(set: string, key: Readonly<Record<string, string>> | null) {
  const { api } = useSession();
  const text = key === null ? '' : JSON.stringify(key);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ text: string; stored: StoredRecord | null; error: unknown }>({
    text: '',
    stored: null,
    error: null,
  });
  const isCurrent = state.text === text && key !== null;
  useEffect(() => {
    // A new token does not change what is shown: saving finds out whether it is still current.
    if (key === null || (isCurrent && state.stored !== null)) return;
    const request = new AbortController();
    api
      .send<Values>('GET', `/svc/record/${encodeURIComponent(set)}`, {
        query: key,
        signal: request.signal,
        exact: true,
      })
      .then(
        ({ body, headers }) =>
          setState({ text, stored: { record: body, etag: headers.get('ETag') }, error: null }),
        (error: unknown) => {
          if (isAborted(error)) return;
          // A 404 of something in between does not mean that there is no record.
          const isMissing = error instanceof ApiError && error.code === 'record_not_found';
          setState({
            text,
            stored: isMissing ? { record: null, etag: null } : null,
            error: isMissing ? null : error,
          });
        },
      );
    return () => request.abort();
  }, [api, set, text, attempt]);
  return {
    stored: isCurrent ? state.stored : null,
    error: isCurrent ? state.error : null,
    reload: () => {
      setState({ text: '', stored: null, error: null });
      setAttempt((before) => before + 1);
    },
  };
}
