import { setTimeout as sleep } from 'node:timers/promises';
import { aQuote } from '../builders/quotes.js';
import { atEnd, until } from '../embedded/harness.js';
import { type Answer, Client, isFitForOutage, json } from './client.js';
import type { Service } from './harness.js';
import { Ledger } from './ledger.js';
import { rounds, STEP } from './rounds.js';

/** One request after the other, from a dedicated client. */
export type Work = (client: Client) => Promise<Answer>;

/**
 * Pause of a client after an answer, ms: clients that never rest would take the whole machine from the other tests of a
 * normal run.
 */
const PAUSE = rounds(200, 0);
/** Pause after a refusal: a client that heeded Retry-After would wait for seconds; this one observes more closely. */
const PAUSE_REFUSED = Math.max(5, PAUSE);

/** Counts the single writes of all traffic, so that no two write the same record. */
let number = 0;

/** Bulk imports, single writes and reads, a stream among them: the traffic that a failing database meets. */
export function usualWorks(ledger: Ledger): Record<string, Work> {
  return {
    bulk: (client) => ledger.post(client),
    'bulk 2': (client) => ledger.post(client),
    'bulk 3': (client) => ledger.post(client),
    'bulk 4': (client) => ledger.post(client),
    put: (client) => client.put('/svc/quote', aQuote({ ticker: 'SINGLE', volume: number++ })),
    post: (client) => client.post('/svc/quote', aQuote({ ticker: `SINGLE${number++}` })),
    read: (client) => client.get('/quote?limit=10'),
    stream: (client) => client.get('/quote?limit=1000&format=csv'),
  };
}

/** Runs works over and over until stopped, each from its own client, and records their outcomes. */
export class Traffic {
  readonly ledger = new Ledger();
  readonly began = performance.now();
  /** moments of answers */
  readonly successes: number[] = [];
  readonly refusals: number[] = [];
  /** how often each work was refused with each code */
  readonly codes = new Map<string, number>();
  /** answers that no client should get while the database is away */
  readonly unfit: string[] = [];
  readonly errors: string[] = [];
  /** streams whose database died in the middle: cut off, because a proper end would make them look complete */
  cut = 0;
  answers = 0;
  /** longest time of a request, answered or not, ms */
  slowest = 0;
  /** by name of the work, the moment at which its last successful request was sent */
  private readonly succeeded = new Map<string, number>();
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(
    private readonly service: Service,
    worksOf: (ledger: Ledger) => Record<string, Work> = usualWorks,
  ) {
    const works = Object.entries(worksOf(this.ledger));
    for (const [name] of works) this.succeeded.set(name, Number.NEGATIVE_INFINITY);
    this.loops = works.map(([name, work]) => this.run(name, work));
    atEnd(() => this.stop());
  }

  private async run(name: string, work: Work): Promise<void> {
    const client = new Client(this.service.url);
    while (!this.stopped) {
      const began = performance.now();
      try {
        const answer = await work(client);
        this.answers++;
        if (!isFitForOutage(answer)) this.unfit.push(`${answer.status} ${answer.text.slice(0, 300)}`);
        (answer.status < 300 ? this.successes : this.refusals).push(performance.now());
        if (answer.status < 300) this.succeeded.set(name, began);
        else this.count(`${name}: ${json(answer).code}`);
        this.slowest = Math.max(this.slowest, performance.now() - began);
        const pause = answer.status === 503 ? PAUSE_REFUSED : PAUSE;
        if (pause > 0) await sleep(pause);
      } catch (error) {
        if (name === 'stream' && (error as Error).message === 'aborted') this.cut++;
        else this.errors.push(String(error));
        this.slowest = Math.max(this.slowest, performance.now() - began);
        await sleep(PAUSE_REFUSED);
      }
    }
    client.close();
  }

  private count(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
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

  /** Waits until every work has succeeded with a request sent after a moment; resolves to the wait, ms. */
  async recovery(since: number): Promise<number> {
    await this.until(() => [...this.succeeded.values()].every((began) => began > since));
    return performance.now() - since;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }
}
