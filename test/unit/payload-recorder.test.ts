import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PayloadRecorder } from '../../src/modules/source/feed/payload-recorder.js';

async function* page(): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < 2_000; piece++) yield randomBytes(1_000);
}

describe('the recorder of payloads', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mds-test-recorder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('ends with the error of a disk that is full, and keeps nothing', async () => {
    symlinkSync('/dev/full', join(folder, 'page-0.gz'));
    const recorder = new PayloadRecorder(folder, () => []);
    const reading = async () => {
      for await (const _ of recorder.through(page())) for (let turns = 0; turns < 20; turns++) await turn();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(recorder.recordedPages).toEqual([]);
  });
});
