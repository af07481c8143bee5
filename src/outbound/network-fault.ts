/** Why a connection to another server failed, without the addresses that the error itself may name. */
export type NetworkFault =
  | 'address_not_allowed'
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'unreachable'
  | 'unresolved'
  | 'tls'
  | 'failed';

const FAULTS: Readonly<Record<string, NetworkFault>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
};

/** The fault that a network error of Node stands for. */
export function networkFaultOf(error: unknown): NetworkFault {
  const code = String((error as { code?: unknown } | null)?.code);
  // OpenSSL's own codes, and Node's for a certificate that it rejects.
  if (/^(ERR_(TLS|SSL)|CERT_|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls';
  return FAULTS[code] ?? 'failed';
}
