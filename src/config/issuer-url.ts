/**
 * Whether the answer of a URL can be trusted to come from its host: https, or http to this very machine, where
 * developers run their provider.
 */
export function isTrustworthy(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(url));
}

/**
 * Whether a text can be an issuer (OpenID Connect Core 2): a trustworthy URL without query and fragment. Blanks around it
 * would be part of the name, which no token has.
 */
export function isIssuer(text: string): boolean {
  return !/[\s?#]/.test(text) && isTrustworthy(text);
}

/** Whether a URL names this machine: localhost or a loopback address, not a name that happens to resolve to one. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|([\w-]+\.)*localhost)$/.test(hostname);
}
