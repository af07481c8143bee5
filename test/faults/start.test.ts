import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { cleanUp, keep, temporaryFolder, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { shareOfProcessor } from '../processor.js';
import { START, withShare } from '../time-bounds.js';
import { Client } from './client.js';
import { emptyDatabase, Service, urlOf } from './harness.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(1, 20);

afterAll(cleanUp);

describe('a service that starts before its database', () => {
  it('says that it waits, and is ready soon after the database is', async () => {
    const dataDir = await preparedFolder();
    const start = async (): Promise<EmbeddedPostgres> =>
      keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    let postgres = await start();
    const environment = { DATABASE_URL: urlOf(postgres.connection) };
    const turns = new Rounds(ROUNDS);
    const waits: number[] = [];
    for (const _ of turns) {
      await postgres.stop();
      const service = Service.launch(environment);
      await until('it waits', () => /Waiting for the database: /.test(service.stderr), STEP);
      postgres = await start();
      const up = performance.now();
      await service.ready();
      waits.push(performance.now() - up);
      service.signal('SIGTERM');
      await service.ended();
    }
    figure(
      'R4',
      'started before its database',
      turns.done,
      `ready ${Math.max(...waits).toFixed(0)} ms at most after it`,
    );
    expect(Math.max(...waits)).toBeLessThan(withShare(START, shareOfProcessor()));
  });

  let listening: EmbeddedPostgres | undefined;
  it.each([
    ['a wrong password', { password: 'wrong-secret' }, /password authentication failed/],
    ['a database that there is not', { database: 'nowhere' }, /database "nowhere" does not exist/],
  ])('%s: it ends with a message that names the setting and no secret', async (name, wrong, message) => {
    listening ??= keep(
      await startEmbeddedPostgres({ dataDir: await preparedFolder(), role: 'service', tcp: true }),
    );
    const began = performance.now();
    const service = Service.launch({ DATABASE_URL: urlOf({ ...listening.connection, ...wrong }) });
    await service.ended();
    const wait = performance.now() - began;
    figure('R4', name, 1, `exit code ${service.child.exitCode} and a message after ${wait.toFixed(0)} ms`);
    expect(service.child.exitCode).toBe(1);
    expect(service.stderr).toMatch(message);
    expect(service.stderr).toMatch(/DATABASE_URL/);
    expect(service.stderr).not.toMatch(/wrong-secret/);
    expect(wait).toBeLessThan(withShare(START, shareOfProcessor()));
  });

  it('an argument, which it does not take: it ends with a message that says where settings are', async () => {
    const service = Service.launch({ DATA_DIR: temporaryFolder() }, ['--port', '80']);
    await service.ended();
    expect(service.child.exitCode).toBe(1);
    expect(service.stderr).toMatch(/no arguments are read here \(given: --port 80\).*README/);
  });

  it('a port in use by another program: it ends with a message that names the setting', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = Service.launch({ DATA_DIR: await preparedFolder(), PORT: String(port) });
    await service.ended();
    other.close();
    expect(service.child.exitCode).toBe(1);
    expect(service.stderr).toMatch(/another program listens there; set PORT to a free one/);
    figure('R14', 'a port that another program has', 1, 'exit code 1 and a message');
  });

  it('a first start that cannot listen: the first admin token is shown, because no other start shows it', async () => {
    const environment = { DATABASE_URL: urlOf(await emptyDatabase()), BOOTSTRAP_ADMIN_TOKEN: '' };
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const failing = Service.launch({ ...environment, PORT: String(port) });
    await failing.ended();
    other.close();
    expect(failing.child.exitCode).toBe(1);
    const [, token = ''] = failing.stderr.match(/First admin token, shown this once: (\S+)/) ?? [];
    const service = await Service.start(environment);
    const client = new Client(service.url, token);
    expect((await client.get('/svc/token/self')).status).toBe(200);
    client.close();
  });

  it.each([
    ['no address', '256.0.0.1'],
    ['an address of another machine', '192.0.2.1'],
  ])(
    'a HOST that is %s: it ends with a message that names the setting, before it makes a database',
    async (_, HOST) => {
      const dataDir = join(temporaryFolder(), 'data');
      const service = Service.launch({ DATA_DIR: dataDir, HOST });
      await service.ended();
      expect(service.child.exitCode).toBe(1);
      expect(service.stderr).toMatch(new RegExp(`${HOST}.*set HOST to`));
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it('a setting that is misspelt and a folder that is missing: it starts and says so, without the value', async () => {
    const environment = { DATA_DIR: await preparedFolder(), SOURCE_FOLDER: '/no/such/folder' };
    const service = await Service.start({
      ...environment,
      DATABSE_URL: 'postgres://market:secret@localhost/market',
    });
    expect(service.stderr).toMatch(
      /^DATABSE_URL of the environment is no setting and has no effect; the nearest is DATABASE_URL$/m,
    );
    expect(service.stderr).toMatch(/^SOURCE_FOLDER .*\/no\/such\/folder.*; sources find no files/m);
    expect(service.stderr).not.toContain('secret');
  });
});
