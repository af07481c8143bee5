import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA_SETS } from '../../src/data-sets.js';
import { placementsOf } from '../../src/operations/distribution/placement.js';
import { cloneDatabase, isCluster, onServer, startApp, type TestApp } from '../app.js';
import { runCommand, urlOf } from '../commands.js';

const PLACEMENTS = placementsOf(DATA_SETS);

describe('distributing the tables over a cluster', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const run = (line: readonly string[], address = service.address) =>
    runCommand('distribute', line, { DATABASE_URL: urlOf(address) });

  it('every unique key of a table includes its distribution column', async () => {
    const keys = await service.sql<{ table: string; columns: string[] }>(
      `SELECT i.indrelid::regclass::text AS table, array_agg(a.attname::text) AS columns
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique AND i.indrelid = ANY ($1::regclass[]) GROUP BY i.indexrelid, i.indrelid`,
      [[...PLACEMENTS.keys()]],
    );
    const offenders = keys.filter(({ table, columns }) => {
      const placement = PLACEMENTS.get(table);
      return placement?.kind === 'distributed' && !columns.includes(placement.by);
    });
    expect(offenders).toEqual([]);
    expect(new Set(keys.map(({ table }) => table)).size).toBe(PLACEMENTS.size);
  });

  it('a database without Citus is refused, and nothing is changed', async () => {
    const address = await cloneDatabase();
    if (isCluster) await onServer((client) => client.query('DROP EXTENSION citus CASCADE'), address);
    const { code, stderr } = await run(['--workers', 'worker-1:5432'], address);
    expect(code).toBe(2);
    expect(stderr).toMatch(/has no Citus|CREATE EXTENSION citus/);
  });

  it.each([
    ['--workers', ['--workers', 'a:1,:2']],
    ['--coordinator', ['--workers', 'a:1', '--coordinator', ':2']],
  ])('an address that is none is refused by the name of its option: %s', async (option, line) => {
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([2, `${option}: :2 is not host:port\n`]);
  });

  it.each([[[]], [['--workers', 'a:1', '--shards', 'many']]])(
    'wrong use %j ends with exit code 2',
    async (line) => {
      expect((await run(line)).code).toBe(2);
    },
  );
});
