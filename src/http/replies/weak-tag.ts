import { createHash } from 'node:crypto';

/** Characters of the digest, without the padding of base64. */
const DIGEST = 27;

/** Weak ETag of a body in pieces, as Express makes it for a body in one piece: its length in bytes and its digest. */
export function weakTag(pieces: readonly Buffer[]): string {
  const hash = createHash('sha1');
  let length = 0;
  for (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
  }
  return `W/"${length.toString(16)}-${hash.digest('base64').slice(0, DIGEST)}"`;
}
