import { StringDecoder } from 'node:string_decoder';

/** Replaces bytes in decoded text that were not UTF-8. */
export const UNDECODABLE = '\uFFFD';

/**
 * Decodes a file as it arrives: UTF-8, or UTF-16LE if its byte order mark says so; the mark is dropped.
 * Bytes that are not valid UTF-8 become {@link UNDECODABLE}.
 */
export async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: StringDecoder | undefined;
  let isStart = true;
  for await (const piece of bytes) {
    decoder ??= new StringDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf16le' : 'utf8');
    const text = decoder.write(piece);
    if (text === '') continue;
    yield isStart && text.startsWith('\uFEFF') ? text.slice(1) : text;
    isStart = false;
  }
  const rest = decoder?.end() ?? '';
  if (rest !== '') yield rest;
}

/** A column name without the details on which exports differ: letter case, spaces, punctuation, composed accents. */
export function plainName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_<>.,:;'"()[\]/-]+/gu, '');
}
