import { createHmac, randomBytes } from 'node:crypto';
import { VERSION } from '../../../config/version.js';
import { exponential } from '../../../errors/retried.js';
import type { FeedEvent } from '../event-types.js';

/** A receiver must answer within this time, ms. */
const ANSWER_LIMIT = 10_000;
/** First and longest wait after a failure, ms; it doubles in between. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** Longest wait that a receiver may ask for by Retry-After, ms. */
const LONGEST_ASKED = 3_600_000;
const SECRET_PREFIX = 'whsec_';

/** What became of a delivery; `stopped`: the service stops, nobody knows. */
export type Outcome = { kind: 'delivered' } | { kind: 'stopped' } | Failure;

/** A delivery that was not accepted. */
export interface Failure {
  kind: 'refused' | 'unanswered' | 'gone';
  error: string;
  /** wait that the receiver asked for, ms */
  retryAfter: number;
}

/** A new secret: 32 random bytes. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** Signature of a delivery by the Standard Webhooks specification: HMAC-SHA256 of `id.timestamp.body`. */
export function signature(
  secret: string,
  { id, timestamp, body }: Record<'id' | 'timestamp' | 'body', string>,
): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Sends events to a receiver in one signed POST. Redirects are not followed: they would lead to an address that nobody
 * entered. Of the answer only its status and Retry-After are looked at.
 */
export async function deliver(
  { id: webhook, url, secret }: { id: string; url: string; secret: string },
  events: readonly FeedEvent[],
  stop: AbortSignal,
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
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `market-data-service/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature(secret, { id, timestamp, body }),
      },
      body,
      redirect: 'manual',
      signal: limit.signal,
    });
    await answer.body?.cancel();
    if (answer.ok) return { kind: 'delivered' };
    return {
      kind: answer.status === 410 ? 'gone' : 'refused',
      error: `answered ${answer.status}`,
      retryAfter: retryAfterOf(answer.headers.get('retry-after')),
    };
  } catch (error) {
    if (stop.aborted) return { kind: 'stopped' };
    return { kind: 'unanswered', error: reasonOf(error, limit.signal), retryAfter: 0 };
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

function reasonOf(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return `no answer within ${ANSWER_LIMIT / 1000} s`;
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? `no answer: ${cause.code}` : 'no answer';
}

/** Retry-After in ms: seconds or a date, bounded; 0 without one. */
function retryAfterOf(header: string | null): number {
  if (header === null) return 0;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_ASKED) : 0;
}
