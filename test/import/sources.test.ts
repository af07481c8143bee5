import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { startApp, type TestApp } from '../app.js';
import { until } from '../embedded/harness.js';
import { barsOf, csv, folderWith, runImport, startImport, summaryApart, summaryOf } from './command.js';

/** A tar archive of files by name; a name ending in / is a folder. */
async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) archive.entry({ name, type: 'directory' });
    else archive.entry({ name }, content);
  }
  archive.finalize();
  return buffer(archive);
}

describe('import: where rows come from', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const count = async (ticker: string) =>
    (await service.sql<{ count: number }>('SELECT count(*)::int FROM quote WHERE ticker = $1', [ticker]))[0]
      ?.count;
  const nameless = (ticker: string, rows: number) => csv(...barsOf(ticker, rows)).replaceAll(/^[^,]+,/gm, '');

  it('gzip of CSV and of JSON lines, whatever the name', async () => {
    const json = { ticker: 'GZJ', date: '2024-01-02', open: 2, high: 5, low: 1, close: 3, volume: 4 };
    const at = folderWith({
      'a.csv.gz': gzipSync(csv(...barsOf('GZC', 5))),
      'b.jsonl.gz': gzipSync(JSON.stringify(json)),
      c: Buffer.concat([gzipSync(csv(...barsOf('GZM', 2))), gzipSync(`${barsOf('GZM', 3)[2]}\n`)]),
    });
    const summary = await summaryOf(service.address, ['quote', at('a.csv.gz'), at('b.jsonl.gz'), at('c')]);
    expect(summary).toMatchObject({ code: 0, files: 3, created: 9 });
    expect(await count('GZM')).toBe(3);
  });

  it('standard input, CSV or JSON lines, with its rejects in the working folder or at a given path', async () => {
    const at = folderWith();
    const { child, ended } = startImport(service.address, ['quote', '-', '--rejects', at('r.csv'), '--json']);
    child.stdin?.end(csv(...barsOf('STD', 4), 'STD,x,1,1,1,1,1'));
    const { code, stdout } = await ended;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, created: 4, rejected: 1 });
    expect(readFileSync(at('r.csv'), 'utf8')).toMatch(/^-,6,\/date/m);

    const lines = startImport(service.address, ['quote', '-', '--format', 'ndjson']);
    lines.child.stdin?.end(
      '\n{"ticker":"STJ","date":"20240102","open":2,"high":5,"low":1,"close":3,"volume":4}\n',
    );
    expect(await lines.ended).toMatchObject({ code: 0 });
    expect(await count('STJ')).toBe(1);
  });

  it('a folder, in sorted order, without hidden files and without its own rejects', async () => {
    const at = folderWith({
      'FDA.csv': nameless('FDA', 3),
      'fdb.csv.gz': gzipSync(nameless('FDB', 4)),
      '._FDA.csv': 'attributes',
      'notes.txt': 'not imported',
      'FDA.csv.rejects.csv': 'file,line,reason,row\n',
    });
    mkdirSync(at('deeper'));
    writeFileSync(at('deeper/FDC.csv'), nameless('FDC', 5));
    const summary = await summaryOf(service.address, ['quote', at(''), '--ticker-from-filename']);
    expect(summary).toMatchObject({ code: 0, files: 3, created: 12 });
    expect([await count('FDA'), await count('FDB'), await count('FDC')]).toEqual([3, 4, 5]);
  });

  it('a tar archive, plain or compressed, of one file per ticker; lines are those of its members', async () => {
    const files = {
      'data/': '',
      'data/._TRA.csv': 'attributes',
      'data/TRA.csv': `${nameless('TRA', 3)}2024-01-01,1,1,1\n`,
      'data/trb.csv': nameless('TRB', 2),
      'data/INDEX.csv': 'date,open,high,low,close\n2024-01-02,2,5,1,3\n',
      'data/readme.md': '#',
    };
    const tar = await tarOf(files);
    const at = folderWith({ 'plain.tar': tar, 'zipped.tgz': gzipSync(tar) });
    const line = ['--ticker-from-filename', '--price-scale', '1'];
    const summary = await summaryOf(service.address, ['quote', at('plain.tar'), ...line]);
    expect(summary).toMatchObject({ code: 3, files: 3, read: 7, created: 5, rejected: 2 });
    expect([await count('TRA'), await count('TRB')]).toEqual([3, 2]);
    const rejects = readFileSync(at('plain.tar.rejects.csv'), 'utf8').split('\n');
    expect(rejects[1]).toBe(
      `${at('plain.tar')}/data/TRA.csv,5,"has 4 columns, the header 6",2024-01-01,1,1,1`,
    );
    expect(rejects[2]).toMatch(/INDEX\.csv,2,the file has no column for volume,2024-01-02/);
    expect(await summaryOf(service.address, ['quote', at('zipped.tgz'), ...line])).toMatchObject({
      unchanged: 5,
      rejected: 2,
    });
  });

  it('a JSON array, whose records are not a line each, is refused with a way to convert it', async () => {
    const at = folderWith({ 'array.json': '\n[{"ticker":"ARR","date":"2024-01-02"}]\n' });
    expect(await runImport(service.address, ['quote', at('array.json')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${at('array.json')} is a JSON array: write a record a line`),
    });
    expect(existsSync(at('array.json.rejects.csv'))).toBe(false);
  });

  it('an archive without a file that has the columns is wrong use', async () => {
    const at = folderWith({ 'n.tar': await tarOf({ 'a.csv': 'x,y\n1,2\n', 'b.csv': 'z\n' }) });
    const { code, stderr } = await runImport(service.address, ['quote', at('n.tar')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/a\.csv: no column for ticker, date.*--map/);
  });

  it('a damaged archive fails with the cause; whole batches stay, and the repaired file completes the import', async () => {
    // Random volumes: compressed data that a cut leaves truncated.
    const linesOf = (ticker: string) =>
      barsOf(ticker, 3000).map(
        (each) => `${each.slice(0, each.lastIndexOf(','))},${randomBytes(5).readUIntBE(0, 5)}`,
      );
    const lines = linesOf('DMG');
    const whole = gzipSync(csv(...lines));
    // Of another ticker: a changed bit may turn a line into another line, or into none.
    const flippedBit = gzipSync(csv(...linesOf('FLP')));
    flippedBit[flippedBit.length >> 1] = (flippedBit[flippedBit.length >> 1] ?? 0) ^ 0xff;
    const tar = await tarOf({ 'DMG.csv': csv(...lines) });
    const at = folderWith({
      'cut.csv.gz': whole.subarray(0, whole.length - 2000),
      'flipped.csv.gz': flippedBit,
      'cut.tar': tar.subarray(0, 20_000),
      'no.csv.gz': 'plain text',
      'book.csv': Buffer.from('PK\x03\x04 a workbook'),
      'whole.csv.gz': whole,
    });
    const size = ['--batch-size', '500'];
    const cut = await summaryOf(service.address, ['quote', at('cut.csv.gz'), ...size]);
    expect(cut).toMatchObject({ code: 1, complete: false });
    expect(cut.created % 500).toBe(0);
    expect(cut.created).toBeGreaterThan(0);
    expect(await count('DMG')).toBe(cut.created);
    for (const name of ['cut.csv.gz', 'flipped.csv.gz', 'cut.tar', 'no.csv.gz', 'book.csv']) {
      const { code, stderr } = await runImport(service.address, ['quote', at(name), ...size]);
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(stderr).toMatch(/unexpected end|invalid|incorrect|Unexpected end|not gzip data|workbook/);
      expect(stderr).toContain(at(name));
      expect(stderr).toContain('run the same command again');
    }
    // A second attempt may get a batch further before the end of its file makes it fail.
    const storedRows = Number(await count('DMG'));
    expect(storedRows).toBeGreaterThanOrEqual(cut.created);
    const repair = await summaryOf(service.address, ['quote', at('whole.csv.gz'), ...size]);
    expect(repair).toMatchObject({ code: 0, created: 3000 - storedRows, unchanged: storedRows });
  });

  it('an earlier rejects file is replaced, and removed when nothing is rejected any more', async () => {
    const at = folderWith({ 'w.csv': csv('WAS,2024-01-02,2,5,9,3,9') });
    await summaryOf(service.address, ['quote', at('w.csv')]);
    expect(existsSync(at('w.csv.rejects.csv'))).toBe(true);
    writeFileSync(at('w.csv'), csv('WAS,2024-01-02,2,5,1,3,9'));
    expect(await summaryOf(service.address, ['quote', at('w.csv')])).toMatchObject({
      code: 0,
      rejects_file: null,
    });
    expect(existsSync(at('w.csv.rejects.csv'))).toBe(false);
  });

  it('a rejects file that cannot be written fails the import, which says what is stored', async () => {
    const at = folderWith({
      'n.csv': csv('NOR,2024-01-02,2,5,9,3,9', 'NOR,2024-01-03,2,5,1,3,9'),
    });
    const rejects = at(`${'n'.repeat(300)}.csv`);
    const line = ['quote', at('n.csv'), '--rejects', rejects];
    const { code, stdout, stderr } = await runImport(service.address, [...line, '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ created: 1, rejected: 1, complete: false }),
    ]);
    expect(stderr).toContain(`Failed: The rejects file ${rejects} cannot be written: ENAMETOOLONG`);
    const dryRun = await runImport(service.address, [...line, '--dry-run']);
    expect(dryRun.code).toBe(1);
    expect(dryRun.stderr).toMatch(/ENAMETOOLONG.*\nA dry run stores nothing: when that is mended/);
  });

  it('a rejects file that is imported itself, as with *.csv, is not replaced by the new one', async () => {
    const at = folderWith({ 'g.csv': csv('GLB,2024-01-02,2,5,9,3,9') });
    await summaryOf(service.address, ['quote', at('g.csv')]);
    const corrected = readFileSync(at('g.csv.rejects.csv'), 'utf8').replace('2,5,9,3,9', '2,5,1,3,9');
    writeFileSync(at('g.csv.rejects.csv'), corrected);
    const all = ['quote', at('g.csv'), at('g.csv.rejects.csv')];
    const refused = await runImport(service.address, all);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`${at('g.csv.rejects.csv')} is to be imported`);
    expect(readFileSync(at('g.csv.rejects.csv'), 'utf8')).toBe(corrected);
    const elsewhere = await summaryOf(service.address, [...all, '--rejects', at('rejects.csv')]);
    expect(elsewhere).toMatchObject({ code: 3, created: 1, rejected: 1 });
  });
});

describe('import: interrupted, killed, twice at once', () => {
  let service: TestApp;
  const ROWS = 60_000;
  const BATCH = 500;
  const lines = ['CRA', 'CRB', 'CRC', 'CRD'].flatMap((ticker) => barsOf(ticker, ROWS / 4));
  const at = folderWith({ 'crash.csv': csv(...lines) });
  const line = ['quote', at('crash.csv'), '--batch-size', String(BATCH)];
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const storedCount = async () =>
    (await service.sql<{ count: number }>('SELECT count(*)::int FROM quote'))[0]?.count ?? 0;
  const sessions = async () =>
    (
      await service.sql<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
      )
    ).map(({ pid }) => pid);
  const whenStored = async (rows: number) => {
    while ((await storedCount()) < rows) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** digests of the table in the file's own form, and of the file */
  const digests = async () => {
    const rows = await service.sql<{ line: string }>(
      `SELECT concat_ws(',', ticker, date, open, high, low, close, volume) AS line FROM quote ORDER BY ticker, date`,
    );
    const digest = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex');
    return [digest(rows.map((row) => row.line)), digest(lines)];
  };

  it('kill -9 in the middle leaves whole batches; running again completes it', async () => {
    const others = await sessions();
    const { child, ended } = startImport(service.address, line);
    await whenStored(3 * BATCH);
    child.kill('SIGKILL');
    await ended;
    // The server may still be finishing the transaction sent to it.
    const itsOwn = (await sessions()).filter((pid) => !others.includes(pid));
    await until('its sessions have ended', async () => {
      const left = await sessions();
      return !itsOwn.some((pid) => left.includes(pid));
    });
    const remainder = await storedCount();
    expect(remainder % BATCH).toBe(0);
    expect(remainder).toBeLessThan(ROWS);
    const again = await summaryOf(service.address, line);
    expect(again).toMatchObject({
      code: 0,
      read: ROWS,
      created: ROWS - remainder,
      unchanged: remainder,
      rejected: 0,
    });
    const [table, file] = await digests();
    expect(table).toBe(file);
  });

  it('an interrupt finishes the batches in progress and says what is committed', async () => {
    await service.sql('TRUNCATE quote');
    const { child, ended } = startImport(service.address, [...line, '--json']);
    await whenStored(BATCH);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('interrupted');
    const summary = JSON.parse(stdout) as { created: number; complete: boolean };
    expect(summary.complete).toBe(false);
    expect(summary.created % BATCH).toBe(0);
    expect(await storedCount()).toBe(summary.created);
  });

  it('two at once: each row once, and both summaries are right', async () => {
    await service.sql('TRUNCATE quote');
    const both = await Promise.all([
      summaryApart(service.address, line),
      summaryApart(service.address, line),
    ]);
    for (const summary of both) expect(summary).toMatchObject({ code: 0, read: ROWS, rejected: 0 });
    expect((both[0]?.created ?? 0) + (both[1]?.created ?? 0)).toBe(ROWS);
    const [table, file] = await digests();
    expect(table).toBe(file);
  });
});
