import { describe, expect, it } from '@jest/globals';
import { zipMembers } from '../../src/files/zip.js';
import { zipOf } from '../zip.js';

/** An archive as it arrives, in pieces of `size` bytes. */
async function* arriving(archive: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < archive.length; at += size) yield archive.subarray(at, at + size);
}

async function filesIn(archive: Buffer, size = 64 * 1024) {
  const files: Record<string, string> = {};
  for await (const { name, bytes } of zipMembers(arriving(archive, size))) {
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(piece);
    files[name] = Buffer.concat(pieces).toString();
  }
  return files;
}

describe('zip archives as they arrive', () => {
  const filesOf = (lines: number) => ({
    'a.csv': 'x,y\n'.repeat(lines),
    'folder/b.csv': 'é\n',
    'empty.csv': '',
  });
  const files = filesOf(20_000);

  it.each([
    ['with sizes before the files', {}],
    ['with sizes behind them', { streamed: true }],
    ['that only store', { stored: true }],
  ])('%s are unpacked, wherever they are cut', async (_, options) => {
    const few = filesOf(500);
    for (const size of [1, 7]) expect(await filesIn(zipOf(few, options), size)).toEqual(few);
    expect(await filesIn(zipOf(files, options))).toEqual(files);
  });

  it('folders are left out, and unread files are skipped', async () => {
    const names: string[] = [];
    for await (const { name } of zipMembers(arriving(zipOf({ 'd/': '', ...files }, { streamed: true }), 100)))
      names.push(name);
    expect(names).toEqual(Object.keys(files));
  });

  it('that are cut off, damaged or encrypted are refused', async () => {
    const archive = zipOf(files);
    for (const length of [2, 20, 60, archive.length - 30])
      await expect(filesIn(archive.subarray(0, length))).rejects.toThrow(/unexpected end/);
    const damaged = Buffer.from(archive);
    damaged[60] = ~(damaged[60] ?? 0);
    await expect(filesIn(damaged)).rejects.toThrow(/damaged/);
    // The first bytes of deflated data say what kind of block follows; the decoder stops there.
    for (const at of [35, 36, 37, 38]) {
      const broken = Buffer.from(archive);
      broken[at] = 0xff;
      await expect(filesIn(broken)).rejects.toThrow(/damaged/);
    }
    const encrypted = Buffer.from(archive);
    encrypted[6] = 1;
    await expect(filesIn(encrypted)).rejects.toThrow(/a\.csv is encrypted/);
    await expect(filesIn(zipOf({ 'a.csv': 'x' }, { stored: true, streamed: true }))).rejects.toThrow(
      /does not say where it ends/,
    );
  });
});
