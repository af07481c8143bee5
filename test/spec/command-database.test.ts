import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { startApp } from '../app.js';
import { cleanUp, keep, temporaryFolder } from '../embedded/harness.js';
import { connect, emptyDatabase, urlOf } from '../faults/harness.js';
import type { CommandResult } from '../host/commands.js';

const START = join(import.meta.dirname, '../../scripts/start.mjs');
const TOKEN = ['cli/token', 'create', '--principal', 'you@example.com', '--role', 'admin', '--json'];

/** Runs a real command in a folder, with only the given settings. */
function run(
  cwd: string,
  line: readonly string[],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  const { DATABASE_URL: _, DATA_DIR: __, ...rest } = process.env;
  const child = spawn(process.execPath, [START, ...line], { cwd, env: { ...rest, ...settings } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece) => {
    stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

afterEach(cleanUp);

describe('contract 10: only npm start and npm run demo create a database', () => {
  it.each<[string, readonly string[]]>([
    ['token create', TOKEN],
    ['token list', ['cli/token', 'list']],
    ['import', ['cli/import', 'quote', '/dev/null']],
    ['backup', ['cli/backup', 'backup.tar.gz']],
    ['restore', ['cli/restore', 'backup.tar.gz']],
    ['migration:check', ['cli/migrations']],
    ['doctor', ['cli/doctor']],
  ])('%s without a database: exit code 1, names the setting, creates nothing', async (_name, line) => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await run(folder, line);
    expect(code).toBe(1);
    expect(stderr).toContain(`Database: ${join(folder, 'data')} (DATA_DIR)\n`);
    expect(`${stderr}${stdout}`).toMatch(
      /There is no database in \S+, and only npm start and npm run demo make one\. Set DATA_DIR .* or DATABASE_URL/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('next to the demo: says where the demo is and creates no second database', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data', 'demo');
    keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    const { code, stdout, stderr } = await run(folder, TOKEN);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`The demo's is there: DATA_DIR=${dataDir}.`);
    expect(readdirSync(join(folder, 'data'))).toEqual(['demo']);
    const unused = await run(folder, TOKEN, { DATA_DIR: dataDir });
    expect([unused.code, unused.stdout]).toEqual([1, '']);
    expect(unused.stderr).toContain(`The service has never run on ${dataDir} (DATA_DIR)`);
  });

  it('behind DATABASE_URL: leaves a database alone on which the service never ran', async () => {
    const address = await emptyDatabase();
    const { code, stdout, stderr } = await run(temporaryFolder(), TOKEN, { DATABASE_URL: urlOf(address) });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Database: postgres:\/\/\S+ \(DATABASE_URL\)\nThe service has never run on/);
    const database = await connect(address);
    const { rows } = await database.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
    expect(rows).toHaveLength(0);
  });

  it('on the right database: names it without its password, and the output is unchanged', async () => {
    const service = await startApp();
    try {
      const url = urlOf(service.address).replace('postgres@', 'postgres:a-password@');
      const { code, stdout, stderr } = await run(temporaryFolder(), TOKEN, { DATABASE_URL: url });
      expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.arrayContaining(['token'])]);
      expect(stderr).toMatch(/^Database: postgres:\/\/\S+\/mds_test_\w+ \(DATABASE_URL\)\n$/);
      expect(stderr).not.toContain('a-password');
      const { token } = JSON.parse(stdout) as { token: string };
      await service.get('/svc/token', token).expect(200);
    } finally {
      await service.close();
    }
  });

  it('restore creates one in DATA_DIR, where its data belong', async () => {
    const folder = temporaryFolder();
    const { code } = await run(folder, ['cli/restore', 'missing.tar.gz'], { DATA_DIR: './restored' });
    expect(code).not.toBe(0);
    expect(existsSync(join(folder, 'restored', 'postgresql', 'PG_VERSION'))).toBe(true);
  });
});
