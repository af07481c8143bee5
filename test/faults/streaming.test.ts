import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { cleanUp, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { REVOKED_STREAM, readAfterLeavers } from '../time-bounds.js';
import { type Answer, Client, counted, json, quantile } from './client.js';
import { connect, Service } from './harness.js';
import { PATIENCE, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROWS = rounds(200_000, 4_000_000);
/** Most that the service's memory may grow by while it streams, bytes. */
const GROWTH = 100 * 1024 * 1024;

describe(`streaming a table of ${counted(ROWS)} quotes`, () => {
  let service: Service;
  let client: Client;
  let database: pg.Client;
  beforeAll(async () => {
    service = await Service.start({ DATA_DIR: await preparedFolder() });
    client = new Client(service.url);
    database = await connect(service.database);
    await database.query(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'T' || lpad((n % 500)::text, 3, '0'), date '2000-01-01' + n / 500, 10 + n % 97 * 0.1, 30, 9, 20 + n % 89 * 0.01,
        n * 7919::bigint, 'test'
      FROM generate_series(0, ${ROWS - 1}) n`);
    await database.query('ANALYZE quote');
    await client.get('/quote?format=csv&limit=50000');
  });
  afterAll(cleanUp);

  /** The database's digest of the whole table, by the query for it: computed once for all ways to stream it. */
  const digests = new Map<string, Promise<string | undefined>>();
  const digestBy = (query: string) => {
    const digest =
      digests.get(query) ?? database.query<{ sha: string }>(query).then(({ rows }) => rows[0]?.sha);
    digests.set(query, digest);
    return digest;
  };
  const sha = (expression: string) =>
    `SELECT encode(sha256(convert_to(string_agg(${expression} || E'\\n', '' ORDER BY date DESC, ticker), 'UTF8')), 'hex') AS sha FROM quote`;
  const CSV = sha(`concat_ws(',', ticker, date, open, high, low, close, volume)`);
  const NDJSON = sha(
    `(SELECT row_to_json(line)::text FROM (SELECT quote.ticker, quote.date, quote.open, quote.high, quote.low, quote.close, quote.volume) line)`,
  );

  it.each([
    { name: 'CSV', path: '/quote?format=csv', header: 1, expected: CSV },
    { name: 'NDJSON', path: '/quote?format=ndjson', header: 0, expected: NDJSON },
    { name: 'CSV, compressed', path: '/quote?format=csv', header: 1, expected: CSV, gzip: true },
    { name: 'CSV, slow reader', path: '/quote?format=csv', header: 1, expected: CSV, pause: 25 },
    { name: 'NDJSON, slow reader', path: '/quote?format=ndjson', header: 0, expected: NDJSON, pause: 15 },
  ])(
    '$name: every row in order, in bounded memory',
    async ({ name, path, header, expected, gzip, pause }) => {
      const memory = watch(service);
      const reader = new Reader(header);
      const unzip =
        gzip === true ? createGunzip().on('data', (chunk: Buffer) => reader.take(chunk)) : undefined;
      let sincePause = 0;
      const began = performance.now();
      const bytes = await client.read(
        path,
        (chunk, response) => {
          if (unzip === undefined) reader.take(chunk);
          else unzip.write(chunk);
          sincePause += chunk.length;
          if (pause === undefined || sincePause < 256 * 1024) return;
          sincePause = 0;
          response.pause();
          setTimeout(() => response.resume(), pause);
        },
        gzip === true ? { 'Accept-Encoding': 'gzip' } : {},
      );
      if (unzip !== undefined) await new Promise((resolve) => unzip.end(() => unzip.once('close', resolve)));
      const seconds = (performance.now() - began) / 1000;
      const growth = memory.stop();
      figure(
        'R9',
        `${name} of a table of quotes`,
        1,
        `${counted(reader.lines)} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, checksum as the database's; the service grew by ${(growth / 2 ** 20).toFixed(0)} MB`,
      );
      const sha = await digestBy(expected);
      expect({ lines: reader.lines, sha: reader.digest() }).toEqual({ lines: ROWS, sha });
      expect(growth).toBeLessThan(GROWTH);
    },
  );

  it('the log has no warning, and no word of a leak', () => {
    expect(service.stderr).not.toMatch(/Warning|leak/);
  });

  it('60 clients that leave in the middle: reads go on, no connection is lost, no COPY stays', async () => {
    // A token has a share of the streams: this takes as many tokens as are needed to use all of them.
    const tokens = [client, ...(await Promise.all([1, 2, 3].map((each) => another(client, each))))];
    const before = await reads();
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => leave(service, index % 3, tokens[index % 4]?.token)),
    );
    const waitStart = performance.now();
    await until('no COPY is left', async () => (await copies(database)) === 0);
    const drainTime = performance.now() - waitStart;
    const after = await reads();
    const slowest = (answers: Answer[]) => Math.max(...answers.map((answer) => answer.ms));
    // As many simultaneous streams as the pool holds: every connection exists and works.
    const streams = await Promise.all(
      tokens.flatMap((each) => Array.from({ length: 5 }, () => each.get('/quote?format=csv&limit=20000'))),
    );
    figure(
      'R8',
      'clients that leave in the middle of a stream',
      60,
      `${count(statuses)}; no COPY left after ${drainTime.toFixed(0)} ms; 30 reads, median ${quantile(
        after.map((answer) => answer.ms),
        0.5,
      ).toFixed(1)} ms, slowest ${slowest(after).toFixed(0)} ms; then 20 streams at once, all whole`,
    );
    expect(after.filter((answer) => answer.status !== 200)).toEqual([]);
    expect(slowest(after)).toBeLessThan(readAfterLeavers(slowest(before)));
    expect(streams.map(({ status, text }) => `${status} ${text.split('\n').length}`)).toEqual(
      streams.map(() => '200 20002'),
    );
    expect(service.hasEnded).toBe(false);
  });

  /** Thirty different pages, one after another. */
  async function reads(): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let index = 0; index < 30; index++)
      answers.push(await client.get(`/quote?limit=10&offset=${index + 1}`));
    return answers;
  }

  it('a stream ends when its token is revoked', async () => {
    const body = { principal: 'leaver@example.com', role: 'reader', kind: 'user' };
    const { id, token } = json(await client.post('/svc/token', body));
    const leaver = new Client(service.url, String(token));
    let stream: IncomingMessage | undefined;
    const reading = leaver.read('/quote?format=ndjson', (_, response) => {
      stream ??= response.pause();
    });
    const ending = expect(reading).rejects.toThrow();
    await until('the stream flows', () => stream !== undefined);
    expect((await client.post(`/svc/token/${id}/revoke`)).status).toBe(200);
    await until('no COPY is left', async () => (await copies(database)) === 0, REVOKED_STREAM);
    stream?.resume();
    await ending;
    leaver.close();
  });

  it('reads and other streams go on while a client has stopped reading', async () => {
    const stalled = Array.from({ length: 3 }, () => stall(service));
    await Promise.all(stalled.map((each) => each.began));
    const reads = await Promise.all(Array.from({ length: 20 }, () => client.get('/quote?limit=10')));
    const stream = await client.get('/quote?format=ndjson&limit=1000');
    expect(reads.map((answer) => answer.status)).toEqual(reads.map(() => 200));
    expect(stream.text.split('\n').length).toBe(1001);
    for (const each of stalled) each.leave();
    await until('no COPY is left', async () => (await copies(database)) === 0);
  });
});

/** A client of the same service with its own token. */
async function another(client: Client, number: number): Promise<Client> {
  const body = { principal: `reader${number}@example.com`, role: 'reader', kind: 'user' };
  const answer = await client.send('POST', '/svc/token', body);
  return new Client(client.url, String(json(answer).token));
}

/** Counts lines and hashes everything after the header. */
class Reader {
  lines: number;
  private readonly hash = createHash('sha256');
  private inHeader: boolean;

  constructor(header: number) {
    this.lines = 0;
    this.inHeader = header > 0;
  }

  take(chunk: Buffer): void {
    let rest = chunk;
    if (this.inHeader) {
      const end = rest.indexOf(10);
      if (end < 0) return;
      this.inHeader = false;
      rest = rest.subarray(end + 1);
    }
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, at + 1)) this.lines++;
    this.hash.update(rest);
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/** Follows the service's memory; `stop` returns its largest growth. */
function watch(service: Service): { stop(): number } {
  const before = service.rss;
  let most = before;
  const look = () => {
    most = Math.max(most, service.rss);
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return most - before;
    },
  };
}

/** Requests everything and leaves: immediately, at the first bytes, or a little later. Returns how far it got. */
async function leave(service: Service, how: number, token: string | null | undefined): Promise<string> {
  const client = new Client(service.url, token);
  try {
    if (how === 0) {
      const pendingExport = client.get('/quote?format=csv');
      pendingExport.catch(() => undefined);
      await sleep(Math.random() * 200);
      return 'before the answer or in it';
    }
    let chunks = 0;
    let refusal = '';
    await client
      .read('/quote?format=ndjson', (_, response) => {
        if (response.statusCode !== 200) refusal = String(response.statusCode);
        else if (++chunks === (how === 1 ? 1 : 50)) response.destroy();
      })
      .catch(() => undefined);
    return refusal === '' ? 'in the answer' : `refused with ${refusal}`;
  } finally {
    client.close();
  }
}

/** A client that requests everything, takes the first bytes and reads no more. */
function stall(service: Service): { began: Promise<void>; leave(): void } {
  const client = new Client(service.url);
  const began = new Promise<void>((resolve, reject) => {
    client
      .read('/quote?format=csv', (_, response) => {
        response.pause();
        resolve();
      })
      .catch(reject);
  });
  began.catch(() => undefined);
  return { began, leave: () => client.close() };
}

/** Number of running COPY statements. */
async function copies(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ copies: number }>(
    `SELECT count(*)::int AS copies FROM pg_stat_activity WHERE query LIKE 'COPY%' AND state <> 'idle'`,
  );
  return rows[0]?.copies ?? -1;
}

function count(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, number]) => `${number} ${text}`).join(', ');
}
