import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAY = '2024-01-31';
const HOUR = 3_600;

describe('folders of runs of sources', () => {
  let service: TestApp;
  let vendor: Vendor;
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: [] }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  /** A folder with a file, as a process that was killed `hours` ago has left it. */
  function leftBehind(hours: number): string {
    const folder = mkdtempSync(join(tmpdir(), 'mds-source-'));
    writeFileSync(join(folder, '1.csv'), 'ticker\n');
    const then = Date.now() / 1000 - hours * HOUR;
    utimesSync(folder, then, then);
    return folder;
  }

  it('that a killed process left a day ago are removed by the next run, younger ones may be in use', async () => {
    const [old, young] = [leftBehind(25), leftBehind(23)];
    try {
      await service.put('/svc/source/vendor', aSource(`${vendor.url}/`)).expect(201);
      await runSource(service, 'vendor', { from_date: DAY, to_date: DAY });
      expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    } finally {
      for (const folder of [old, young]) rmSync(folder, { recursive: true, force: true });
    }
  });
});
