import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../../../../../client/index.js';
import { type Api, ApiError, isAborted } from '../../api.js';
import { useSession } from '../../view/session.js';

/** An event of the service, as its stream sends it. */
export type LiveEvent = components['schemas']['EventRecord'];

/** Number of events kept for display, and ms before an interrupted stream is reopened. */
const MOST_EVENTS = 200;
const PAUSE = 2_000;
/** The status of a stream from an event after which some are no longer kept. */
const GONE = 410;

/** Longest silence of a stream that is alive, ms: a comment is sent every 15 s. */
const SILENCE = 45_000;

/** The state of the stream. */
type FeedState = 'live' | 'paused' | 'broken';

/** The events received, and why there are no more if the service refuses them: trying again would not help. */
interface Feed {
  events: readonly LiveEvent[];
  state: FeedState;
  refusal: ApiError | null;
  retry(): void;
}

/**
 * The events from now on, newest first. Nothing is requested while paused; neither a pause nor an interruption loses
 * events that the service still keeps.
 */
export function useFeed(resource: string, isPaused: boolean): Feed {
  const { api } = useSession();
  const position = useRef('');
  const [events, setEvents] = useState<readonly LiveEvent[]>([]);
  const [state, setState] = useState<FeedState>('broken');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setRefusal(null);
    if (isPaused) return setState('paused');
    const request = new AbortController();
    void follow(api, resource, request.signal, {
      position,
      onState: setState,
      onRefusal: setRefusal,
      onEvent: (event) => setEvents((before) => [event, ...before].slice(0, MOST_EVENTS)),
    });
    return () => request.abort();
  }, [api, resource, isPaused, attempt]);
  return {
    events: events.filter((event) => resource === '' || event.resource === resource),
    state,
    refusal,
    retry: () => setAttempt((before) => before + 1),
  };
}

interface Listener {
  /** identifier of the last event received; empty: none, the stream begins now */
  position: { current: string };
  onState(state: FeedState): void;
  onRefusal(error: ApiError): void;
  onEvent(event: LiveEvent): void;
}

/** Follows the stream until aborted, resuming where it was left. */
async function follow(api: Api, resource: string, signal: AbortSignal, listener: Listener): Promise<void> {
  const { position } = listener;
  while (!signal.aborted) {
    try {
      const stream = await api.stream('/svc/events', { resource }, { last: position.current, signal });
      listener.onState('live');
      for await (const { id, data } of messagesOf(stream)) {
        if (id !== '') position.current = id;
        if (data !== '') listener.onEvent(JSON.parse(data) as LiveEvent);
      }
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof ApiError && isRefusal(error)) {
        listener.onState('broken');
        return listener.onRefusal(error);
      }
      if (error instanceof ApiError && error.status === GONE) position.current = '';
    }
    if (signal.aborted) return;
    listener.onState('broken');
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Whether the service will not send this stream, however often it is requested. */
const isRefusal = ({ status }: ApiError) =>
  status >= 400 && status < 500 && ![408, GONE, 429].includes(status);

/** The messages of a stream of server-sent events (HTML, 9.2.6). */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<{ id: string; data: string }> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  for (let part = await nextPart(reader); !part.done; part = await nextPart(reader)) {
    const blocks = (rest + part.value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const of = (field: string) =>
        block
          .split(/\r?\n/)
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).trimStart())
          .join('\n');
      yield { id: of('id'), data: of('data') };
    }
  }
}

/** The next part of a stream; throws if it stays silent for too long, as one does whose connection has gone unnoticed. */
async function nextPart(
  reader: ReadableStreamDefaultReader<string>,
): Promise<ReadableStreamReadResult<string>> {
  let timer = 0;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The stream is silent')), SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
