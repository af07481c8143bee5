import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { barsOf, csv, folderWith, runImport, summaryApart, summaryOf } from './command.js';

interface Event {
  action: string;
  actor: string;
  request_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

describe('import: rows that meet a stored record', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const counts = { created: 0, updated: 0, unchanged: 0, ignored: 0, rejected: 0 };
  const closes = async (ticker: string) =>
    (
      await service.sql<{ close: number }>('SELECT close FROM quote WHERE ticker = $1 ORDER BY date', [
        ticker,
      ])
    ).map((row) => row.close);
  const line = (ticker: string, day: number, close: number) => `${ticker},2024-01-0${day},2,9,1,${close},7`;

  it.each(['error', 'update', 'ignore'])(
    '%s: equal rows are unchanged, however often the import runs',
    async (policy) => {
      const ticker = `EQ${policy.toUpperCase()}`;
      const at = folderWith({ 'e.csv': csv(line(ticker, 1, 3), line(ticker, 2, 3), line(ticker, 2, 3)) });
      const run = () => summaryOf(service.address, ['quote', at('e.csv'), '--on-duplicate', policy]);
      expect(await run()).toMatchObject({ ...counts, code: 0, created: 2, unchanged: 1 });
      expect(await run()).toMatchObject({ ...counts, code: 0, unchanged: 3 });
      const [row] = await service.sql<{ revision: number }>(
        'SELECT max(revision) AS revision FROM quote WHERE ticker = $1',
        [ticker],
      );
      expect(row?.revision).toBe(1);
    },
  );

  it('error, the default: other values go to the rejects, and the stored ones stay', async () => {
    const at = folderWith({
      'a.csv': csv(line('ERR', 1, 3)),
      'b.csv': csv(
        line('ERR', 1, 4),
        line('ERR', 2, 5),
        line('ERR', 2, 6),
        line('ERR', 1, 3),
        line('ERR', 2, 0),
      ),
    });
    await summaryOf(service.address, ['quote', at('a.csv')]);
    const summary = await summaryOf(service.address, ['quote', at('b.csv')]);
    expect(summary).toMatchObject({ ...counts, code: 3, created: 1, unchanged: 1, rejected: 3 });
    expect(await closes('ERR')).toEqual([3, 5]);
    const rejects = readFileSync(at('b.csv.rejects.csv'), 'utf8').trimEnd().split('\n').slice(1);
    const reason = 'exists already with other values (303)';
    expect(rejects).toEqual([
      `${at('b.csv')},2,${reason},${line('ERR', 1, 4)}`,
      `${at('b.csv')},4,${reason},${line('ERR', 2, 6)}`,
      `${at('b.csv')},6,/close: close 0 is outside low 1 to high 9,${line('ERR', 2, 0)}`,
    ]);
  });

  it('a whole file that collides takes the time and the memory of its rows, long ones included', async () => {
    const text = 'Tổng công ty cổ phần '.repeat(25);
    const lines = (volume: number) => barsOf('COLLIDE', 22_000, volume);
    const at = folderWith({
      'a.csv': csv(...lines(1)),
      'b.csv': `ticker,date,open,high,low,close,volume,note\n${lines(2)
        .map((bar) => `${bar},${text}`)
        .join('\n')}\n`,
    });
    const created = await summaryOf(service.address, ['quote', at('a.csv')]);
    const error = await summaryApart(service.address, ['quote', at('b.csv')]);
    expect(error).toMatchObject({ ...counts, code: 3, rejected: 22_000 });
    expect(readFileSync(at('b.csv.rejects.csv'), 'utf8').trimEnd().split('\n').length).toBe(22_001);
    const update = await summaryApart(service.address, ['quote', at('b.csv'), '--on-duplicate', 'update']);
    expect(update).toMatchObject({ ...counts, code: 0, updated: 22_000 });
    expect(error.peak_memory_mb).toBeLessThan(1_000);
    // If each row were compared with all others, it would be thousands of times the copy of new rows; the bench has the
    // rates.
    expect(error.seconds).toBeLessThan(20 * created.seconds);
    expect(update.seconds).toBeLessThan(20 * created.seconds);
  });

  it('the policy is BULK_DUPLICATE_POLICY unless it is given, by its short name or its constant', async () => {
    const at = folderWith({ 'a.csv': csv(line('POL', 1, 3)), 'b.csv': csv(line('POL', 1, 4)) });
    await summaryOf(service.address, ['quote', at('a.csv')]);
    const run = (...extra: string[]) =>
      summaryOf(service.address, ['quote', at('b.csv'), ...extra], { BULK_DUPLICATE_POLICY: 'ignore' });
    expect(await run()).toMatchObject({ code: 0, on_duplicate: 'ignore', ignored: 1 });
    expect(await closes('POL')).toEqual([3]);
    expect(await run('--on-duplicate', 'IF_DUPLICATE_THEN_UPDATE')).toMatchObject({ code: 0, updated: 1 });
    expect(await closes('POL')).toEqual([4]);
  });

  it('update: the last of equal keys wins, an event each, and an approval is lost', async () => {
    const at = folderWith({
      'a.csv': csv(line('UPD', 1, 3), line('UPD', 2, 3)),
      'b.csv': csv(
        line('UPD', 1, 4),
        line('UPD', 1, 4),
        line('UPD', 1, 5),
        line('UPD', 2, 3),
        line('UPD', 3, 6),
        line('UPD', 3, 7),
      ),
    });
    await summaryOf(service.address, ['quote', at('a.csv')]);
    await service.post('/svc/quote/approval', { ticker: 'UPD', date: '2024-01-01' }).expect(200);
    const principal = ['--principal', 'Maker@example.com'];
    const summary = await summaryOf(service.address, [
      'quote',
      at('b.csv'),
      '--on-duplicate',
      'update',
      ...principal,
    ]);
    expect(summary).toMatchObject({ ...counts, code: 0, created: 1, updated: 3, unchanged: 2 });
    expect(await closes('UPD')).toEqual([5, 3, 7]);
    const [first] = await service.sql<{ approval: number; revision: number; maker: string }>(
      `SELECT approval, approval_by, revision, maker FROM quote WHERE ticker = 'UPD' AND date = '2024-01-01'`,
    );
    expect(first).toMatchObject({ approval: 0, approval_by: null, maker: 'maker@example.com' });
    const events = await service.sql<Event>(
      `SELECT action, actor, before, after FROM audit_event WHERE request_id = $1 ORDER BY record_key->>'date', id`,
      [summary.id],
    );
    const updated = { action: 'updated', actor: 'maker@example.com' };
    expect(events.filter((event) => event.action === 'updated')).toMatchObject([
      { ...updated, before: { close: 3 }, after: { close: 5, ticker: 'UPD', date: '2024-01-01' } },
      { ...updated, before: { close: 6 }, after: { close: 7 } },
    ]);
  });

  it('created rows share one event per batch, which is in the history of each quote', async () => {
    const at = folderWith({ 'h.csv': csv(...barsOf('HIS', 25)) });
    const summary = await summaryOf(service.address, ['quote', at('h.csv'), '--batch-size', '10']);
    expect(summary).toMatchObject({ created: 25, batches: 3 });
    const events = await service.sql<Event>(
      `SELECT action, actor, after FROM audit_event WHERE request_id = $1 ORDER BY id`,
      [summary.id],
    );
    expect(events.map(({ action }) => action)).toEqual([...Array(3).fill('imported'), 'import_finished']);
    expect(events[1]).toMatchObject({
      action: 'imported',
      actor: expect.stringMatching(/^import:/) as unknown as string,
      after: {
        file: at('h.csv'),
        first_line: 12,
        last_line: 21,
        rows: 10,
        created: 10,
        first_key: { ticker: 'HIS', date: '1960-01-11' },
        last_key: { ticker: 'HIS', date: '1960-01-20' },
      },
    });
    const [quote] = await service.sql<{ id: string }>(
      `SELECT id FROM quote WHERE ticker = 'HIS' AND date = '1960-01-15'`,
    );
    const history = await service.get(`/svc/quote/${quote?.id}/history`).expect(200);
    expect(history.body.data).toMatchObject([{ action: 'imported', after: events[1]?.after }]);
  });

  it('a principal with special characters is recorded unchanged as the maker', async () => {
    const principal = "an$$a'&b@example.com";
    const at = folderWith({ 'm.csv': csv(...barsOf('MKR', 3)) });
    await summaryOf(service.address, ['quote', at('m.csv'), '--principal', principal]);
    expect(
      await service.sql(
        `SELECT DISTINCT maker, (SELECT actor FROM audit_event ORDER BY id DESC LIMIT 1) AS actor
         FROM quote WHERE ticker = 'MKR'`,
      ),
    ).toEqual([{ maker: principal, actor: principal }]);
  });

  it('a row that only the database refuses is rejected, the rest of its batch is stored', async () => {
    await service.sql(
      `ALTER TABLE quote ADD CONSTRAINT test_refusal CHECK (ticker <> 'REF' OR volume <> 1005)`,
    );
    const at = folderWith({ 'd.csv': csv(...barsOf('REF', 20)) });
    const summary = await summaryOf(service.address, ['quote', at('d.csv')]);
    expect(summary).toMatchObject({ ...counts, code: 3, created: 19, rejected: 1 });
    expect(readFileSync(at('d.csv.rejects.csv'), 'utf8')).toMatch(
      /,7,"refused by the database: .*test_refusal.*",REF,1960-01-06,/,
    );
  });

  it('--dry-run writes nothing but the rejects', async () => {
    const at = folderWith({ 'd.csv': csv(line('DRY', 1, 3), line('DRY', 2, 99)) });
    expect(await summaryOf(service.address, ['quote', at('d.csv'), '--dry-run'])).toMatchObject({
      ...counts,
      code: 3,
      dry_run: true,
      valid: 1,
      rejected: 1,
    });
    expect(await closes('DRY')).toEqual([]);
  });

  it('alongside bulk requests on the same keys: each row once, no failure on either side', async () => {
    const lines = barsOf('BES', 2000);
    const at = folderWith({ 'b.csv': csv(...lines.toReversed()) });
    const items = lines.map((each) => {
      const [ticker, date, open, high, low, close, volume] = each.split(',');
      const numbers = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
      return { ticker, date, ...numbers, volume: Number(volume) + 1 };
    });
    const imports = ['update', 'ignore'].map((policy) =>
      summaryApart(service.address, ['quote', at('b.csv'), '--on-duplicate', policy, '--batch-size', '150']),
    );
    let running = true;
    const ended = Promise.all(imports).finally(() => {
      running = false;
    });
    for (let from = 0; running; from = (from + 200) % 2000) {
      const body = items.slice(from, from + 200);
      await service.post('/svc/quote/bulk/import?on_duplicate=update', body).expect(207);
    }
    for (const summary of await ended) expect(summary).toMatchObject({ code: 0, read: 2000 });
    expect(await closes('BES')).toHaveLength(2000);
  });

  describe('--delete: the records of a list of keys', () => {
    it('are deleted, with an event each; a key without a record is rejected with its line', async () => {
      const at = folderWith({
        'a.csv': csv(line('DEL', 1, 3), line('DEL', 2, 3), line('DEL', 3, 3)),
        'd.csv':
          'Symbol,Date,Note\nDEL,2024-01-01,x\nDEL,2024-01-03,\nDEL,2024-01-03,\nDEL,2024-02-09,\nDEL,never,\n',
      });
      await summaryOf(service.address, ['quote', at('a.csv')]);
      const [stored] = await service.sql<{ id: string }>(
        `SELECT id FROM quote WHERE ticker = 'DEL' AND date = '2024-01-03'`,
      );
      const summary = await summaryOf(service.address, ['quote', at('d.csv'), '--delete']);
      expect(summary).toMatchObject({ ...counts, code: 3, read: 5, deleted: 2, rejected: 3 });
      expect(await service.sql(`SELECT date::text FROM quote WHERE ticker = 'DEL'`)).toEqual([
        { date: '2024-01-02' },
      ]);
      const rejects = readFileSync(at('d.csv.rejects.csv'), 'utf8').trimEnd().split('\n').slice(1);
      expect(rejects.map((each) => each.split(',').slice(1, 3))).toEqual([
        ['4', 'no such record (404)'],
        ['5', 'no such record (404)'],
        ['6', expect.stringMatching(/date/)],
      ]);
      const history = (await service.get(`/svc/record/quote/${stored?.id}/history`).expect(200)).body.data;
      expect(history[0]).toMatchObject({
        action: 'deleted',
        request_id: summary.id,
        before: { close: 3, revision: 1 },
      });
      const restored = await service.post(`/svc/record/quote/${stored?.id}/restore`, {
        event_id: history[0].id,
      });
      expect([restored.status, restored.body.close]).toEqual([200, 3]);
      const { data } = (await service.get('/svc/events?type=import.finished&order=desc&limit=1&format=json'))
        .body;
      expect(data[0].counts).toMatchObject({ deleted: 2, rejected: 3, complete: true });
    });

    it('needs the key and nothing else, and no policy applies', async () => {
      const at = folderWith({ 'd.csv': 'ticker\nDEL\n' });
      expect((await runImport(service.address, ['quote', at('d.csv'), '--delete'])).stderr).toMatch(
        /no column for date/,
      );
      const both = await runImport(service.address, [
        'quote',
        at('d.csv'),
        '--delete',
        '--on-duplicate',
        'update',
      ]);
      expect([both.code, both.stderr]).toEqual([2, expect.stringMatching(/leave out --on-duplicate/)]);
    });
  });
});
