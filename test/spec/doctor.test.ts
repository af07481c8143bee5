import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import type { Finding } from '../../src/operations/doctor/finding.js';
import { startApp, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';
import { runCommand, startCommand, urlOf } from '../commands.js';
import { cleanUp, keep, query, temporaryFolder, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';

const doctor = (environment: Record<string, string>, ...line: string[]) =>
  runCommand('doctor', line, environment);

describe('npm run doctor', () => {
  let service: TestApp;
  /** its findings before anything is damaged */
  let sound: Finding[];
  let problemCount = 0;
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 5, '2024-03-04')).expect(207);
    await service.post('/svc/quote/appoval', { ticker: 'VNM', date: '2024-03-05' }).expect(200);
    sound = await findings();
  });
  afterAll(async () => {
    await service.close();
    await cleanUp();
    figure(
      'I2',
      'corruption planted in a database, then mended',
      problemCount,
      'all found by npm run doctor',
    );
  });

  const findings = () => hostTask('examine', { DATA_DIR: '.' }, service.address);
  const finding = async (check: string): Promise<Finding> => {
    return of(await findings(), check);
  };
  const of = (all: readonly Finding[], check: string): Finding => {
    const match = all.find((each) => each.check === check);
    if (match === undefined) throw new Error(`No check ${check}`);
    return match;
  };
  /**
   * Damages a sound database, runs the check, and repairs it; returns the finding. The last test checks the repairs.
   */
  const findingAfter = async (
    check: string,
    damage: string[],
    ...[first, second]: [repair: string[]] | [meanwhile: () => Promise<void>, repair: string[]]
  ): Promise<Finding> => {
    const [meanwhile, repair] = Array.isArray(first) ? [async () => undefined, first] : [first, second ?? []];
    expect(of(sound, check)).toMatchObject({ status: 'ok' });
    for (const text of damage) await service.sql(text);
    const result = await finding(check);
    if (result.status !== 'ok') problemCount++;
    await meanwhile();
    for (const text of repair) await service.sql(text);
    return result;
  };

  it('finds nothing wrong with a sound database: exit code 0, one line a check', async () => {
    const environment = { DATABASE_URL: urlOf(service.address) };
    const { code, stdout } = await startCommand('doctor', ['--json'], environment).ended;
    const report = JSON.parse(stdout) as Finding[];
    expect(report.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(code).toBe(0);
    expect(report.map(({ check }) => check)).toEqual([
      'configuration',
      'database',
      'PostgreSQL version',
      'encoding',
      'migrations',
      'disk space',
      'clock',
      'data checksums',
      'database role',
      'schema',
      'indexes are valid',
      'rows keep the rules',
      'no duplicates',
      'indexes and tables agree',
      'settlement calendar',
      'newest quote',
      'quote gaps',
      'audit log',
      'flagged records',
      'sources',
      'quarantine',
    ]);
    const table = await doctor(environment);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/^ok {4}configuration {13}every setting is accepted$/m);
  });

  it('changes nothing', async () => {
    const state = () =>
      service.sql(`SELECT c.relname, c.relfilenode, s.n_tup_ins, s.n_tup_upd, s.n_tup_del
        FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid ORDER BY 1`);
    // A connection reports its writes a little later.
    await until('the statistics include every write', async () => {
      const statistics = await service.sql(
        `SELECT FROM pg_stat_user_tables
         WHERE relname = 'audit_event' AND n_tup_ins >= 6 OR relname = 'api_token' AND n_tup_upd >= 1`,
      );
      return statistics.length === 2;
    });
    const extensions = () => service.sql('SELECT extname FROM pg_extension ORDER BY 1');
    const before = [await state(), await extensions()];
    await findings();
    expect([await state(), await extensions()]).toEqual(before);
  });

  it('a wrong setting, and a database that does not answer: exit code 1 with what to do', async () => {
    const badSetting = await doctor({ DATABASE_URL: urlOf(service.address), PORT: 'many' });
    expect(badSetting.code).toBe(1);
    expect(badSetting.stdout).toMatch(/^fail {2}configuration {2}PORT: given "many"/);
    const unreachable = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(unreachable.code).toBe(1);
    expect(unreachable.stdout).toMatch(/^fail {2}database {7}.*\n.*→ Start the database/m);
  });

  it('checks the space where the database really is', async () => {
    const space = async (dataDir: string) =>
      (await hostTask('examine', { DATA_DIR: dataDir }, service.address)).find(
        ({ check }) => check === 'disk space',
      )?.detail;
    const [dataDir, elsewhere] = [temporaryFolder(), temporaryFolder()];
    expect(await space(dataDir)).toMatch(new RegExp(` GB free in ${dataDir}$`));
    symlinkSync(join(elsewhere, 'cluster'), join(dataDir, 'postgresql'));
    expect(await space(dataDir)).toMatch(new RegExp(` GB free in ${dataDir}$`)); // it is yet to be created there
    mkdirSync(join(elsewhere, 'cluster'));
    expect(await space(dataDir)).toMatch(new RegExp(` GB free in ${elsewhere}/cluster$`));
  });

  it('reaches the database with the settings of compose.yaml, whatever characters its password has', async () => {
    const server = await startEmbeddedPostgres({ dataDir: temporaryFolder(), role: 'service', tcp: true });
    const { connection } = keep(server);
    const password = 'a/b#c%d@e:f?g&h%20';
    await query(connection, `CREATE ROLE market LOGIN PASSWORD '${password}'`);
    await query(connection, 'CREATE DATABASE market OWNER market');
    const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');
    const settings = [...compose.matchAll(/^ {6}(DATABASE_URL|PGPASSWORD): (.*)$/gm)].map(
      ([, name, value = '']) => [
        name,
        value
          .replace('$' + '{POSTGRES_PASSWORD}', password)
          .replace(/@postgres:\d+/, `@127.0.0.1:${connection.port}`),
      ],
    );
    const { stdout } = await doctor(Object.fromEntries(settings), '--json');
    const report = JSON.parse(stdout) as Finding[];
    expect(report.find(({ check }) => check === 'database')).toMatchObject({ status: 'ok' });
  });

  it('finds a row that breaks a rule whose constraint was dropped', async () => {
    const damage = [
      'ALTER TABLE quote DROP CONSTRAINT quote_bar',
      "UPDATE quote SET low = high + 1 WHERE ticker = 'VNM' AND date = '2024-03-04'",
    ];
    const repair = [
      "UPDATE quote SET low = open WHERE ticker = 'VNM' AND date = '2024-03-04'",
      `ALTER TABLE quote ADD CONSTRAINT quote_bar CHECK (
        low >= 0 AND low <= open AND low <= close AND open <= high AND close <= high
        AND high < 'Infinity'::double precision)`,
    ];
    expect(await findingAfter('rows keep the rules', damage, repair)).toMatchObject({
      status: 'fail',
      detail: 'quote_bar: 1 rows of quote',
      advice: expect.stringMatching(/npm run import with --on-duplicate update.* put the constraint back/),
    });
    expect(await findingAfter('schema', damage.slice(0, 1), repair.slice(1))).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('quote_bar'),
    });
  });

  it('finds an invalid index', async () => {
    const set = (valid: boolean) =>
      `UPDATE pg_index SET indisvalid = ${valid} WHERE indexrelid = 'quote_by_date'::regclass`;
    expect(await findingAfter('indexes are valid', [set(false)], [set(true)])).toMatchObject({
      status: 'fail',
      detail: 'quote_by_date',
      advice: 'REINDEX INDEX CONCURRENTLY quote_by_date',
    });
  });

  it('finds a duplicate key after its index was dropped', async () => {
    const result = await findingAfter(
      'no duplicates',
      [
        'ALTER TABLE quote DROP CONSTRAINT quote_pkey',
        `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
         SELECT ticker, date, open, high, low, close, volume, 'twin' FROM quote WHERE ticker = 'VNM' AND date = '2024-03-04'`,
      ],
      [
        "DELETE FROM quote WHERE maker = 'twin'",
        'ALTER TABLE quote ADD CONSTRAINT quote_pkey PRIMARY KEY (ticker, date)',
      ],
    );
    expect(result).toMatchObject({ status: 'fail', detail: '1 keys of quote' });
  });

  it('finds an index that lacks a row: with amcheck or, for a user without the right, by reading index and table', async () => {
    const role = `mds_doctor_${process.pid}`;
    await service.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    await service.sql(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const plainAddress =
      'url' in service.address
        ? { url: Object.assign(new URL(service.address.url), { username: role, password: 'plain' }).href }
        : { ...service.address, user: role, password: 'plain' };
    const byReading = async () =>
      (await hostTask('examine', { DATA_DIR: '.' }, plainAddress)).find(
        ({ check }) => check === 'indexes and tables agree',
      );
    expect(await byReading()).toMatchObject({ status: 'ok', detail: expect.stringMatching(/both ways$/) });
    let read: Finding | undefined;
    // A row written while its index was not maintained.
    const setMaintained = (isMaintained: boolean) =>
      `UPDATE pg_index SET indisready = ${isMaintained}, indislive = ${isMaintained} WHERE indexrelid = 'mic_pkey'::regclass`;
    const result = await findingAfter(
      'indexes and tables agree',
      [
        setMaintained(false),
        `INSERT INTO mic (mic, operating_mic, oprt_sgmt, market_name, iso_country_code, status, maker)
         VALUES ('ZZZZ', 'ZZZZ', 'OPRT', 'Planted', 'VN', 'ACTIVE', 'test')`,
        setMaintained(true),
      ],
      async () => {
        read = await byReading();
      },
      ['REINDEX INDEX mic_pkey', "DELETE FROM mic WHERE mic = 'ZZZZ'"],
    );
    await service.sql(`DROP OWNED BY ${role}`);
    await service.sql(`DROP ROLE ${role}`);
    expect(read).toMatchObject({ status: 'fail', detail: 'mic' });
    expect(result).toMatchObject({ status: 'fail', detail: expect.stringContaining('mic') });
    expect(result.advice).toMatch(/^REINDEX DATABASE CONCURRENTLY mds_test_\w+, then/);
  });

  it('finds a migration without its record, and one of a newer version', async () => {
    const [last] = await service.sql<{ id: number; timestamp: string; name: string }>(
      'SELECT id, timestamp, name FROM schema_migration ORDER BY id DESC LIMIT 1',
    );
    expect(
      await findingAfter(
        'migrations',
        [`DELETE FROM schema_migration WHERE id = ${last?.id}`],
        [`INSERT INTO schema_migration VALUES (${last?.id}, ${last?.timestamp}, '${last?.name}')`],
      ),
    ).toMatchObject({ status: 'fail', detail: `not recorded as run: ${last?.name}` });
    expect(
      await findingAfter(
        'migrations',
        ["INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later')"],
        ["DELETE FROM schema_migration WHERE name = 'Later'"],
      ),
    ).toMatchObject({ status: 'fail', detail: 'a newer version has run Later' });
  });

  it('stops after the server checks on a database that was never migrated', async () => {
    const [created] = await service.sql<{ name: string }>("SELECT current_database() || '_new' AS name");
    await service.sql(`CREATE DATABASE ${created?.name}`);
    const url = new URL(urlOf(service.address));
    url.pathname = `/${created?.name}`;
    const report = await hostTask('examine', { DATA_DIR: '.' }, { url: url.href });
    expect(report.at(2)).toMatchObject({ check: 'migrations', status: 'fail', advice: 'npm start makes it' });
    expect(report.map(({ check }) => check)).not.toContain('schema');
  });

  it('warns of a calendar that ends', async () => {
    const result = await findingAfter(
      'settlement calendar',
      [
        'CREATE TABLE kept AS SELECT * FROM settlement',
        "DELETE FROM settlement WHERE date >= date_trunc('month', now() + interval '7 hours' + interval '1 month')::date",
      ],
      ['INSERT INTO settlement SELECT * FROM kept ON CONFLICT DO NOTHING', 'DROP TABLE kept'],
    );
    expect(result).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^no open day of VN in \d{4}-\d\d$/),
    });
  });

  it('an old newest quote is a warning that names the open days since, without today', async () => {
    const { status, detail } = await finding('newest quote');
    const [calendar] = await service.sql<{ first: string; last: string; days: number }>(
      `SELECT min(date)::text AS first, max(date)::text AS last, count(*)::int AS days FROM settlement
       WHERE country = 'VN' AND status = 'open' AND date > '2024-03-08'
         AND date < (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`,
    );
    expect([status, detail]).toEqual([
      'warn',
      `2024-03-08: no quote on the ${calendar?.days} open days from 2024-03-11 to ${calendar?.last}`,
    ]);
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT 'NEW', $1, 1, 1, 1, 1, 1, 'test'`,
      [calendar?.last],
    );
    expect(await finding('newest quote')).toMatchObject({ status: 'ok' });
    await service.sql(`DELETE FROM quote WHERE ticker = 'NEW'`);
  });

  it('an open day without a quote between two that have one is a warning', async () => {
    const result = await findingAfter(
      'quote gaps',
      ["UPDATE quote SET date = '2024-03-13' WHERE ticker = 'VNM' AND date = '2024-03-08'"],
      ["UPDATE quote SET date = '2024-03-08' WHERE ticker = 'VNM' AND date = '2024-03-13'"],
    );
    // Friday the 8th, Monday the 11th and Tuesday the 12th
    expect(result).toMatchObject({ status: 'warn', detail: expect.stringContaining('VNM 3') });
  });

  it('a dividend above the price is a warning', async () => {
    const flaggedFinding = () => finding('flagged records');
    expect((await flaggedFinding()).detail).not.toContain('corporate_action');
    await service.sql(
      `INSERT INTO corporate_action (ticker, ex_date, type, cash_dividend, maker)
       VALUES ('VNM', '2024-03-12', 'cash_dividend', 1e7, 'x'), ('VNM', '2024-03-11', 'cash_dividend', 10, 'x')`,
    );
    expect(await flaggedFinding()).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('corporate_action no_price_left 1 (VNM 2024-03-12 cash_dividend), '),
    });
    problemCount++;
    const [action] = await service.sql<{ id: string }>(
      "SELECT id FROM corporate_action WHERE ticker = 'VNM' AND ex_date = '2024-03-12'",
    );
    const dismissal = `/svc/datasets/corporate_action/flagged/${action?.id}/dismiss`;
    await service.post(dismissal, { reason: 'Paid out in full' }).expect(200);
    expect((await flaggedFinding()).detail).not.toContain('corporate_action');
    await service.sql("DELETE FROM corporate_action WHERE ticker = 'VNM'");
    expect((await flaggedFinding()).detail).not.toContain('corporate_action');
  });

  it('quotes that are still to be checked are a warning: their flags are not all counted', async () => {
    const pending = 'quotes that were imported lately are still to be checked';
    expect((await finding('flagged records')).detail).not.toContain(pending);
    const checking = new pg.Client(connectionSettings(service.address, { limits: false }));
    await checking.connect();
    try {
      await checking.query('BEGIN; LOCK TABLE quote_check_progress IN EXCLUSIVE MODE');
      await service.sql(`INSERT INTO quote_check VALUES ('VNM', '2024-03-04', '2024-03-08')`);
      expect(await finding('flagged records')).toMatchObject({
        status: 'warn',
        detail: expect.stringContaining(pending),
      });
    } finally {
      await checking.end();
    }
    await until('they are checked', async () => (await service.sql('SELECT FROM quote_check')).length === 0);
    expect((await finding('flagged records')).detail).not.toContain(pending);
  });

  it('finds an approval that bypassed the service, and an audit log without its append-only trigger', async () => {
    const result = await findingAfter(
      'audit log',
      [
        `UPDATE quote SET approval = 1, approval_by = 'x@example.com', approval_at = now()
         WHERE ticker = 'VNM' AND date = '2024-03-06'`,
      ],
      ["UPDATE quote SET approval = 0, approval_by = NULL, approval_at = NULL WHERE date = '2024-03-06'"],
    );
    expect(result).toMatchObject({
      status: 'fail',
      detail: '1 decisions without an event: VNM 2024-03-06',
    });
    expect(
      await findingAfter(
        'audit log',
        ['ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only'],
        ['ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only'],
      ),
    ).toMatchObject({ status: 'fail', detail: 'the trigger that keeps it append-only is off' });
  });

  it('finds the same as at the start once everything is repaired', async () => {
    const states = (all: readonly Finding[]) => all.map(({ check, status }) => [check, status]);
    expect(states(await findings())).toEqual(states(sound));
  });
});
