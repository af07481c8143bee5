import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase } from '../app.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { Vendor } from '../vendor.js';
import { Client, json } from './client.js';
import { connect, Service, urlOf } from './harness.js';
import { rounds } from './rounds.js';

jest.setTimeout(3_600_000);
afterEach(cleanUp);

/** Number of runs, and how often each is killed. */
const RUNS = rounds(1, 2);
const KILLS = rounds(2, 100);
/** Units of a run, enough to outlast the kills although each second of them is stored together, and rows of each. */
const UNITS = 40 * KILLS;
const ROWS = 20;
/** A unit of work takes the vendor this long, ms, so that kills fall into every part of it. */
const SLOWNESS = 60;

const tickerOf = (unit: number) => `T${String(unit).padStart(5, '0')}`;
/** Open days: Mondays to Fridays of March 2024, which has no holiday. */
const dayOf = (row: number) =>
  new Date(Date.UTC(2024, 2, 4 + row + 2 * Math.floor(row / 5))).toISOString().slice(0, 10);
/** A Saturday: every unit has a row of it, which the quality gate holds back. */
const CLOSED = '2024-03-09';

describe('a run of a source', () => {
  const done = { kills: 0, units: 0 };
  afterAll(() => {
    const { kills, units } = done;
    figure(
      'E2',
      'kill -9 at random moments of a run of a source',
      kills,
      `${units} units, ${units * ROWS} rows: 0 lost, 0 doubled, each unit once in the ledger; ${units} held back, each once`,
    );
  });

  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    '%d: under kill -9 at random moments: no row lost or doubled, each unit done once',
    async () => {
      const address = await cloneDatabase();
      const environment = { DATABASE_URL: urlOf(address), SOURCE_PRIVATE: 'allowed' };
      const vendor = await Vendor.start(async ({ path }) => {
        await new Promise((resolve) => setTimeout(resolve, SLOWNESS * Math.random()));
        const bar = (_: unknown, row: number) => ({
          ticker: path.slice(1),
          date: row === ROWS ? CLOSED : dayOf(row),
          open: 1,
          high: 1,
          low: 1,
          close: 1,
          volume: row,
        });
        return { body: Array.from({ length: ROWS + 1 }, bar) };
      });
      atEnd(() => vendor.stop());

      let service = await Service.start(environment);
      let client = new Client(service.url);
      const declared = await client.put('/svc/source/killed', {
        data_set: 'quote',
        request: { url: `${vendor.url}/{ticker}` },
        rows: { format: 'json' },
        // A group of new securities is judged where it is stored, and a repeated one in the staging table.
        fields: {
          ticker: { value: '{ticker}' },
          ...Object.fromEntries(
            ['date', 'open', 'high', 'low', 'close', 'volume'].map((name) => [name, { from: name }]),
          ),
        },
        work: { each: 'ticker', tickers: Array.from({ length: UNITS }, (_, unit) => tickerOf(unit)) },
        limits: { per_minute: 60_000 },
      });
      expect(declared.status).toBe(201);
      const range = { from_date: '2024-03-01', to_date: '2024-03-31' };
      const { id } = json(await client.post('/svc/source/killed/run', range)) as { id: string };
      const state = async () =>
        json(await client.get(`/svc/source/killed/run/${id}`)) as { state: string; units_done: number };

      let kills = 0;
      for (; kills < KILLS; kills++) {
        const { units_done: before } = await state();
        const further = Math.floor(Math.random() * 10);
        await until(
          'it goes on',
          async () => {
            const now = await state();
            return now.state === 'done' || now.units_done >= before + further;
          },
          60_000,
        );
        if ((await state()).state === 'done') break;
        service.signal('SIGKILL');
        await service.ended();
        service = await Service.start(environment);
        client = new Client(service.url);
      }
      await until('the run ends', async () => (await state()).state !== 'running', 120_000);

      expect(await state()).toMatchObject({ state: 'done', units_done: UNITS, created: expect.any(Number) });
      const database = await connect(address);
      const quotes = await database.query('SELECT ticker, count(*)::int AS rows FROM quote GROUP BY ticker');
      expect(quotes.rows).toHaveLength(UNITS);
      expect(new Set(quotes.rows.map(({ rows }) => rows))).toEqual(new Set([ROWS]));
      const quarantined = await database.query(
        `SELECT record_key ->> 'ticker' AS ticker FROM quarantine WHERE state = 'waiting' AND record_key ->> 'date' = $1`,
        [CLOSED],
      );
      expect(quarantined.rows).toHaveLength(UNITS);
      expect(new Set(quarantined.rows.map(({ ticker }) => ticker)).size).toBe(UNITS);
      const audit = await database.query(
        `SELECT sum((after ->> 'created')::int)::int AS created,
         count(*) FILTER (WHERE action NOT IN ('imported', 'import_finished'))::int AS others
       FROM audit_event WHERE resource = 'quote'`,
      );
      expect(audit.rows[0]).toMatchObject({ others: 0 });
      const ledger = await database.query(
        `SELECT count(*)::int AS units, count(DISTINCT number)::int AS distinct_units, min(read)::int AS least,
         max(read)::int AS most FROM source_unit WHERE run_id = $1 AND state = 'done'`,
        [id],
      );
      expect(ledger.rows[0]).toEqual({
        units: UNITS,
        distinct_units: UNITS,
        least: ROWS + 1,
        most: ROWS + 1,
      });
      done.kills += kills;
      done.units += UNITS;
    },
  );
});
