import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { vendorBar as bar, sourceOfBars } from '../builders/sources.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

/** A Monday, and days after it. */
const SINCE = '2024-01-22';
const TUESDAY = '2024-01-23';
const FRIDAY = '2024-01-26';
const MONDAY = '2024-01-29';
const MANY = { per_minute: 60_000, attempts: 1 };

describe('the days that a run of a source fetches', () => {
  let service: TestApp;
  let vendor: Vendor;
  /** tickers and last days for which the vendor has no answer */
  let absent: string[] = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(({ query: { ticker = 'AAA', to = '' } }) =>
      absent.includes(ticker) || absent.includes(to)
        ? { status: 404 }
        : { body: { data: [bar(ticker, to)] } },
    );
  });
  afterEach(() => {
    absent = [];
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  const declare = async (
    name: string,
    work: { each: string; [name: string]: unknown },
    more: object = {},
  ) => {
    const url = `${vendor.url}/?from={from}&to={to}${work.each === 'ticker' ? '&ticker={ticker}' : ''}`;
    const source = sourceOfBars(vendor.url, { request: { url }, work, limits: MANY, ...more });
    const { status, body } = await service.put(`/svc/source/${name}`, source);
    expect([status < 300, body.errors]).toEqual([true, undefined]);
  };
  /** Runs a source; ticker, first and last day of each unit. */
  const run = async (name: string, range: object) => {
    const { unitRecords } = await runSource(service, name, range);
    return unitRecords.map(({ values: { ticker, from, to } }: { values: Record<string, string> }) =>
      (ticker === undefined ? [from, to] : [ticker, from, to]).join(' '),
    );
  };

  it('begin with `since` whatever days a person has run, and then after those fetched without a gap', async () => {
    await declare('gaps', { each: 'once', since: SINCE });
    await run('gaps', { from_date: MONDAY, to_date: '2024-01-31' });
    expect(await run('gaps', { to_date: FRIDAY })).toEqual(['2024-01-22 2024-01-26']);
    expect(await run('gaps', { to_date: '2024-02-01' })).toEqual(['2024-01-27 2024-02-01']);
    expect(await run('gaps', { to_date: '2024-02-05' })).toEqual(['2024-02-02 2024-02-05']);
  });

  it('begin anew when the source is declared for another data set', async () => {
    await declare('other', { each: 'once', since: SINCE });
    await run('other', { to_date: FRIDAY });
    const fields = { ticker: { from: 'symbol' }, date: { from: 'tradingDate', date: 'DD/MM/YYYY' } };
    await declare('other', { each: 'once', since: SINCE }, { data_set: 'daily_statistic', fields });
    expect(await run('other', { to_date: MONDAY })).toEqual(['2024-01-22 2024-01-29']);
    await declare('other', { each: 'once', since: SINCE });
    expect(await run('other', { to_date: MONDAY })).toEqual(['2024-01-27 2024-01-29']);
  });

  it('without `since` begin where the first run that fetched something did', async () => {
    await declare('open', { each: 'once' });
    absent = [TUESDAY];
    await run('open', { from_date: SINCE, to_date: TUESDAY });
    absent = [];
    await run('open', { from_date: FRIDAY, to_date: FRIDAY });
    expect(await run('open', { to_date: MONDAY })).toEqual(['2024-01-27 2024-01-29']);
  });

  it('are those of each security: some that were run alone do not stand for the others', async () => {
    await declare('some', { each: 'ticker', tickers: ['AAA', 'BBB'], since: SINCE });
    await run('some', { from_date: SINCE, to_date: FRIDAY, tickers: ['AAA'] });
    expect(await run('some', { to_date: MONDAY })).toEqual([
      'AAA 2024-01-27 2024-01-29',
      'BBB 2024-01-22 2024-01-29',
    ]);
  });

  it('grow for a security that fails, not for the others', async () => {
    await declare('failing', { each: 'ticker', tickers: ['AAA', 'BBB'], since: SINCE });
    absent = ['BBB'];
    await run('failing', { to_date: FRIDAY });
    expect(await run('failing', { to_date: MONDAY })).toEqual([
      'AAA 2024-01-27 2024-01-29',
      'BBB 2024-01-22 2024-01-29',
    ]);
    absent = [];
    await run('failing', { to_date: '2024-01-30' });
    expect(await run('failing', { to_date: '2024-01-31' })).toEqual([
      'AAA 2024-01-31 2024-01-31',
      'BBB 2024-01-31 2024-01-31',
    ]);
  });

  it('of a security that is new in a source without `since` are those of the others', async () => {
    await declare('new', { each: 'ticker', tickers: ['AAA'] });
    await run('new', { from_date: SINCE, to_date: FRIDAY });
    await declare('new', { each: 'ticker', tickers: ['AAA', 'NEW'], overlap_days: 1 });
    expect(await run('new', { to_date: MONDAY })).toEqual([
      'AAA 2024-01-26 2024-01-29',
      'NEW 2024-01-26 2024-01-29',
    ]);
  });

  it('are none before the first one, however many are fetched again', async () => {
    await declare('again', { each: 'once', since: SINCE, overlap_days: 10 });
    await run('again', { to_date: TUESDAY });
    expect(await run('again', { to_date: FRIDAY })).toEqual([`${SINCE} ${FRIDAY}`]);
    await declare('each', { each: 'ticker', tickers: ['AAA'], since: SINCE, overlap_days: 3 });
    await run('each', { to_date: TUESDAY });
    expect(await run('each', { to_date: FRIDAY })).toEqual([`AAA ${SINCE} ${FRIDAY}`]);
  });

  it('one by one are those that failed, the new ones and the overlap', async () => {
    await declare('daily', { each: 'date', since: SINCE, overlap_days: 1 });
    absent = [TUESDAY];
    await run('daily', { to_date: FRIDAY });
    expect(await run('daily', { to_date: MONDAY })).toEqual(
      [TUESDAY, FRIDAY, MONDAY].map((day) => `${day} ${day}`),
    );
    absent = [];
    await run('daily', { to_date: '2024-01-30' });
    expect(await run('daily', { to_date: '2024-01-30' })).toEqual(['2024-01-30 2024-01-30']);
  });

  it('one by one are weekdays where the calendar does not reach', async () => {
    await service.sql(`DELETE FROM settlement WHERE country = 'VN' AND date < '2015-01-05'`);
    await declare('before', { each: 'date', since: '2015-01-01' });
    expect(await run('before', { to_date: '2015-01-05' })).toEqual(
      ['2015-01-01', '2015-01-02', '2015-01-05'].map((day) => `${day} ${day}`),
    );
  });

  it('are the same after many scheduled runs, of which only the newest are read', async () => {
    await declare('old', { each: 'ticker', tickers: ['AAA', 'BBB'], since: SINCE });
    // 40 scheduled runs: AAA is fetched day by day, BBB has failed from the beginning.
    await service.sql(`
      WITH run AS (
        INSERT INTO source_run (id, source, declaration, from_date, to_date, requested_by, state, created_at, ended_at)
        SELECT gen_random_uuid(), 'old', s.declaration, '${SINCE}', '${SINCE}'::date + n, 'schedule', 'failed',
          timestamptz '2024-06-01' + n * interval '1 hour', now()
        FROM source s, generate_series(0, 39) n WHERE s.name = 'old' RETURNING id, to_date)
      INSERT INTO source_unit (run_id, number, "values", state)
      SELECT id, 0, jsonb_build_object('ticker', 'AAA', 'from', to_date, 'to', to_date), 'done' FROM run UNION ALL
      SELECT id, 1, jsonb_build_object('ticker', 'BBB', 'from', '${SINCE}', 'to', to_date), 'failed' FROM run`);
    expect(await run('old', { to_date: '2024-03-04' })).toEqual([
      'AAA 2024-03-02 2024-03-04',
      'BBB 2024-01-22 2024-03-04',
    ]);
    await declare('old', { each: 'ticker', tickers: ['AAA', 'BBB'], since: '2024-01-15' });
    expect(await run('old', { to_date: '2024-03-05' })).toEqual([
      'AAA 2024-01-15 2024-03-05',
      'BBB 2024-01-15 2024-03-05',
    ]);
  });

  it('are none before `since`: the schedule passes, and a person is told', async () => {
    await declare('later', { each: 'once', since: '2999-01-01' }, { schedule: { cron: '0 7 1 1 *' } });
    await declare('now', { each: 'once', since: SINCE }, { schedule: { cron: '0 7 1 1 *' } });
    const { next_run_at } = (await service.get('/svc/source/later').expect(200)).body;
    await service.sql(`UPDATE source SET next_run_at = CASE name WHEN 'later' THEN timestamptz '2024-01-01'
      ELSE timestamptz '2024-01-02' END WHERE name IN ('later', 'now')`);
    const [first] = await until('the other one has run', async () => {
      const { data } = (await service.get('/svc/source/now/run').expect(200)).body;
      return data.length === 0 ? undefined : data;
    });
    expect(first).toMatchObject({ from_date: SINCE, requested_by: 'schedule' });
    expect((await service.get('/svc/source/later').expect(200)).body).toMatchObject({ next_run_at });
    expect((await service.get('/svc/source/later/run').expect(200)).body.data).toEqual([]);
    const answer = await service.post('/svc/source/later/run', {});
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual(['/from_date']);
  });

  it.each(['once', 'date'])(
    '400 for securities of a run by each: %s, which would fetch all of them',
    async (each) => {
      await declare('whole', { each });
      const answer = await service.post('/svc/source/whole/run', { tickers: ['AAA'] });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['/tickers']);
    },
  );

  describe('begin after the close of open days', () => {
    const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const isSaturday = (day: string) => new Date(day).getUTCDay() === 6;
    const nextDay = async () =>
      (await service.get('/svc/source/closing').expect(200)).body.next_run_at.slice(0, 10);

    it('by the calendar as it is now, and on weekdays where it does not reach', async () => {
      const days = Array.from({ length: 9 }, (_, at) => daysAhead(at));
      const saturday = days.slice(1).find(isSaturday) ?? '';
      await declare('closing', { each: 'once', since: SINCE }, { schedule: { after_close: 30 } });
      const day = (date: string, status: string) =>
        service
          .put('/svc/settlement', { country: 'VN', date, timezone: 'Asia/Ho_Chi_Minh', name: 'x', status })
          .expect(200);
      for (const date of days.filter((each) => each < saturday)) await day(date, 'closed');
      await until(
        'the run of a closed day is put off',
        async () => (await nextDay()) > saturday || undefined,
      );
      await day(saturday, 'open');
      await until('a day that is opened has a run', async () => (await nextDay()) === saturday || undefined);

      await service.sql(`DELETE FROM settlement WHERE country = 'VN' AND date >= '${daysAhead(0)}'`);
      await until('a weekday has a run', async () => {
        const next = await nextDay();
        return (next <= daysAhead(3) && !isSaturday(next)) || undefined;
      });
    });
  });
});
