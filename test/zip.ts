import { crc32, deflateRawSync } from 'node:zlib';

/** How a zip archive is packed: `streamed` as by programs that do not know the sizes in advance. */
export interface ZipOptions {
  streamed?: boolean;
  stored?: boolean;
}

/** A zip archive of files by name. */
export function zipOf(files: Readonly<Record<string, string>>, options: ZipOptions = {}): Buffer {
  const pieces = Object.entries(files).flatMap(([name, text]) => {
    const bytes = options.stored ? Buffer.from(text) : deflateRawSync(text);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(text), 0);
    sums.writeUInt32LE(bytes.length, 4);
    sums.writeUInt32LE(Buffer.byteLength(text), 8);
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(options.streamed ? 8 : 0, 6);
    head.writeUInt16LE(options.stored ? 0 : 8, 8);
    if (!options.streamed) sums.copy(head, 14);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const behind = options.streamed ? [Buffer.from('PK\x07\x08', 'latin1'), sums] : [];
    return [head, Buffer.from(name), bytes, ...behind];
  });
  // The directory is not read: the end is that of an archive without one.
  return Buffer.concat([...pieces, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
}
