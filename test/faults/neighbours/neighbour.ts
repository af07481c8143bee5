import { setTimeout as sleep } from 'node:timers/promises';
import { aQuote } from '../../builders/quotes.js';
import { type Answer, Client, quantile } from '../client.js';

/** Pause between two requests of a kind, ms: a caller well within every limit. */
const PAUSE = 10;

/** Activities of a neighbour, each running all the time and independently. */
export const KINDS = ['read', 'write', 'live'] as const;
export type Kind = (typeof KINDS)[number];

/** Times of the answers of each kind, ms, and those that failed. */
export interface Observations {
  times: Record<Kind, number[]>;
  failed: string[];
}

/** A caller with its own token: plain reads, writes, and liveness checks. */
export class Neighbour {
  private readonly clients: Record<Kind, Client>;
  private turn = 0;

  constructor(
    url: string,
    token: string,
    private readonly paths: readonly string[],
  ) {
    this.clients = {
      read: new Client(url, token),
      write: new Client(url, token),
      live: new Client(url, null),
    };
  }

  /** Works for `ms` milliseconds; each kind at least `least` times. */
  async work(ms: number, least: number): Promise<Observations> {
    const observations: Observations = { times: { read: [], write: [], live: [] }, failed: [] };
    const end = performance.now() + ms;
    await Promise.all(
      KINDS.map(async (kind) => {
        while (performance.now() < end || observations.times[kind].length < least) {
          const answer = await this.ask(kind).catch((error: Error) => error);
          if (answer instanceof Error) observations.failed.push(`${kind}: ${answer.message}`);
          else {
            observations.times[kind].push(answer.ms);
            if (answer.status >= 300) observations.failed.push(`${kind}: ${answer.status} ${answer.text}`);
          }
          await sleep(PAUSE);
        }
      }),
    );
    return observations;
  }

  close(): void {
    for (const client of Object.values(this.clients)) client.close();
  }

  private ask(kind: Kind): Promise<Answer> {
    const client = this.clients[kind];
    const number = this.turn++;
    if (kind === 'live') return client.get('/health/live');
    if (kind === 'read') return client.get(this.paths[number % this.paths.length] as string);
    return client.put('/svc/quote', aQuote({ ticker: 'NEIGHBOUR', volume: number }));
  }
}

/** 99 of 100 answers arrived within this, ms, by kind. */
export function p99({ times }: Observations): Record<Kind, number> {
  return {
    read: quantile(times.read, 0.99),
    write: quantile(times.write, 0.99),
    live: quantile(times.live, 0.99),
  };
}
