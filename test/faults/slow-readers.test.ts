import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cleanUp, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { exportBeside } from '../time-bounds.js';
import { Client, counted, json, quantile } from './client.js';
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
/** Pause of a trickling reader between two reads, and of a refused one before it retries, ms. */
const PAUSE = 200;

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
    const readers = Array.from({ length: 2 * READERS }, (_, index) => new Reader(greedy, index < READERS));
    await until('some read and the others were refused', () => {
      return (
        readers.some(({ isReading }) => isReading) &&
        readers.every((each) => each.isReading || each.refusals > 0)
      );
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
    const reading = readers.filter(({ isReading }) => isReading).length;
    const refusals = readers.reduce((sum, each) => sum + each.refusals, 0);
    const statuses = new Set(readers.flatMap((each) => [...each.statuses]));
    const codes = new Set(readers.flatMap((each) => [...each.codes]));
    await Promise.all(readers.map((reader) => reader.leave()));
    figure(
      'N2',
      `${READERS} stalled and ${READERS} trickling streams of one token, asking again as soon as they are refused`,
      EXPORTS,
      `${reading} of them open, ${counted(refusals)} times 429; exports of three other tokens start after ${quantile(starts, 0.5).toFixed(0)} ms (at most ${Math.max(...starts).toFixed(0)} ms), all whole; the service grew by ${(growth / 2 ** 20).toFixed(0)} MB`,
    );
    expect(Math.max(...starts)).toBeLessThan(exportBeside(alone.map(({ start }) => start)));
    expect(growth).toBeLessThan(GROWTH);
    expect(reading).toBeGreaterThan(0);
    expect([...codes]).toEqual(['too_many_streams']);
    expect([...statuses].sort()).toEqual([200, 429]);
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

/** Requests everything, over and over, and reads nothing of it, or a little now and then. */
class Reader {
  isReading = false;
  refusals = 0;
  readonly statuses = new Set<number>();
  /** codes of refusals that were read to the end */
  readonly codes = new Set<string>();
  private request: http.ClientRequest | undefined;
  private isGone = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly client: Client,
    private readonly stalls: boolean,
  ) {
    this.done = this.run();
  }

  async leave(): Promise<void> {
    this.isGone = true;
    this.request?.destroy();
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.isGone) {
      const response = await this.ask().catch(() => undefined);
      if (response === undefined) continue;
      this.statuses.add(response.statusCode ?? 0);
      if (response.statusCode === 200) await this.read(response);
      else {
        this.refusals++;
        // It is cut off when the reader leaves.
        const problem = await text(response).catch(() => undefined);
        if (problem !== undefined) this.codes.add(JSON.parse(problem).code);
        await sleep(PAUSE);
      }
    }
  }

  private ask(): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { ...this.client.options('GET'), agent: false };
      this.request = http
        .get(`${this.client.url}/svc/quote?format=ndjson`, options, resolve)
        .on('error', reject);
    });
  }

  private async read(response: http.IncomingMessage): Promise<void> {
    this.isReading = true;
    let open = true;
    response
      .on('error', () => undefined)
      .once('close', () => {
        open = false;
      });
    while (open && !this.isGone) {
      if (!this.stalls) response.read(1_024);
      await sleep(PAUSE);
    }
    this.isReading = false;
  }
}
