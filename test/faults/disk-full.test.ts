import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { aQuote } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { startCommand } from '../commands.js';
import {
  atEnd,
  cleanUp,
  isRoot,
  mountDisk,
  postgresBelow,
  temporaryFolder,
  until,
} from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { Vendor } from '../vendor.js';
import { type Answer, Client, counted, isFitForOutage, json } from './client.js';
import { connect, Service } from './harness.js';
import { Ledger } from './ledger.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(1, 10);
/** Longest until writes succeed once there is room, ms: the server may have ended and is tried every 10 s. */
const RECOVERY = 30_000;
/** Size of an empty disk; the transaction log alone may take 48 MB. */
const DISK = '192m';
/** Room for the small files that tell who starts the server, and for its own log; not for its transaction log. */
const ROOM_FOR_A_START = 4 * 1024 * 1024;
const mount = (path: string, size = DISK) => mountDisk(path, `size=${size},mode=755`);

/** A separate disk needs a mount, which only root may make. */
const onOwnDisk = canMount() ? it : it.skip;

afterAll(cleanUp);

describe('the disk of the embedded database is full', () => {
  onOwnDisk(
    '503 problem, nothing half written, reads go on while they can, recovery when there is room',
    async () => {
      const dataDir = temporaryFolder();
      mount(dataDir);
      const service = await Service.start({ DATA_DIR: dataDir });
      const client = new Client(service.url);
      const ledger = new Ledger();
      const refusals = new Map<unknown, number>();
      const recoveries: number[] = [];
      const unfit: string[] = [];
      let reads = 0;
      const look = (answer: Answer): boolean => {
        if (!isFitForOutage(answer)) unfit.push(`${answer.status} ${answer.text.slice(0, 300)}`);
        if (answer.status === 503)
          refusals.set(json(answer).code, (refusals.get(json(answer).code) ?? 0) + 1);
        return answer.status < 400;
      };
      const turns = new Rounds(ROUNDS);
      for (const round of turns) {
        look(await ledger.post(client));
        const filler = fill(dataDir);
        // Writes continue in the free space of existing files, then are refused.
        for (let refusedWrites = 0; refusedWrites < 20; ) {
          if (!look(await ledger.post(client))) refusedWrites++;
          if (
            !look(await client.put('/svc/quote', aQuote({ ticker: `FULL${refusedWrites}`, volume: round })))
          )
            refusedWrites++;
          if (look(await client.get('/quote?limit=10'))) reads++;
        }
        expect((await client.get('/health/live')).status).toBe(200);
        rmSync(filler);
        const freedAt = performance.now();
        await until('writes succeed again', async () => {
          if (look(await ledger.post(client))) return true;
          await sleep(50);
          return false;
        });
        recoveries.push(performance.now() - freedAt);
      }
      expect(service.hasEnded).toBe(false);
      expect({ unfit, ledger: ledger.unfit }).toEqual({ unfit: [], ledger: [] });
      expect(await ledger.verify(client)).toEqual([]);
      client.close();
      figure(
        'R13',
        'disk of the embedded database filled, then freed',
        turns.done,
        `${[...refusals].map(([code, count]) => `${count} writes with 503 ${code}`).join(', ')}, no other 5xx; 0 of ${counted(ledger.items)} items reported CREATED lost, none half written; ${reads} reads answered meanwhile; writes again ${Math.max(...recoveries).toFixed(0)} ms at most after room was made`,
      );
      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY);
      expect(reads).toBeGreaterThan(0);
      expect(refusals.get('disk_full')).toBeGreaterThan(0);
    },
  );

  onOwnDisk.each([
    ['its log says why', false],
    ['its log has no room either', true],
  ])('a server that ended for want of room is started again once there is some: %s', async (_, isLogFull) => {
    const dataDir = await mountedFolder();
    const service = await Service.start({ DATA_DIR: dataDir });
    const { database } = service;
    const client = new Client(service.url);
    const quote = aQuote({ ticker: 'ROOM' });
    expect((await client.post('/svc/quote', quote)).status).toBe(201);
    if (isLogFull) {
      const log = join(dataDir, 'postgresql.log');
      rmSync(log); // the running server has it open
      symlinkSync('/dev/full', log);
    }
    const filler = fill(dataDir, ROOM_FOR_A_START);
    // Each switch needs a new file of the transaction log, for which there is no room once the spare ones are used up.
    // The server then ends, and starts again if it finds a file to reuse: repeated until it finds none.
    await until('it is known why', async () => {
      await useLog(database).catch(() => undefined);
      return service.stderr.includes('cannot be started: The disk of');
    });
    expect(service.stderr).not.toContain('restore a backup');
    rmSync(filler);
    const read = () => client.get('/quote?ticker=ROOM');
    await until('it answers again', async () => (await read()).status === 200);
    expect(json(await read()).data).toEqual([expect.objectContaining(quote)]);
    expect(service.hasEnded).toBe(false);
    client.close();
  });

  onOwnDisk('commands still find the database: a backup can be written elsewhere', async () => {
    const service = await Service.start({ DATA_DIR: await mountedFolder() });
    const dataDir = service.environment.DATA_DIR ?? '';
    fill(dataDir);
    const settings = { DATA_DIR: dataDir, DATABASE_URL: '' };
    const backup = [join(temporaryFolder(), 'backup.tar.gz')];
    expect(await startCommand('backup', backup, settings).ended).toMatchObject({ code: 0 });
    const { stdout } = await startCommand('doctor', [], settings).ended;
    expect(stdout).toMatch(/^ok +database .*\n(.*\n)*fail +disk space /m);
  });

  onOwnDisk('SIGTERM then ends the service by the signal, and its database with it', async () => {
    const disk = await mountedFolder();
    const service = await Service.start({ DATA_DIR: disk });
    fill(disk);
    service.signal('SIGTERM');
    await service.ended();
    expect({
      signal: service.child.signalCode,
      postgres: postgresBelow(disk),
      last: service.stderr.trimEnd().split('\n').at(-1),
    }).toEqual({ signal: 'SIGTERM', postgres: [], last: expect.stringContaining(service.url) });
  });

  onOwnDisk('the first start on it says so', async () => {
    const disk = temporaryFolder();
    mount(disk, '20m');
    const service = Service.launch({ DATA_DIR: disk });
    await service.ended();
    expect(service.child.exitCode).toBe(1);
    expect(service.stderr).toMatch(/^Creating the database in .*\nThe disk of \S+ is full: free some space/);
    expect(readdirSync(disk)).toEqual([]);
  });
});

describe('the output of the service is lost', () => {
  const onDeviceFull = existsSync('/dev/full') ? it : it.skip;
  const launchLogging = (log: number, dataDir: string) =>
    Service.launch({ DATA_DIR: dataDir, LOG_LEVEL: 'info' }, [], '.', log);

  onDeviceFull('the disk of its log is full: it answers, and SIGTERM ends it', async () => {
    const log = openSync('/dev/full', 'w');
    const service = launchLogging(log, await preparedFolder());
    closeSync(log);
    await service.ready();
    const client = new Client(service.url);
    for (let request = 0; request < 3; request++) expect((await client.get('/quote')).status).toBe(200);
    service.signal('SIGTERM');
    await service.ended();
    expect(service.child.signalCode).toBe('SIGTERM');
    client.close();
  });

  onOwnDisk('lines that found no room on the disk of its log are written once there is some', async () => {
    const folder = temporaryFolder();
    mount(folder);
    const file = join(folder, 'log');
    const log = openSync(file, 'w');
    const service = launchLogging(log, await preparedFolder());
    closeSync(log);
    await service.ready();
    const client = new Client(service.url);
    const filler = fill(folder);
    // The last page of the file has room left.
    const request = `/quote?ticker=${'A'.repeat(99)}`;
    for (let sent = 0; sent < 50; sent++) expect((await client.get(request)).status).toBe(200);
    rmSync(filler);
    expect((await client.get('/quote?limit=1')).status).toBe(200);
    const logged = () => readFileSync(file, 'utf8').trimEnd().split('\n');
    await until('the last request is logged', () => logged().at(-1)?.includes('/quote?limit=1'));
    expect(logged().map((line) => JSON.parse(line).url)).toEqual([
      ...Array(50).fill(request),
      '/quote?limit=1',
    ]);
    client.close();
  });

  onOwnDisk('an import that finds no room for its rejected rows fails, and says what is stored', async () => {
    const disk = temporaryFolder();
    mount(disk, '64k');
    const file = join(temporaryFolder(), 'prices.csv');
    const rows = ['VNM,2024-01-02,2,5,9,3,9', 'VNM,2024-01-03,2,5,1,3,9'];
    writeFileSync(file, `${['ticker,date,open,high,low,close,volume', ...rows].join('\n')}\n`);
    const filler = fill(disk);
    const rejects = join(disk, 'rejects.csv');
    const settings = { DATA_DIR: await preparedFolder(), DATABASE_URL: '' };
    const line = ['quote', file, '--rejects', rejects, '--json'];
    const { code, stdout, stderr } = await startCommand('import', line, settings).ended;
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ created: 1, rejected: 1, complete: false }),
    ]);
    expect(stderr).toContain(`Failed: The rejects file ${rejects} cannot be written: ENOSPC`);
    rmSync(filler);
    const again = await startCommand('import', line, settings).ended;
    expect([again.code, JSON.parse(again.stdout)]).toEqual([
      3,
      expect.objectContaining({ unchanged: 1, rejected: 1, complete: true }),
    ]);
    expect(readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it('nobody reads its messages any more: it goes on, and starts its database again', async () => {
    const service = await Service.start({ DATA_DIR: await preparedFolder() });
    const client = new Client(service.url);
    service.child.stderr?.destroy();
    process.kill(Number(service.postmaster), 'SIGKILL');
    await until('it answers again', async () => (await client.get('/quote')).status === 200);
    expect(service.hasEnded).toBe(false);
    client.close();
  });
});

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const path = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
    execFileSync('umount', ['-l', path]);
    return true;
  } catch {
    return false; // containers without the right to mount
  }
}

describe('the disk of temporary files is full', () => {
  onOwnDisk('a run of a source says so, and a run stores everything once there is room', async () => {
    const [dataDir, temporary] = [await preparedFolder(), temporaryFolder()];
    mount(temporary, '1m');
    const day = '2024-01-31';
    const bars = Array.from({ length: 2_000 }, (_, at) => aQuote({ ticker: `T${1000 + at}`, date: day }));
    const vendor = await Vendor.start(() => ({ body: bars }));
    atEnd(() => vendor.stop());
    const service = await Service.start({ DATA_DIR: dataDir, TMPDIR: temporary, SOURCE_PRIVATE: 'allowed' });
    const client = new Client(service.url);
    await client.put('/svc/source/vendor', aSource(`${vendor.url}/`));
    const unitOf = async () => {
      const { id } = json(await client.post('/svc/source/vendor/run', { from_date: day, to_date: day }));
      const path = `/svc/source/vendor/run/${id}`;
      await until('the run ends', async () => json(await client.get(path)).ended_at !== null);
      const { data } = json(await client.get(`${path}/unit`)) as { data: object[] };
      return data[0];
    };
    const filler = fill(temporary);
    expect(await unitOf()).toMatchObject({
      state: 'failed',
      failure: 'failed',
      detail: 'no space is left for temporary files of the service',
    });
    rmSync(filler);
    expect(await unitOf()).toMatchObject({ state: 'done' });
    client.close();
  });
});

/** A data folder on a disk of its own. */
async function mountedFolder(): Promise<string> {
  const dataDir = await preparedFolder();
  const disk = temporaryFolder();
  mount(disk);
  cpSync(join(dataDir, 'postgresql'), join(disk, 'postgresql'), { recursive: true });
  chmodSync(join(disk, 'postgresql'), 0o700); // which Node 24 does not copy
  return disk;
}

/** Starts one file of the transaction log after another, until the server has no room for the next. */
async function useLog(address: PostgresAddress): Promise<never> {
  // A server that breaks down may accept a connection, or a statement, and never answer.
  const database = await connect(address, { connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  for (;;) await database.query('SELECT txid_current(), pg_switch_wal()');
}

/** Writes a file until nothing more fits, then shortens it by `left` bytes. */
function fill(folder: string, left = 0): string {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  try {
    // What PostgreSQL itself makes free meanwhile is filled as well.
    do fillOnce(file);
    while (statfsSync(folder).bavail > 0);
  } finally {
    closeSync(file);
  }
  if (left > 0) truncateSync(path, statSync(path).size - left);
  return path;
}

/** Writes to a file until its disk has no room. */
function fillOnce(file: number): void {
  try {
    for (;;) writeSync(file, Buffer.alloc(64 * 1024));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}
