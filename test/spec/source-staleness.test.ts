import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

describe('sources without new data', () => {
  let service: TestApp;
  let vendor: Vendor;
  let answer: { status?: number; body?: object[] } = {};
  let lastOpenDay = '';
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => answer);
    const [row] = await service.sql<{ date: string }>(
      `SELECT max(date)::text AS date FROM settlement WHERE country = 'VN' AND status = 'open' AND date < current_date`,
    );
    lastOpenDay = row?.date ?? '';
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  const declare = (name: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`, options));
  const bring = (name: string, date: string) => {
    const price = { open: 20_000, high: 20_000, low: 20_000, close: 20_000 };
    answer = { body: [{ ticker: 'AAA', date, ...price, volume: 900 }] };
    return runSource(service, name, { from_date: date, to_date: date });
  };
  const events = async (name: string) =>
    (
      await service
        .get('/svc/events?last_event_id=0&type=source.stale,source.recovered,source.run_failed&limit=100')
        .set('Accept', 'application/json')
        .expect(200)
    ).body.data.filter(({ key }: { key: { name: string } }) => key.name === name);
  const types = async (name: string) => (await events(name)).map(({ type }: { type: string }) => type);

  it('are reported once, and so is their recovery', async () => {
    await declare('old', { stale_days: 2 });
    await bring('old', '2024-01-30');
    await bring('old', '2024-01-31');
    expect(await types('old')).toEqual(['source.stale']);
    const [staleEvent] = await events('old');
    expect(staleEvent.counts).toMatchObject({ newest_date: '2024-01-30', open_days: expect.any(Number) });
    const { body } = await service.get('/svc/source/old').expect(200);
    expect(body).toMatchObject({ newest_date: '2024-01-31', stale_since: expect.any(String) });
    const { text } = await service.get('/metrics').expect(200);
    expect(text).toMatch(/^mds_source_stale\{source="old"\} 1$/m);
    await bring('old', lastOpenDay);
    await bring('old', lastOpenDay);
    expect(await types('old')).toEqual(['source.stale', 'source.recovered']);
    expect((await service.get('/svc/source/old').expect(200)).body).toMatchObject({ stale_since: null });
  });

  it('a source of another data set than before has no newest day, and its former one delays no alarm', async () => {
    await declare('beside');
    await declare('moved', { stale_days: 2 });
    await bring('moved', lastOpenDay);
    expect((await service.get('/svc/source/moved')).body.newest_date).toBe(lastOpenDay);
    await declare('moved', { stale_days: 2, work: { each: 'once' } });
    expect((await service.get('/svc/source/moved')).body.newest_date).toBe(lastOpenDay);
    const { body } = await declare('moved', { stale_days: 2, data_set: 'foreign_trade' }).expect(200);
    expect(body).toMatchObject({ newest_date: null, stale_since: null });
    // It has never brought anything to this data set, but is not stale as soon as it is declared.
    answer = { body: [] };
    await runSource(service, 'moved', {});
    expect(await types('moved')).toEqual([]);
    const past = "now() - interval '60 days'";
    await service.sql(`UPDATE source SET created_at = ${past}, changed_at = ${past} WHERE name = 'moved'`);
    await bring('beside', '2024-01-31');
    expect(await types('moved')).toEqual(['source.stale']);
    // A correction of its declaration brings no record, so it is no recovery.
    await declare('moved', { stale_days: 2, data_set: 'foreign_trade', priority: 50 }).expect(200);
    await bring('beside', '2024-01-31');
    expect(await types('moved')).toEqual(['source.stale']);
  });

  it('a source without a schedule never becomes stale, unless its declaration says when it is', async () => {
    await declare('usual', { schedule: { cron: '0 7 1 1 *' } });
    await bring('usual', '2024-01-31');
    await declare('unscheduled');
    await bring('unscheduled', '2024-01-31');
    expect(await types('usual')).toEqual(['source.stale']);
    expect(await types('unscheduled')).toEqual([]);
  });

  it('a run that succeeds after one that failed is a recovery too', async () => {
    await declare('failing');
    answer = { status: 404 };
    await runSource(service, 'failing', {});
    await bring('failing', '2024-01-31');
    await bring('failing', '2024-01-31');
    expect(await types('failing')).toEqual(['source.run_failed', 'source.recovered']);
  });
});
