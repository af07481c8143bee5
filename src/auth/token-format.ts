import { createHash, hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'mds_';
const RANDOM_LENGTH = 36;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Makes a new opaque token: `mds_`, 36 random base62 characters (214 bits), and 6 of CRC-32 over them, so
 * that secret scanners recognise it and a mistyped or guessed one is refused without a query.
 */
export function newToken(): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index++) random += ALPHABET[randomInt(ALPHABET.length)];
  return `${PREFIX}${random}${checksum(random)}`;
}

/** True for a token of our form whose checksum is right. */
export function isWellFormedToken(token: string): boolean {
  if (!FORM.test(token)) return false;
  const random = token.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return checksum(random) === token.slice(-CHECKSUM_LENGTH);
}

/** What is stored instead of a token: its SHA-256. No salt: the token itself has full entropy. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The digest in base64, for looking up a token in memory. */
export function tokenKey(token: string): string {
  return hash('sha256', token, 'base64');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
