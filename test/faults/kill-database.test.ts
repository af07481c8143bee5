import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { SERVICE_ROLE } from '../../src/database/connection.js';
import { sendSignal } from '../../src/database/embedded/postmaster.js';
import { aQuote } from '../builders/quotes.js';
import { alive, atEnd, cleanUp, postgresBelow, temporaryFolder, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { RECOVERY } from '../time-bounds.js';
import { type Answer, Client, counted, isFitForOutage, quantile } from './client.js';
import { backendOf, childrenOf, connect, Service } from './harness.js';
import { Ledger } from './ledger.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(5, 50);

afterAll(cleanUp);

describe('kill -9 of PostgreSQL below a service that stays up', () => {
  it.each([
    ['the postmaster', (postmaster: number) => postmaster],
    ['a backend', (postmaster: number) => backendOf(postmaster, SERVICE_ROLE)],
  ])('%s: only 503 with Retry-After, nothing lost, and recovery by itself', async (victim, victimOf) => {
    const dataDir = temporaryFolder();
    const service = await Service.start({ DATA_DIR: dataDir });
    const traffic = new Traffic(service);
    const recoveries: number[] = [];
    const outages: number[] = [];
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const before = traffic.ledger.created.size;
      const enough = before + 2 + Math.floor(Math.random() * 6);
      await traffic.until(() => traffic.ledger.created.size >= enough);
      const postmaster = service.postmaster ?? 0;
      const children = childrenOf(postmaster);
      const killed = performance.now();
      sendSignal(victimOf(postmaster), 'SIGKILL');
      // One dead child ends all: until then the old server still answers, and what it says is no recovery.
      await until('the server is down', () => !children.some(alive), STEP);
      const [accepts] = await Promise.all([
        acceptsAgain(service),
        traffic.until(() => traffic.refusals.some((at) => at > killed)),
      ]);
      await traffic.until(() => traffic.successes.some((at) => at > accepts));
      const first = traffic.successes.find((at) => at > accepts) ?? Number.NaN;
      recoveries.push(first - accepts);
      outages.push(accepts - killed);
    }
    await traffic.stop();
    const client = new Client(service.url);
    expect(service.hasEnded).toBe(false);
    expect({ unfit: traffic.unfit, errors: traffic.errors }).toEqual({ unfit: [], errors: [] });
    expect(await traffic.ledger.verify(client)).toEqual([]);
    client.close();
    figure(
      'R2',
      `kill -9 of ${victim} under load of 8 clients`,
      turns.done,
      `0 of ${counted(traffic.ledger.items)} items reported CREATED lost; ${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx, ${traffic.errors.length} connection errors, ${traffic.cut} streams cut off; database back after ${spread(outages)} ms, first success ${spread(recoveries)} ms later`,
    );
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY);
    service.signal('SIGTERM');
    await service.ended();
    expect(postgresBelow(dataDir)).toEqual([]);
  });
});

type Work = (client: Client) => Promise<Answer>;

const stream: Work = (client) => client.get('/quote?limit=1000&format=csv');

/** Bulk imports, single writes and reads from eight clients until it is stopped. */
class Traffic {
  readonly ledger = new Ledger();
  readonly successes: number[] = [];
  readonly refusals: number[] = [];
  readonly unfit: string[] = [];
  readonly errors: string[] = [];
  /** streams whose database died in the middle: cut off, as what is ended properly would pass for the whole */
  cut = 0;
  answers = 0;
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly service: Service) {
    let number = 0;
    const works: Work[] = [
      (client) => this.ledger.post(client),
      (client) => this.ledger.post(client),
      (client) => this.ledger.post(client),
      (client) => this.ledger.post(client),
      (client) => client.put('/svc/quote', aQuote({ ticker: 'SINGLE', volume: number++ })),
      (client) => client.post('/svc/quote', aQuote({ ticker: `SINGLE${number++}` })),
      (client) => client.get('/quote?limit=10'),
      stream,
    ];
    this.loops = works.map((work) => this.run(work));
    atEnd(() => this.stop());
  }

  private async run(work: Work): Promise<void> {
    const client = new Client(this.service.url);
    while (!this.stopped) {
      try {
        const answer = await work(client);
        this.answers++;
        if (!isFitForOutage(answer)) this.unfit.push(`${answer.status} ${answer.text.slice(0, 300)}`);
        (answer.status < 300 ? this.successes : this.refusals).push(performance.now());
        // A client that heeded Retry-After would wait for seconds; this one watches more closely.
        if (answer.status === 503) await sleep(5);
      } catch (error) {
        if (work === stream && (error as Error).message === 'aborted') this.cut++;
        else this.errors.push(String(error));
        await sleep(5);
      }
    }
    client.close();
  }

  /** Polls a condition while the service lives. */
  async until(condition: () => boolean): Promise<void> {
    await until(
      `traffic goes on; unfit ${this.unfit.slice(0, 3)}, errors ${this.errors.slice(0, 3)}, the service said: ${this.service.stderr.slice(-2000)}`,
      () => {
        if (this.service.hasEnded) throw new Error(`The service ended: ${this.service.stderr.slice(-3000)}`);
        return condition();
      },
      STEP,
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }
}

/** The moment at which a connection beside the service works again. */
async function acceptsAgain(service: Service): Promise<number> {
  await until(
    'the database accepts connections',
    async () => {
      try {
        const client = await connect(service.database);
        await client.query('SELECT 1');
        await client.end();
        return true;
      } catch {
        return false;
      }
    },
    STEP,
  );
  return performance.now();
}

function spread(values: readonly number[]): string {
  return `${quantile(values, 0.5).toFixed(0)} (at most ${Math.max(...values).toFixed(0)})`;
}
