import { describe, expect, it } from '@jest/globals';
import { decodeUtf8 } from '../../src/files/text.js';

const TEXT = 'ticker;giá\nVNM;20,5\n';

/** The decoded text of bytes that arrive in pieces of the given length. */
async function decoded(bytes: Buffer, length: number): Promise<string> {
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
  }
  let text = '';
  for await (const piece of decodeUtf8(pieces())) text += piece;
  return text;
}

describe('a text file in pieces of any length', () => {
  it.each([1, 2, 3, 1000])(
    '%d bytes: is decoded by its byte order mark, which is dropped',
    async (length) => {
      expect(await decoded(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), length)).toBe(TEXT);
      expect(await decoded(Buffer.from(`\uFEFF${TEXT}`), length)).toBe(TEXT);
      expect(await decoded(Buffer.from(TEXT), length)).toBe(TEXT);
      expect(await decoded(Buffer.from('a'), length)).toBe('a');
      expect(await decoded(Buffer.alloc(0), length)).toBe('');
    },
  );
});
