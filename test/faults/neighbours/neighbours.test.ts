import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { SERVICE_ROLE } from '../../../src/database/connection/connection.js';
import { ADMIN_TOKEN } from '../../app.js';
import { type Document, type Operation, operationsOf } from '../../contract/document.js';
import { cloneDemo, LAST_DEMO_DAY } from '../../demo.js';
import { cleanUp, until } from '../../embedded/harness.js';
import { figure } from '../../figures.js';
import { BESIDE_GREED, beside, UNAFFECTED } from '../../time-bounds.js';
import { BareServer } from '../bare-server.js';
import { Client, counted, json, quantile } from '../client.js';
import { GreedyProcess } from '../greedy-process.js';
import { connect, Service, urlOf } from '../harness.js';
import { PATIENCE, rounds } from '../rounds.js';
import { costliest, type Subjects } from './costly.js';
import { enlargeMarket } from './market.js';
import { KINDS, type Kind, Neighbour, p99 } from './neighbour.js';

jest.setTimeout(PATIENCE);

const FULL = rounds(0, 1) === 1;
const MARKET = FULL ? { tickers: 1700, days: 2500 } : { tickers: 100, days: 300 };
/** Simultaneous requests of the greedy caller. */
const AT_ONCE = 16;
/** How long the neighbour is watched alone and next to each request, ms, and its least number of requests. */
const WATCH_TIME = FULL ? 1_500 : 100;
const LEAST = FULL ? 30 : 4;

/** The answers that the greedy caller got. */
interface AnswerTotals {
  /** number of answers by status */
  statuses: Record<string, number>;
  /** ms */
  slowest: number;
}

/** A neighbour's experience next to greed: times that 99 of 100 answers kept, ms, and the answers to greed. */
interface Experience {
  before: Record<Kind, number>;
  during: Record<Kind, number>;
  failed: string[];
  /** how many reads it made */
  answers: number;
  isAnswered: boolean;
  statuses: Record<string, number>;
  slowest: number;
}

const medianOf = (runs: readonly Experience[], time: 'before' | 'during', kind: Kind): number =>
  quantile(
    runs.map((run) => run[time][kind]),
    0.5,
  );

/** The kinds that were slowed down more than promised. */
const slowedKinds = (runs: readonly Experience[]): Kind[] =>
  KINDS.filter(
    (kind) => medianOf(runs, 'during', kind) > Math.max(5 * medianOf(runs, 'before', kind), BESIDE_GREED),
  );

/** Whether an answer was later than promised, in most of the runs. */
const isLate = (runs: readonly Experience[]): boolean =>
  runs.filter((run) => !run.isAnswered).length > runs.length / 2;

/** A write to a governed data set that is pending approval. */
const PROPOSAL = `
  INSERT INTO proposal (id, resource, record_key, record_id, action, record, maker)
  VALUES (gen_random_uuid(), 'mic', '{"mic":"ZZZZ"}', gen_random_uuid(), 'create', '{"mic":"ZZZZ"}', 'maker@example.com')
  RETURNING id`;

describe('16 of the costliest requests at once, of one token, beside another token', () => {
  let service: Service;
  let database: pg.Client;
  let client: Client;
  let neighbour: Neighbour;
  let greed: GreedyProcess<AnswerTotals>;
  let subjects: Subjects;
  let quotes: number;
  let bare: BareServer;
  beforeAll(async () => {
    bare = await BareServer.start();
    const address = await cloneDemo();
    database = await connect(address);
    quotes = await enlargeMarket(database, MARKET);
    await database.query('CHECKPOINT');
    service = await Service.start({ DATABASE_URL: urlOf(address) });
    client = new Client(service.url);
    subjects = await names();
    const noise = join(import.meta.dirname, 'noise.mjs');
    greed = new GreedyProcess(noise, ADMIN_TOKEN, [service.url, String(AT_ONCE)]);
    neighbour = new Neighbour(service.url, await anotherToken(), [
      `/quote?ticker=${subjects.other}&limit=20`,
      `/svc/quote/${subjects.quote}`,
      '/quote?limit=100',
      `/detail/${subjects.ticker}`,
    ]);
  });
  afterAll(async () => {
    neighbour.close();
    greed.close();
    client.close();
    await cleanUp();
  });

  /** Whether the service runs no statements at the moment. */
  async function isIdle(): Promise<boolean> {
    const { rows } = await database.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND usename = $1 AND state = 'active' AND query !~ '^LISTEN'`,
      [SERVICE_ROLE],
    );
    return rows.length === 0;
  }

  async function anotherToken(): Promise<string> {
    const body = { principal: 'neighbour@example.com', role: 'maker', kind: 'user' };
    return String(json(await client.post('/svc/token', body)).token);
  }

  async function names(): Promise<Subjects> {
    const one = async (select: string): Promise<string> =>
      String((await database.query<{ value: string }>(`SELECT ${select} LIMIT 1`)).rows[0]?.value);
    await database.query(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       SELECT 'quote', 'costly', gen_random_uuid(), jsonb_build_object('ticker', ticker, 'date', date),
         jsonb_build_object('ticker', ticker, 'date', date, 'close', close), '[{"rule": "jump"}]'
       FROM quote ORDER BY date DESC LIMIT 50000`,
    );
    const webhook = { url: 'http://127.0.0.1:9/', active: false, types: ['quote.approved'] };
    return {
      ticker: await one(`ticker AS value FROM statement_item WHERE ticker !~ '^T[0-9]'`),
      other: 'T0040',
      day: LAST_DEMO_DAY,
      quote: await one('id AS value FROM quote ORDER BY date DESC'),
      settlement: await one('id AS value FROM settlement'),
      statistic: await one('id AS value FROM daily_statistic'),
      webhook: String(json(await client.post('/svc/webhooks', webhook)).id),
      proposal: String((await database.query<{ id: string }>(PROPOSAL)).rows[0]?.id),
      token: await one('id AS value FROM api_token'),
      quarantine: await one('id AS value FROM quarantine'),
      run: await runOfSource(),
    };
  }

  /** A run of a source whose vendor does not exist. */
  async function runOfSource(): Promise<string> {
    await client.put('/svc/source/costly', {
      data_set: 'quote',
      request: { url: 'http://127.0.0.1:9/' },
      rows: { format: 'csv' },
      work: { each: 'once' },
      limits: { attempts: 1 },
    });
    return String(json(await client.post('/svc/source/costly/run', {})).id);
  }

  async function documentedReads(): Promise<Operation[]> {
    const document = json(await client.get('/openapi.json')) as unknown as Document;
    return operationsOf(document).filter(({ method }) => method === 'GET');
  }

  it('every documented read is covered, and succeeds when it runs alone', async () => {
    const reads = await documentedReads();
    const requests = costliest(subjects, reads);
    expect([...new Set(requests.map(([operation]) => operation))].sort()).toEqual(
      reads.map(({ path }) => path).sort(),
    );
    const refusals: unknown[] = [];
    for (const [, path] of requests) {
      if (/format=/.test(path)) continue; // whole tables
      const { status, text, ms } = await client.get(path, { Accept: 'application/json' });
      if (status !== 200) refusals.push([path, status, text, ms]);
    }
    expect(refusals).toEqual([]);
  });

  /**
   * The neighbour's experience while a path is requested greedily; `before`: its quiet times, measured if not given.
   */
  async function experienceOf(path: string, before?: Record<Kind, number>): Promise<Experience> {
    await until('what was cut off has ended', isIdle);
    const quiet = before ?? p99(await neighbour.work(WATCH_TIME / 2, LEAST));
    const began = performance.now();
    greed.send(path);
    const { times, failed } = await neighbour.work(WATCH_TIME, LEAST);
    const bound = beside(UNAFFECTED, bare.slowest(began));
    return {
      before: quiet,
      during: p99({ times, failed }),
      failed,
      answers: times.read.length,
      isAnswered: KINDS.every((kind) => Math.max(...times[kind]) < bound),
      ...(await greed.report()),
    };
  }

  it('N1: no read, write or live check of the other token fails, and each is about as fast as without the load', async () => {
    const violations: unknown[] = [];
    // In a normal run every fourth of them, because each takes a second.
    const selection = costliest(subjects, await documentedReads()).filter((_, at) => FULL || at % 4 === 0);
    const once = FULL ? undefined : p99(await neighbour.work(WATCH_TIME, LEAST));
    for (const [operation, path] of selection) {
      const runs = [await experienceOf(path, once)];
      // One pause of the machine is the slowest of a hundred answers: slow results are measured three times, the median
      // counts.
      if (isLate(runs) || (FULL && slowedKinds(runs).length > 0)) {
        runs.push(await experienceOf(path, once), await experienceOf(path, once));
      }
      const failed = runs.flatMap((run) => run.failed);
      const slow = FULL ? slowedKinds(runs) : [];
      if (FULL) {
        figure(
          'N1',
          `${AT_ONCE} × ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]+/g, '…')}`,
          runs.reduce((sum, { answers }) => sum + answers, 0),
          `${KINDS.map((kind) => `${kind} ${medianOf(runs, 'before', kind).toFixed(1)} → ${medianOf(runs, 'during', kind).toFixed(1)} ms`).join(', ')}${runs.length > 1 ? ', the median of three' : ''}${failed.length > 0 ? `, ${failed.length} FAILED` : ''}; its own: ${Object.entries(
            runs[0]?.statuses ?? {},
          )
            .map(([status, count]) => `${counted(count)} × ${status}`)
            .join(', ')}, slowest ${Math.max(...runs.map((run) => run.slowest)).toFixed(0)} ms`,
        );
      }
      if (failed.length > 0 || slow.length > 0 || isLate(runs)) {
        violations.push({ operation, path, failed: failed.slice(0, 3), slow, runs });
      }
    }
    const kinds = FULL ? '' : ' (small market)';
    figure(
      'N1',
      `each of ${selection.length} costly requests, ${AT_ONCE} at once of one token, beside another token${kinds}`,
      selection.length,
      `${counted(quotes)} quotes of ${counted(MARKET.tickers)} tickers; ${violations.length} of them made the other fail or wait`,
    );
    expect(violations).toEqual([]);
  });
});
