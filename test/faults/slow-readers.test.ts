import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { exportBeside } from '../time-bounds.js';
import { Client, counted, json, quantile } from './client.js';
import { GreedyProcess } from './greedy-process.js';
import { connect, Service } from './harness.js';
import { PATIENCE, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

/**
 * As stored records, the longest of all lines, they are 16 MB: more than all buffers between database and reader hold.
 */
const ROWS = rounds(50_000, 500_000);
const READERS = 200;
/** Exports by others at the same time. */
const EXPORTS = rounds(20, 200);
/** Most that the service's memory may grow by, bytes. */
const GROWTH = 150 * 1024 * 1024;

describe(`${READERS} readers who stall and ${READERS} who trickle, all with one token`, () => {
  let service: Service;
  let admin: Client;
  let greedy: Client;
  let others: Client[];
  beforeAll(async () => {
    service = await Service.start({ DATA_DIR: await preparedFolder() });
    admin = new Client(service.url);
    const database = await connect(service.database);
    await database.query(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'T' || lpad((n % 500)::text, 3, '0'), date '2000-01-01' + n / 500, 10, 30, 9, 20, n, 'test'
      FROM generate_series(0, ${ROWS - 1}) n`);
    await database.query('ANALYZE quote');
    greedy = await another('greedy');
    others = await Promise.all(['first', 'second', 'third'].map(another));
    // The first export of each compiles the code that the others run.
    for (const other of others) await other.get('/quote?format=csv&limit=20000');
  });
  afterAll(async () => {
    for (const client of [admin, greedy, ...(others ?? [])]) client?.close();
    await cleanUp();
  });

  it("others' exports start at once and are whole, and memory stays bounded", async () => {
    const alone = await Promise.all(others.map((other) => exportOf(other, '&limit=20000')));
    const before = service.rss;
    const program = join(import.meta.dirname, 'crowd.mjs');
    const url = `${service.url}/svc/quote?format=ndjson`;
    const crowd = new GreedyProcess<Crowd>(program, greedy.token ?? '', [url, String(READERS)]);
    atEnd(async () => crowd.close());
    await until('some read and the others were refused', async () => {
      const { reading, waiting } = await crowd.report();
      return reading > 0 && waiting === 0;
    });
    const starts: number[] = [];
    let growth = 0;
    for (let turn = 0; turn < EXPORTS; turn++) {
      const other = others[turn % others.length] as Client;
      const { status, lines, start } = await exportOf(
        other,
        turn % 2 === 0 ? '&ticker=T007' : '&limit=20000',
      );
      expect({ status, lines }).toEqual({ status: 200, lines: turn % 2 === 0 ? ROWS / 500 + 1 : 20_001 });
      starts.push(start);
      growth = Math.max(growth, service.rss - before);
    }
    const { reading, refusals, statuses, codes } = await crowd.report();
    crowd.close();
    figure(
      'N2',
      `${READERS} stalled and ${READERS} trickling streams of one token, asking again as soon as they are refused`,
      EXPORTS,
      `${reading} of them open, ${counted(refusals)} times 429; exports of three other tokens start after ${quantile(starts, 0.5).toFixed(0)} ms (at most ${Math.max(...starts).toFixed(0)} ms), all whole; the service grew by ${(growth / 2 ** 20).toFixed(0)} MB`,
    );
    expect(Math.max(...starts)).toBeLessThan(exportBeside(alone.map(({ start }) => start)));
    expect(growth).toBeLessThan(GROWTH);
    expect(reading).toBeGreaterThan(0);
    expect(codes).toEqual(['too_many_streams']);
    expect(statuses).toEqual([200, 429]);
    expect((await greedy.get('/quote?limit=1')).status).toBe(200);
  });

  /** A client with its own token. */
  async function another(name: string): Promise<Client> {
    const body = { principal: `${name}@example.com`, role: 'reader', kind: 'user' };
    return new Client(service.url, String(json(await admin.post('/svc/token', body)).token));
  }
});

/** Reads an export; returns its lines, and the time until its first bytes, ms. */
async function exportOf(client: Client, more: string) {
  const began = performance.now();
  let [start, lines, status] = [0, 0, 0];
  await client.read(`/quote?format=csv${more}`, (chunk, response) => {
    start ||= performance.now() - began;
    status = response.statusCode ?? 0;
    for (const byte of chunk) if (byte === 10) lines++;
  });
  return { status, lines, start };
}

/** What all readers of crowd.mjs are doing. */
interface Crowd {
  /** readers of an open stream */
  reading: number;
  /** readers who have neither read nor been refused yet */
  waiting: number;
  /** refusals of all */
  refusals: number;
  statuses: number[];
  codes: string[];
}
