import { createHmac, randomBytes } from 'node:crypto';
import { VERSION } from '../../../config/version.js';
import { exponential } from '../../../errors/retries.js';
import { exchange } from '../../../outbound/exchange.js';
import { networkFaultOf } from '../../../outbound/network-fault.js';
import { retryAfterOf } from '../../../outbound/retry-after.js';
import type { FeedEvent } from '../feed-event.js';

/** A receiver must answer within this time, ms. */
const ANSWER_LIMIT = 10_000;
/** First and longest wait after a failure, ms; it doubles in between. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
const SECRET_PREFIX = 'whsec_';

/** Outcome of a delivery; `stopped`: the service is stopping, and the outcome is unknown. */
export type Outcome = { kind: 'delivered' } | { kind: 'stopped' } | Failure;

/**
 * What the owner learns about a failure: enough to fix a receiver, too little to explore the network behind the service
 * through its answers.
 */
export const FAILURE_CLASSES = [
  'status_3xx',
  'status_4xx',
  'status_5xx',
  'gone',
  'timeout',
  'refused',
  'unreachable',
  'unresolved',
  'reset',
  'tls',
  'address_not_allowed',
  'failed',
] as const;
type FailureClass = (typeof FAILURE_CLASSES)[number];

/** A delivery that was not accepted. */
export interface Failure {
  kind: 'refused' | 'unanswered' | 'gone';
  error: FailureClass;
  /** wait that the receiver asked for, ms */
  retryAfter: number;
}

/** A new secret: 32 random bytes. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** Signature of a delivery by the Standard Webhooks specification: HMAC-SHA256 of `id.timestamp.body`. */
function signature(
  secret: string,
  { id, timestamp, body }: Record<'id' | 'timestamp' | 'body', string>,
): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Sends events to a receiver in one signed POST, over a dedicated connection to a checked address. Redirects are not
 * followed: they would lead to an address that was not entered. Only the status and Retry-After of the response are
 * read.
 */
export async function deliver(
  { id: webhook, url, secret }: { id: string; url: string; secret: string },
  events: readonly FeedEvent[],
  { stop, isPrivateAllowed }: { stop: AbortSignal; isPrivateAllowed: boolean },
): Promise<Outcome> {
  const body = `{"webhook":"${webhook}","events":[${events.map(({ json }) => json).join(',')}]}`;
  const id = `${webhook}_${events[0]?.id}_${events.at(-1)?.id}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT);
  const end = () => limit.abort();
  stop.addEventListener('abort', end);
  try {
    if (stop.aborted) return { kind: 'stopped' };
    const response = await exchange({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `market-data-service/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature(secret, { id, timestamp, body }),
      },
      body,
      signal: limit.signal,
      isPrivateAllowed,
    });
    response.on('error', () => undefined).destroy(); // the rest of the response is not read
    const { statusCode: status = 0, headers } = response;
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    const isGone = status === 410;
    return {
      kind: isGone ? 'gone' : 'refused',
      error: isGone ? 'gone' : classOfStatus(status),
      retryAfter: retryAfterOf(headers['retry-after']),
    };
  } catch (error) {
    if (stop.aborted) return { kind: 'stopped' };
    return {
      kind: 'unanswered',
      error: limit.signal.aborted ? 'timeout' : networkFaultOf(error),
      retryAfter: 0,
    };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}

const growing = exponential(FIRST_WAIT, LONGEST_WAIT, 0.5);

/** Wait after the given number of failures in a row, ms: exponential with jitter, or what the receiver asked for. */
export function waitAfter(failures: number, retryAfter: number): number {
  return Math.max(growing(failures), retryAfter);
}

function classOfStatus(status: number): FailureClass {
  if (status >= 500) return 'status_5xx';
  if (status >= 400) return 'status_4xx';
  return status >= 300 ? 'status_3xx' : 'failed';
}
