import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { cloneDatabase, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { documentOf, operationsOf, urlOf as pathOf } from '../contract/document.js';
import { cloneDemo } from '../demo.js';
import { cleanUp, temporaryFolder } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';
import { Client, counted, json } from './client.js';
import { connect, emptyDatabase, Service, urlOf } from './harness.js';
import { judge } from './histories/linearizability.js';
import { QUOTE_REGISTER } from './histories/quote-register.js';
import { QuoteTraffic, Tally } from './histories/quote-traffic.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const NAMES = await hostTask('migrations');
const [NEWEST = ''] = NAMES.slice(-1);
const namesWith = (...parts: string[]) => NAMES.filter((name) => parts.some((part) => name.startsWith(part)));

/** Every schema that a version of the service has had: the migrations that had run, in the order of their merges. */
const SCHEMAS: [string, string[]][] = [
  ...NAMES.slice(0, -1)
    .map((name, index): [string, string[]] => [name, NAMES.slice(0, index + 1)])
    .reverse(),
  [
    'CoveringQuotes before News and Fundamental',
    namesWith('Foundation', 'Reference', 'Market', 'OrderStatistic', 'CoveringQuotes'),
  ],
  [
    'News before Fundamental',
    namesWith('Foundation', 'Reference', 'Market', 'OrderStatistic', 'CoveringQuotes', 'News'),
  ],
];
/** Market rules that ship with the service: a migration brings those of its version. */
const RULES = new Set(['market_band', 'market_tick', 'market_lot', 'settlement_cycle']);
/** Some of them, the newest first, or all. */
const EVERY = Math.ceil(SCHEMAS.length / rounds(2, SCHEMAS.length));
const SELECTION = SCHEMAS.filter((_, index) => index % EVERY === 0);

afterAll(cleanUp);

describe('a database of an earlier schema, with data in it', () => {
  const totals = { tables: 0, rows: 0, reads: 0 };
  let done = 0;
  afterAll(() =>
    figure(
      'U1',
      'databases of earlier schemas, migrated by a start',
      done,
      `0 differences in ${counted(totals.rows)} rows of ${totals.tables} tables; ${counted(totals.reads)} reads answered, writes done, doctor content`,
    ),
  );

  it.each(SELECTION)(
    '%s: is migrated by a start, keeps every row, answers and takes writes',
    async (_, names) => {
      const address = await cloneDemo();
      await revertTo(address, names);
      const database = await connect(address);
      const before = await contentsOf(database);
      const service = await startAppOn(address);
      try {
        expect(await migrationsIn(database)).toEqual([...NAMES].sort());
        expect(await contentsOf(database, before)).toEqual(before);
        const findings = await hostTask('examine', { DATA_DIR: '.' }, address);
        expect(findings.filter(({ status, check }) => status === 'fail' && check !== 'disk space')).toEqual(
          [],
        );
        totals.reads += await readEverything(service);
        await service.post('/svc/quote', aQuote({ ticker: 'UPG' })).expect(201);
        await service.post('/svc/quote/appoval', { ticker: 'UPG', date: aQuote().date }).expect(200);
        const bulk = await service.post('/svc/quote/bulk/import', quotesOf('UPG', 20)).expect(207);
        expect(bulk.body.results.map(({ status }: { status: number }) => status)).toEqual(
          Array(20).fill(201),
        );
      } finally {
        await service.close();
        await database.end();
      }
      done++;
      totals.tables += Object.keys(before).length;
      totals.rows += Object.values(before).reduce((sum, { rows }) => sum + rows, 0);
    },
  );
});

describe('a migration behind the back of a running instance', () => {
  afterEach(cleanUp);

  it('a newer version adds tables, columns, indices and rules: the instance goes on, but cannot start again', async () => {
    const address = await cloneDatabase();
    const environment = { DATABASE_URL: urlOf(address) };
    const service = await Service.start(environment);
    const client = new Client(service.url);
    const work = async (ticker: string) => [
      (await client.post('/svc/quote', aQuote({ ticker }))).status,
      (await client.put('/svc/quote', aQuote({ ticker, volume: 1 }))).status,
      (await client.post('/svc/quote/approval', { ticker, date: aQuote().date })).status,
      (await client.post('/svc/quote/bulk/import', quotesOf(ticker, 50))).status,
      (await client.post('/svc/quote/bulk/import?on_duplicate=update', quotesOf(ticker, 50))).status,
      (await client.get(`/quote?ticker=${ticker}`)).status,
      (await client.get('/quote?format=csv')).status,
      (await client.get(`/svc/quote?ticker=${ticker}`)).status,
      (await client.get('/svc/audit?limit=10')).status,
      (await client.get('/svc/quote/approval')).status,
      (await client.delete(`/svc/quote?ticker=${ticker}&date=${aQuote().date}`)).status,
    ];
    const expected = [201, 200, 200, 207, 207, 200, 200, 200, 200, 200, 200];
    // Statements are prepared on every connection that runs them before the migration.
    for (let turn = 0; turn < 5; turn++) expect(await work(`BEFORE${turn}`)).toEqual(expected);
    const database = await connect(address);
    await database.query(`
      BEGIN;
      CREATE TABLE future (id bigint PRIMARY KEY);
      ALTER TABLE quote ADD COLUMN future text, ADD CONSTRAINT quote_future CHECK (future <> '');
      ALTER TABLE audit_event ADD COLUMN future text;
      ALTER TABLE api_token ADD COLUMN future text;
      CREATE INDEX quote_future ON quote (future) WHERE future IS NOT NULL;
      INSERT INTO schema_migration (timestamp, name) VALUES (99999999999999, 'Future99999999999999');
      COMMIT`);
    for (let turn = 0; turn < 5; turn++) expect(await work(`AFTER${turn}`)).toEqual(expected);
    client.close();
    const again = Service.launch(environment);
    await again.ended();
    expect([again.child.exitCode, again.stderr]).toEqual([
      1,
      expect.stringContaining('Future99999999999999'),
    ]);
    expect(service.hasEnded).toBe(false);
  });
});

/** The commit before the newest migration, as far as this copy of the repository reaches. */
const PREVIOUS = commitBefore(NEWEST);
const ROUNDS = rounds(1, 100);

(PREVIOUS === undefined ? describe.skip : describe)(
  'a rolling upgrade from the version of the schema before',
  () => {
    afterEach(cleanUp);

    it('U1: both versions serve one database at once, and histories stay linearizable', async () => {
      const folder = checkOut(PREVIOUS as string);
      const address = await emptyDatabase();
      const environment = { DATABASE_URL: urlOf(address) };
      const old = await Service.start(environment, folder);
      const database = await connect(address);
      expect(await migrationsIn(database)).not.toContain(NEWEST);
      const tally = new Tally();
      const wrong: unknown[] = [];
      let histories = 0;
      let upgraded: Promise<Service> | undefined;
      const instances = [{ url: old.url }, { url: old.url }];
      const turns = new Rounds(ROUNDS);
      for (const round of turns) {
        const traffic = new QuoteTraffic(`ROLL${round}`, 50, tally);
        const clients = Array.from({ length: 8 }, (_, index) =>
          traffic.client(instances[index % 2] as { url: string }),
        );
        if (upgraded === undefined) {
          // The new version migrates under the load of the old one, then takes over half of it.
          upgraded = Service.start(environment);
          (instances[1] as { url: string }).url = (await upgraded).url;
        }
        await Promise.all(clients);
        await traffic.close(instances[round % 2] as { url: string });
        for (const history of traffic.histories) {
          histories++;
          if (!judge(QUOTE_REGISTER, history).linearizable) wrong.push({ round, history });
        }
      }
      expect(wrong).toEqual([]);
      expect(tally.unfit).toEqual([]);
      expect(tally.unknown).toBe(0);
      expect(await migrationsIn(database)).toContain(NEWEST);
      const reader = new Client(old.url);
      expect(json(await reader.get('/quote?limit=1')).data).toHaveLength(1);
      reader.close();
      figure(
        'U1',
        'the version before the newest migration and this one beside each other, migrated under load',
        turns.done,
        `0 of ${counted(tally.requests)} requests failed, 0 of ${counted(histories)} histories not linearizable`,
      );
    });
  },
);

/** Reverts a database to the migrations of an earlier version, with the data that its tables had. */
async function revertTo(address: PostgresAddress, names: readonly string[]): Promise<void> {
  await hostTask('revertTo', address, names);
  const database = await connect(address);
  // A version without a table has not filled it.
  await database.query(`DELETE FROM shipped_data WHERE to_regclass(split_part(name, ' ', 1)) IS NULL`);
  await database.end();
}

async function migrationsIn(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('SELECT name FROM schema_migration');
  return rows.map(({ name }) => name).sort();
}

interface Contents {
  columns: string[];
  rows: number;
  digest: string;
}

/**
 * Rows and a digest of every table; given those of `before`, of its tables and columns only. Tables that the start itself
 * writes to are left out, and so is the audit log.
 */
async function contentsOf(
  database: pg.Client,
  before?: Record<string, Contents>,
): Promise<Record<string, Contents>> {
  const { rows: tables } = await database.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('schema_migration', 'shipped_data', 'audit_event', 'quote_check')
     GROUP BY table_name ORDER BY 1`,
  );
  const contents: Record<string, Contents> = {};
  for (const { name, columns } of tables) {
    if (before !== undefined && before[name] === undefined) continue;
    const comparedColumns = before?.[name]?.columns ?? columns;
    const { rows } = await database.query<{ rows: number; digest: string }>(
      `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(line, 0)), 0)::text AS digest
       FROM (SELECT ROW(${comparedColumns.map((column) => `"${column}"`).join(', ')})::text AS line FROM "${name}"${RULES.has(name) ? ` WHERE maker <> 'shipped'` : ''}) t`,
    );
    contents[name] = { columns: comparedColumns, rows: rows[0]?.rows ?? 0, digest: rows[0]?.digest ?? '' };
  }
  return contents;
}

/** Sends every documented read with its example; each must be answered 200 or 404. Returns their number. */
async function readEverything(service: TestApp): Promise<number> {
  const reads = operationsOf(await documentOf(service)).filter(({ method }) => method === 'GET');
  for (const operation of reads) {
    const { status } = await service.get(pathOf(operation, { query: [] }));
    expect([operation.path, [200, 404].includes(status)]).toEqual([operation.path, true]);
  }
  return reads.length;
}

/** The parent of the commit that added a migration; undefined if the history does not reach that far. */
function commitBefore(migration: string): string | undefined {
  const [timestamp = ''] = /\d{13}$/.exec(migration) ?? [];
  const log = [
    'log',
    '-1',
    '--diff-filter=A',
    '--format=%P',
    '--',
    `src/database/migrations/${timestamp}-*.ts`,
  ];
  const { status, stdout } = spawnSync('git', log, { encoding: 'utf8' });
  const [parent] = status === 0 ? stdout.trim().split(/\s+/) : [];
  return parent || undefined;
}

/** A copy of the sources at a commit, with this copy's packages; its first start builds it. */
function checkOut(commit: string): string {
  const folder = temporaryFolder('mds-previous-');
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
