import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { aQuote } from '../builders/quotes.js';
import { startCommand } from '../commands.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { type Answer, Client, counted, isFitForOutage, json } from './client.js';
import { describeOnCluster, emptyClusterDatabase, workerList } from './cluster-harness.js';
import { connect, Service } from './harness.js';
import { Ledger } from './ledger.js';
import { rounds } from './rounds.js';

jest.setTimeout(3_600_000);
afterAll(cleanUp);

/** Securities and days of the distributed market. */
const TICKERS = rounds(40, 1_700);
const DAYS = rounds(500, 2_500);
const KILLS = rounds(3, 5);
/**
 * Kills while quotes are moved fall within this many ms: moving takes a minute for a million rows on a slow machine.
 */
const MOVING = (TICKERS * DAYS) / 250;
/** Pause of a client after a refusal, ms. */
const PAUSE = 20;
const NO_MEMORY = { 'Cache-Control': 'no-cache' };
/** The largest table, which takes most of the time. */
const QUOTES = /\d+\/\d+ quote: /;

describeOnCluster('npm run distribute of a market in use', () => {
  it('killed at random moments and repeated: ends verified, and the service never answers wrongly meanwhile', async () => {
    const url = await emptyClusterDatabase();
    const service = await Service.start({ DATABASE_URL: url });
    const database = await connect({ url });
    await fill(database);
    const before = await contents(database);
    const users = await Users.of(service);

    const began = performance.now();
    let end = run(url);
    for (let kill = 0; kill < KILLS; kill++) {
      // The first before the quotes are moved, the last one after them, the others within.
      const isFirst = kill === 0;
      const isLast = kill === KILLS - 1;
      if (!isFirst) await end.says(isLast ? /quote: .*(as before|already)/ : QUOTES);
      await sleep(Math.random() * (isFirst ? 2_500 : isLast ? 1_000 : MOVING));
      expect(end.child.exitCode).toBe(null);
      end.child.kill('SIGKILL');
      await end.ended;
      end = run(url);
    }
    const { code, stdout, stderr } = await end.ended;
    expect([code, stderr.replaceAll(/^Database: .*\n/gm, '')]).toEqual([0, '']);
    expect(stdout).toMatch(/^Done: all \d+ tables are placed/m);
    const seconds = (performance.now() - began) / 1000;

    await users.stop();
    expect(await contents(database)).toEqual(before);
    const placed = await database.query(
      `SELECT count(*)::int AS rows FROM ONLY pg_dist_shard WHERE logicalrelid = 'quote'::regclass`,
    );
    expect(placed.rows[0].rows).toBeGreaterThan(1);
    expect({ wrong: users.wrong, lost: await users.losses(database) }).toEqual({ wrong: [], lost: [] });
    expect(users.reads).toBeGreaterThan(0);
    figure(
      'R18',
      `distribution of ${counted(TICKERS * DAYS)} quotes, killed with kill -9, beside 9 clients`,
      KILLS,
      `ended verified after ${seconds.toFixed(0)} s; ${counted(users.reads)} reads, none wrong; ${counted(users.writes)} acknowledged writes, none lost, each with its event; ${counted(users.refusals)} answers of 503, no other 5xx, slowest ${users.slowest.toFixed(0)} ms`,
    );
  });
});

/** Quotes of every security on as many weekdays, as an import leaves them. */
async function fill(database: pg.Client): Promise<void> {
  await database.query(
    `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker, flags)
     SELECT 'T' || lpad(t::text, 4, '0'), d::date, 100 + t, 120 + t, 90 + t, 101 + t, t * 10000 + extract(doy FROM d), 'market', 32
     FROM (SELECT d FROM generate_series(date '2008-01-02', date '2020-01-01', interval '1 day') d
           WHERE extract(isodow FROM d) < 6 LIMIT $2) day, generate_series(1, $1::int) t`,
    [TICKERS, DAYS],
  );
  await database.query('VACUUM ANALYZE quote');
}

/** Count and digest of the rows that nobody changes. */
async function contents(database: pg.Client): Promise<unknown> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS rows, sum(hash_record_extended(ROW(id, ticker, date, open, high, low, close, volume, maker, revision), 7)::numeric)::text AS digest
     FROM quote WHERE ticker LIKE 'T____'`,
  );
  return rows[0];
}

/** Runs `npm run distribute`; `says` waits for a line of its output. */
function run(url: string) {
  const { child, ended } = startCommand('distribute', ['--workers', workerList(), '--shards', '8'], {
    DATABASE_URL: url,
  });
  let output = '';
  child.stdout?.on('data', (piece) => {
    output += piece;
  });
  const says = (line: RegExp) =>
    until(
      `distribute says ${line}, not only ${output}`,
      () => {
        if (child.exitCode !== null) throw new Error(`distribute ended: ${output}`);
        return line.test(output);
      },
      1_800_000,
    );
  return { child, ended, says };
}

/** The records of a list; its notices may mention checks that other writes are waiting for. */
const dataOf = (text: string) => JSON.stringify(JSON.parse(text).data);

/** Clients that read unchanging data, and write and read their own. */
class Users {
  readonly wrong: string[] = [];
  reads = 0;
  writes = 0;
  refusals = 0;
  slowest = 0;
  private isOver = false;
  private readonly ledger = new Ledger();
  private readonly postedIds = new Map<string, string>();
  private readonly loops: Promise<void>[];

  private constructor(
    private readonly url: string,
    bodies: ReadonlyMap<string, string>,
  ) {
    this.loops = [
      ...[0, 1, 2].map(() => this.loop((client) => this.read(client, bodies))),
      ...[0, 1, 2].map((each) => this.replacing(`W${each}W`)),
      this.loop((client) => this.post(client)),
      ...[0, 1].map(() => this.loop((client) => this.import(client))),
    ];
  }

  /** Records the current answers of reads, which must stay the same all the time. */
  static async of(service: Service): Promise<Users> {
    const client = new Client(service.url);
    const bodies = new Map<string, string>();
    for (let each = 1; each <= 20; each++) {
      const ticker = `T${String(Math.ceil(Math.random() * TICKERS)).padStart(4, '0')}`;
      for (const path of [
        `/quote?ticker=${ticker}&limit=50`,
        `/quote?ticker=${ticker}&limit=30&adjusted=true`,
        `/quote?ticker=${ticker}&limit=20&interval=1w`,
        `/quote/gaps?ticker=${ticker}&limit=10`,
        `/svc/quote?ticker=${ticker}&limit=5`,
        `/quote?date=2009-03-${String(1 + each).padStart(2, '0')}&limit=20`,
      ]) {
        const { status, text } = await client.get(path, NO_MEMORY);
        expect([path, status]).toEqual([path, 200]);
        bodies.set(path, dataOf(text));
      }
    }
    client.close();
    return new Users(service.url, bodies);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  /** Acknowledged writes that are not stored completely, or have no event of their own. */
  async losses(database: pg.Client): Promise<string[]> {
    const { rows } = await database.query<{ ticker: string; rows: number }>(
      `SELECT ticker, count(*)::int AS rows FROM quote WHERE ticker LIKE 'L%' OR ticker LIKE 'N%' GROUP BY ticker`,
    );
    const rowCounts = new Map(rows.map((row) => [row.ticker, row.rows]));
    const { rows: events } = await database.query<{ ticker: string; events: number }>(
      `SELECT record_key ->> 'ticker' AS ticker, count(*)::int AS events FROM audit_event
       WHERE resource = 'quote' AND action = 'created' AND record_key ->> 'ticker' ~ '^[LN]' GROUP BY 1`,
    );
    const eventCounts = new Map(events.map((row) => [row.ticker, row.events]));
    const of = (ticker: string) =>
      `${ticker}: ${rowCounts.get(ticker) ?? 0} rows, ${eventCounts.get(ticker) ?? 0} events`;
    const faults = [...new Set([...rowCounts.keys(), ...eventCounts.keys()])]
      .filter((ticker) => rowCounts.get(ticker) !== eventCounts.get(ticker))
      .map(of);
    for (const ticker of this.ledger.created.keys())
      if (rowCounts.get(ticker) !== 200) faults.push(of(ticker));
    for (const ticker of this.ledger.unknown)
      if (![undefined, 200].includes(rowCounts.get(ticker))) faults.push(of(ticker));
    for (const ticker of this.postedIds.keys()) if (rowCounts.get(ticker) !== 1) faults.push(of(ticker));
    return [...faults, ...this.ledger.unfit];
  }

  private async loop(work: (client: Client) => Promise<Answer>): Promise<void> {
    const client = new Client(this.url);
    while (!this.isOver) {
      const answer = await work(client);
      this.slowest = Math.max(this.slowest, answer.ms);
      if (!isFitForOutage(answer)) this.wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`);
      if (answer.status === 503) this.refusals++;
      await sleep(answer.status === 503 ? PAUSE : 1);
    }
    client.close();
  }

  private async read(client: Client, bodies: ReadonlyMap<string, string>): Promise<Answer> {
    const paths = [...bodies.keys()];
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '';
    const answer = await client.get(path, NO_MEMORY);
    if (answer.status === 200) this.reads++;
    if (answer.status === 200 ? dataOf(answer.text) !== bodies.get(path) : answer.status !== 503) {
      this.wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    }
    return answer;
  }

  /**
   * Replaces one quote over and over and reads it each time: it has the last acknowledged value, or that of a refused
   * write.
   */
  private replacing(ticker: string): Promise<void> {
    let volume = 0;
    let possible = new Set<number | undefined>([undefined]);
    let isWrite = false;
    return this.loop(async (client) => {
      isWrite = !isWrite;
      if (isWrite) {
        const answer = await client.put('/svc/quote', aQuote({ ticker, volume: ++volume }));
        possible = answer.status < 300 ? new Set([volume]) : possible.add(volume);
        if (answer.status < 300) this.writes++;
        return answer;
      }
      const answer = await client.get(`/quote?ticker=${ticker}`, NO_MEMORY);
      if (answer.status !== 200) return answer;
      this.reads++;
      const { data } = json(answer) as { data: { volume: number }[] };
      if (data.length > 1 || !possible.has(data[0]?.volume)) {
        this.wrong.push(`${ticker}: ${answer.text.slice(0, 300)} instead of ${[...possible]}`);
      }
      return answer;
    });
  }

  private async post(client: Client): Promise<Answer> {
    const ticker = `N${this.writes}X${this.postedIds.size}X${this.refusals}`;
    const answer = await client.post('/svc/quote', aQuote({ ticker }));
    if (answer.status === 201) {
      this.postedIds.set(ticker, String(json(answer).id));
      this.writes++;
    } else if (answer.status !== 503) this.wrong.push(`POST ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  private async import(client: Client): Promise<Answer> {
    const answer = await this.ledger.post(client);
    if (answer.status === 207) this.writes += 200;
    return answer;
  }
}
