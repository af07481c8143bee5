/** Why a request or an answer of a source failed, for people and for metrics. */
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
  'missing_columns',
  'missing_secret',
  'failed',
] as const;
export type FailureCode = (typeof FAILURES)[number];

/** A failure of a source; never carries a secret, as its text is stored and shown. */
export class SourceFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    /** whether another attempt may succeed without anybody doing something */
    readonly isPassing: boolean,
    /** wait that the source asked for, ms */
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

const CODES: Readonly<Record<string, FailureCode>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
};

/** The failure that an error of the network is; its own text is left out, as it may name addresses behind the service. */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const code = String((error as { code?: unknown } | null)?.code);
  if (/^(ERR_(TLS|SSL)|CERT_|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return new SourceFailure('tls', 'the certificate of the source is not trusted', false);
  }
  const known = CODES[code];
  if (known === undefined) return new SourceFailure('failed', 'the request failed', true);
  return new SourceFailure(known, `the source is not reached: ${known}`, known !== 'address_not_allowed');
}
