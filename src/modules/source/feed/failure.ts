import { DamagedZip } from '../../../files/zip.js';
import { networkFaultOf } from '../../../outbound/network-fault.js';
import { UnreadableSource } from '../../import/sources.js';

/** Why a request to a source or its answer failed, for people and for metrics. */
export const FAILURES = [
  'unreachable',
  'unresolved',
  'tls',
  'timeout',
  'reset',
  'address_not_allowed',
  'redirect',
  'unauthorized',
  'rejected',
  'rate_limited',
  'server_error',
  'too_large',
  'not_data',
  'malformed',
  'no_rows',
  'too_many_pages',
  'refused_by_quality',
  'payload_expired',
  'unfinished',
  'not_found',
  'folder_not_allowed',
  'host_key',
  'missing_columns',
  'missing_secret',
  'failed',
] as const;
export type FailureCode = (typeof FAILURES)[number];

/** Failures of a single file, which say nothing about the others: it is incomplete, and so newer than they are, or gone. */
export const OF_ONE_FILE: readonly FailureCode[] = ['unfinished', 'malformed', 'not_found'];

/** A failure of a source; never carries a secret, as its text is stored and shown. */
export class SourceFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    /** whether another attempt may succeed without intervention */
    readonly isPassing: boolean,
    /** wait requested by the source, ms */
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

/** The failure of an answer that is not whole after the longest time for it, ms. */
export const tooSlow = (limit: number): SourceFailure =>
  new SourceFailure('timeout', `the answer took longer than ${limit / 1_000} s`, true);

/** The failure for a network or file error; the network's own text is omitted, as it may name internal addresses. */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (error instanceof UnreadableSource) return new SourceFailure('malformed', error.message, false);
  if (error instanceof DamagedZip) return new SourceFailure('malformed', error.message, true);
  const code = String((error as { code?: unknown } | null)?.code);
  if (/^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code))
    return new SourceFailure('malformed', 'the compressed data is damaged or truncated', true);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new SourceFailure('failed', 'no space is left for temporary files of the service', true);
  const fault = networkFaultOf(error);
  if (fault === 'tls') return new SourceFailure('tls', 'the certificate of the source is not trusted', false);
  if (fault === 'failed') return new SourceFailure('failed', 'the request failed', true);
  const name = fault === 'refused' ? 'unreachable' : fault;
  return new SourceFailure(name, `the source cannot be reached: ${name}`, name !== 'address_not_allowed');
}
