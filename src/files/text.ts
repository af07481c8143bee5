import { StringDecoder } from 'node:string_decoder';

/** Replaces bytes in decoded text that were not UTF-8. */
export const UNDECODABLE = '\uFFFD';

/**
 * Decodes a file as it arrives: UTF-8, or UTF-16LE if its byte order mark says so; the mark is dropped.
 * Bytes that are not valid UTF-8 become {@link UNDECODABLE}.
 */
export async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: StringDecoder | undefined;
  let start: Buffer = Buffer.alloc(0);
  let isStart = true;
  for await (const piece of bytes) {
    // A piece may end within the mark.
    const whole = decoder === undefined ? Buffer.concat([start, piece]) : piece;
    if (decoder === undefined && whole.length < 2) {
      start = whole;
      continue;
    }
    decoder ??= decoderOf(whole);
    const text = decoder.write(whole);
    if (text === '') continue;
    yield isStart && text.startsWith('\uFEFF') ? text.slice(1) : text;
    isStart = false;
  }
  const rest = decoder?.end() ?? decoderOf(start).end(start);
  if (rest !== '') yield rest;
}

function decoderOf(start: Buffer): StringDecoder {
  return new StringDecoder(start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : 'utf8');
}

/** A column name without the details on which exports differ: letter case, spaces, punctuation, composed accents. */
export function plainName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_<>.,:;'"()[\]/-]+/gu, '');
}
