import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { SharedStore } from '../../src/modules/source/feed/file-store.js';
import { localFolder } from '../../src/modules/source/feed/local-folder.js';
import { startApp, type TestApp } from '../app.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { SftpServer } from '../sftp-server.js';
import { runSource } from '../source-runs.js';

const DAY = '2024-01-31';
const csv = (ticker: string, close = 20_000) =>
  `Ticker,Date,Open,High,Low,Close,Volume\n${ticker},${DAY},${close},${close},${close},${close},5000\n`;
const HOUR = 3_600;

describe('sources of files', () => {
  const root = mkdtempSync(join(tmpdir(), 'mds-folder-'));
  const folder = join(root, 'incoming');
  let service: TestApp;
  let server: SftpServer;
  beforeAll(async () => {
    server = await SftpServer.start();
    service = await startApp({
      SOURCE_FOLDER: root,
      SOURCE_SECRET_PASSWORD: server.password,
      SOURCE_SECRET_WRONG: 'w-1f9c5c1d2a10',
      SOURCE_SECRET_SSH_KEY: server.key.private,
    });
  });
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    server.files.clear();
    await service.sql('TRUNCATE quote, source_file');
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
    rmSync(root, { recursive: true });
  });

  const put = (name: string, content: string | Buffer, age = HOUR) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const moment = Date.now() / 1_000 - age;
    utimesSync(path, moment, moment);
  };
  const declare = (name: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, {
      data_set: 'quote',
      request: { url: 'file:incoming/*.csv*' },
      rows: { format: 'csv' },
      work: { each: 'once' },
      limits: { per_minute: 60_000, attempts: 1 },
      ...options,
    });
  const run = async (name: string, options: object = {}) => {
    await declare(name, options);
    return runSource(service, name, { from_date: DAY, to_date: DAY });
  };
  const tickers = async () =>
    (await service.sql<{ ticker: string }>('SELECT ticker FROM quote ORDER BY ticker')).map(
      ({ ticker }) => ticker,
    );

  describe('in a folder', () => {
    it('each file is a unit of work and is read once, until it changes', async () => {
      put('a.csv', csv('AAA'));
      put('b.csv.gz', gzipSync(csv('BBB')));
      put('notes.txt', 'nothing');
      const first = await run('folder');
      expect(first).toMatchObject({ state: 'done', units: 3, created: 2 });
      expect(first.unitRecords.map(({ values }: { values: { name?: string } }) => values.name)).toEqual([
        undefined,
        'a.csv',
        'b.csv.gz',
      ]);
      expect(await run('folder')).toMatchObject({ state: 'done', units: 1, read: 0 });
      put('a.csv', csv('AAA', 20_100), HOUR / 2);
      expect(await run('folder')).toMatchObject({ state: 'done', units: 2, updated: 1 });
    });

    it('an empty file is read once, as one without rows, and stops no other file', async () => {
      put('a.csv', '');
      put('b.csv', csv('BBB'));
      const first = await run('empty');
      expect(first).toMatchObject({ state: 'done', units: 3, units_failed: 0, created: 1 });
      expect(first.unitRecords[1]).toMatchObject({ state: 'done', bytes: 0, read: 0, sha256: null });
      expect(await run('empty')).toMatchObject({ state: 'done', units: 1 });
    });

    it('a file whose only line is no header is named; a header without rows is not', async () => {
      put('a.csv', csv('AAA').split('\n')[1] as string);
      put('b.csv', csv('BBB').split('\n')[0] as string);
      const { state, unitRecords } = await run('headers');
      expect(state).toBe('failed');
      expect(unitRecords[1]).toMatchObject({
        failure: 'missing_columns',
        detail: expect.stringMatching(/no column for ticker, .*: AAA, 2024-01-31/),
      });
      expect(unitRecords[2]).toMatchObject({ state: 'done', read: 0 });
    });

    it('the same content under another name is not stored again, and reported as such', async () => {
      put('a.csv', csv('AAA'));
      await run('same');
      put('copy.csv', csv('AAA'), HOUR / 2);
      const secondRun = await run('same');
      expect(secondRun).toMatchObject({ state: 'done', units: 2, read: 0, unchanged: 0 });
      expect(secondRun.unitRecords[1].warnings).toEqual([
        { rule: 'same_content', name: 'copy.csv', same_as: 'a.csv' },
      ]);
      expect(await run('same')).toMatchObject({ units: 1 });
    });

    it('content that another file has replaced since is stored again', async () => {
      const close = async () => (await service.sql('SELECT close FROM quote'))[0];
      put('1.csv', csv('AAA'));
      await run('back');
      put('2.csv', csv('AAA', 20_100));
      await run('back');
      expect(await close()).toEqual({ close: 20_100 });
      put('3.csv', csv('AAA'));
      expect(await run('back')).toMatchObject({ state: 'done', updated: 1 });
      expect(await close()).toEqual({ close: 20_000 });
      put('4.csv', csv('AAA', 20_100));
      put('5.csv', csv('AAA'));
      expect(await run('back')).toMatchObject({ state: 'done', updated: 2 });
      expect(await close()).toEqual({ close: 20_000 });
    });

    it('files are read again for another data set, also the same content under another name', async () => {
      put('a.csv', csv('AAA'));
      expect(await run('switch')).toMatchObject({ units: 2, created: 1 });
      const other = { data_set: 'foreign_trade' };
      expect(await run('switch', other)).toMatchObject({ units: 2, created: 1 });
      expect(await service.sql('SELECT ticker FROM foreign_trade')).toEqual([{ ticker: 'AAA' }]);
      expect(await run('switch', other)).toMatchObject({ units: 1 });
      rmSync(join(folder, 'a.csv'));
      put('b.csv', csv('AAA'));
      expect(await run('switch')).toMatchObject({ units: 2, read: 1, unchanged: 1 });
    });

    it('the same content under a name that provides a value is stored as other records', async () => {
      put('ONE.csv', csv('x'));
      put('TWO.csv', csv('x'));
      const columns = ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'];
      const fields = {
        ticker: { value: '{file}' },
        ...Object.fromEntries(columns.map((name) => [name.toLowerCase(), { from: name }])),
      };
      await run('values', { fields });
      put('SIX.csv', csv('x'));
      await run('values', { fields });
      expect(await tickers()).toEqual(['ONE', 'SIX', 'TWO']);
    });

    it('files that are renamed while the folder is read stop no run', async () => {
      const store = await localFolder(root, 'incoming');
      for (let file = 0; file < 200; file++) put(`${file}.csv.part`, csv('AAA'));
      for (let round = 0; round < 20; round++) {
        const listing = store.list();
        for (let file = 0; file < 200; file++) {
          const names = [`${file}.csv`, `${file}.csv.part`].map((name) => join(folder, name));
          const [from = '', to = ''] = round % 2 === 0 ? names.toReversed() : names;
          await rename(from, to);
        }
        expect((await listing).length).toBeLessThanOrEqual(400);
      }
    });

    it('a folder that becomes a link out of SOURCE_FOLDER during a run is read no further', async () => {
      put('a.csv', csv('AAA'));
      const shared = new SharedStore(() => localFolder(root, 'incoming'));
      const list = () => shared.use((store) => store.list());
      expect(await list()).toHaveLength(1);
      rmSync(folder, { recursive: true });
      symlinkSync(tmpdir(), folder);
      await expect(list()).rejects.toMatchObject({ code: 'folder_not_allowed' });
    });

    it('a file that is still being written is not read, judging by its age or name', async () => {
      put('young.csv', csv('YNG'), 0);
      put('half.csv.part', csv('PRT'));
      put('.hidden.csv', csv('HID'));
      put('old.csv', csv('OLD'));
      const result = await run('young');
      expect(result).toMatchObject({ state: 'failed', units: 3, units_done: 2 });
      expect(result.unitRecords[2]).toMatchObject({ failure: 'unfinished', created: 0 });
      expect(await tickers()).toEqual(['OLD']);
      // Left to the retries of the run, it is read once it has settled.
      await declare('patient', {
        request: { url: 'file:incoming/young.csv', settle: 2 },
        limits: { per_minute: 60_000 },
      });
      put('young.csv', csv('YNG'), 0);
      expect(await runSource(service, 'patient', {})).toMatchObject({ state: 'done', created: 1 });
    });

    it('a file of a server whose clock is ahead waits, and is read at once with settle 0', async () => {
      put('ahead.csv', csv('AHD'), -7 * 3600);
      const result = await run('ahead');
      expect(result.unitRecords[1]).toMatchObject({
        failure: 'unfinished',
        detail: expect.stringContaining('the clock of its server is ahead: settle 0'),
      });
      await declare('at-once', { request: { url: 'file:incoming/*.csv', settle: 0 } });
      expect(await runSource(service, 'at-once', {})).toMatchObject({ state: 'done', created: 1 });
    });

    it('archives are read file by file; a damaged file, one without data or a link stops no other file', async () => {
      const tar = pack();
      tar.entry({ name: 'x/one.csv' }, csv('ONE'));
      tar.entry({ name: 'x/two.csv.gz' }, gzipSync(csv('TWO')));
      tar.finalize();
      const pieces: Buffer[] = [];
      for await (const piece of tar) pieces.push(piece as Buffer);
      put('a.csv.tgz', gzipSync(Buffer.concat(pieces)));
      put('b.csv.gz', gzipSync(csv('BAD')).subarray(0, 40));
      put('c.csv', '<!doctype html><form>');
      put('d.csv', csv('DDD'));
      writeFileSync(join(root, 'outside.csv'), csv('OUT'));
      symlinkSync(join(root, 'outside.csv'), join(folder, 'link.csv'));
      const result = await run('archive');
      expect(result.unitRecords.map(({ failure }: { failure: string | null }) => failure)).toEqual([
        null,
        null,
        'malformed',
        'not_data',
        null,
      ]);
      expect(await tickers()).toEqual(['DDD', 'ONE', 'TWO']);
    });

    it('a file name can provide a value, and a run is replayed without its files', async () => {
      put('NAM.csv', csv('NAM').replace('NAM', 'x'));
      const fields = {
        ticker: { value: '{file}' },
        ...Object.fromEntries(
          ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'].map((name) => [
            name.toLowerCase(),
            { from: name },
          ]),
        ),
      };
      const { id } = await run('named', { fields });
      expect(await tickers()).toEqual(['NAM']);
      rmSync(join(folder, 'NAM.csv'));
      await service.sql('TRUNCATE quote');
      const { headers } = await service.post(`/svc/source/named/run/${id}/replay`, {}).expect(202);
      const result = await until('the replay ends', async () => {
        const { body } = await service.get(headers.location as string).expect(200);
        return body.ended_at === null ? undefined : body;
      });
      expect(result).toMatchObject({ state: 'done', created: 1, requests: 0 });
    });

    it.each([
      ['file:../*.csv', '/request/url'],
      ['file:/etc/passwd', '/request/url'],
      ['file:a/../../b.csv', '/request/url'],
      ['sftp://user:word@host/a.csv', '/request/url'],
      ['sftp://host/a.csv', '/request/url'],
    ])('400 for %s', async (url, culprit) => {
      const answer = await declare('wrong', { request: { url } });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([culprit]);
    });

    it('a folder that leads out of SOURCE_FOLDER, or is missing, is named', async () => {
      symlinkSync(tmpdir(), join(folder, 'out'));
      const outsideFolder = await run('out', { request: { url: 'file:incoming/out/*.csv' } });
      expect(outsideFolder.unitRecords[0]).toMatchObject({ failure: 'folder_not_allowed' });
      const missingFolder = await run('none', { request: { url: 'file:nowhere/*.csv' } });
      expect(missingFolder.unitRecords[0]).toMatchObject({ failure: 'not_found' });
    });
  });

  describe('on an SFTP server', () => {
    const remote = (auth: object = {}, url = server.url('*.csv')) => ({
      request: { url },
      auth: { type: 'ssh', host_key: server.hostKey, secret: 'PASSWORD', ...auth },
    });
    const withKey = () => remote({ secret: undefined, private_key: 'SSH_KEY' });

    it('are read once, with a password or a private key', async () => {
      server.put('a.csv', csv('AAA'));
      server.put('b.csv', csv('BBB'));
      server.attempts.length = 0;
      expect(await run('sftp', remote())).toMatchObject({ state: 'done', units: 3, created: 2 });
      expect(server.attempts.filter((method) => method === 'password')).toHaveLength(1);
      server.put('c.csv', csv('CCC'));
      server.put('d.csv', csv('DDD').repeat(1));
      expect(await run('sftp', withKey())).toMatchObject({ state: 'done', units: 3, created: 2 });
      expect(await tickers()).toEqual(['AAA', 'BBB', 'CCC', 'DDD']);
    });

    it('are stored in their order although the server fails once: a later one may correct an earlier one', async () => {
      server.put('a.csv', csv('AAA', 20_000));
      server.put('b.csv', csv('AAA', 20_500));
      server.leavesAt = 'a.csv';
      const options = { ...remote(), limits: { per_minute: 60_000, attempts: 2 } };
      const { unitRecords } = await run('order', options);
      expect(unitRecords).toMatchObject([{ attempts: 1 }, { attempts: 2, created: 1 }, { updated: 1 }]);
      expect(await service.sql('SELECT close FROM quote')).toEqual([{ close: 20_500 }]);
    });

    it('of a server that lists names only are found, and one that gives no times is named', async () => {
      server.put('a.csv', csv('AAA'));
      server.omits = 'listed';
      expect(await run('terse', remote())).toMatchObject({ state: 'done', units: 2, created: 1 });
      server.put('b.csv', csv('BBB'));
      server.omits = 'times';
      const timeless = await run('terse', remote());
      server.omits = undefined;
      expect(timeless.unitRecords).toMatchObject([
        { failure: 'failed', detail: expect.stringContaining('size and time') },
      ]);
    });

    it('a server with another key receives no secret', async () => {
      server.put('a.csv', csv('AAA'));
      server.attempts.length = 0;
      const other = remote({ host_key: `SHA256:${'A'.repeat(43)}` });
      const result = await run('stranger', other);
      expect(result.unitRecords[0]).toMatchObject({ state: 'failed', failure: 'host_key', attempts: 1 });
      expect(server.attempts).toEqual([]);
    });

    it('a wrong password, a missing folder and a silent server are named', async () => {
      const wrongPassword = await run('wrong-word', remote({ secret: 'WRONG' }));
      expect(wrongPassword.unitRecords[0]).toMatchObject({ failure: 'unauthorized' });
      const missingFolder = await run('nowhere', remote({}, server.url('*.csv').replace('/out/', '/no/')));
      expect(missingFolder.unitRecords[0]).toMatchObject({ failure: 'not_found' });
      server.isSilent = true;
      const silentServer = await run('silent', {
        ...remote(),
        limits: { per_minute: 60_000, attempts: 1, timeout: 1 },
      });
      server.isSilent = false;
      expect(silentServer.unitRecords[0]).toMatchObject({ failure: 'timeout' });
      const closedPort = await run('away', remote({}, server.url('*.csv').replace(/:\d+/, ':1')));
      expect(closedPort.unitRecords[0]).toMatchObject({ failure: 'unreachable' });
    });

    it.each<[string, () => object, string]>([
      ['without credentials', () => ({ ...remote(), auth: undefined }), '/auth'],
      ['without a fingerprint', () => remote({ host_key: undefined }), '/auth/host_key'],
      ['with two kinds of secrets', () => remote({ private_key: 'SSH_KEY' }), '/auth/secret'],
      ['by ticker', () => ({ ...remote(), work: { each: 'ticker' } }), '/work/each'],
      ['ssh over HTTP', () => ({ ...remote(), request: { url: 'http://example.com' } }), '/auth/type'],
    ])('400 %s', async (_, options, culprit) => {
      const answer = await declare('wrong', options());
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toContain(culprit);
    });
  });
});
