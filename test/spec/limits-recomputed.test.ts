import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, type TestApp } from '../app.js';
import { startDemoApp } from '../demo.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/check-limits.mjs', import.meta.url));

describe('references, limits and changes of every bar match an independent script', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startDemoApp();
  });
  afterAll(() => service.close());

  const recompute = async (...tickers: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, service.url, ...tickers], {
      env: { ...process.env, TOKEN: ADMIN_TOKEN },
    });
    return Object.fromEntries(
      stdout
        .trim()
        .split(', ')
        .map((part) => part.split(' '))
        .map(([name, count]) => [name, Number(count)]),
    );
  };

  it('match in the demo market without its stored references; a wrong reference is found', async () => {
    await service.sql('UPDATE daily_statistic SET reference = NULL, ceiling = NULL, floor = NULL');
    const counts = await recompute();
    expect(counts).toMatchObject({ tickers: 37, ETFs: 1, differences: 0 });
    expect(counts.bars).toBeGreaterThan(20_000);
    expect(counts.exDates).toBeGreaterThan(60);
    await service.sql(
      "UPDATE daily_statistic SET reference = 1 WHERE ticker = 'ZSA' AND date = '2024-07-17'",
    );
    await expect(recompute('ZSA')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('ZSA 2024-07-17: reference 1, by the rules'),
    });
  });
});
