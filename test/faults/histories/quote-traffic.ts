import { aQuote, quotesOf } from '../../builders/quotes.js';
import { until } from '../../embedded/harness.js';
import { type Answer, Client, isFitForOutage, json, revisionOf } from '../client.js';
import type { Action, Outcome, QuoteCall, Version } from './quote-register.js';

/** Approximate number of requests for one key, by all clients together, among those for single keys. */
const REQUESTS_A_KEY = 6;
/** Single requests go to this many keys at a time, so that they collide. */
const WINDOW = 4;
/** Keys of a request to many keys. */
const MANY = 20;
/** One request to many keys per this many to single keys. */
const SELDOM = 20;

/** An instance of the service; its address changes when it is restarted. */
export interface Instance {
  url: string;
}

/** A request to one key, or to many at once, and what its answer shows about each. */
interface Request {
  keys: readonly number[];
  action(key: number): Action;
  send(client: Client): Promise<Answer>;
  outcomes(answer: Answer): (Outcome | undefined)[];
}

/** Totals of the requests of all rounds, and answers that none should get. */
export class Tally {
  requests = 0;
  /** without an answer, or 503 */
  unknown = 0;
  readonly unfit: string[] = [];
}

/**
 * Random requests of many clients to the keys of one ticker, and the history of each key: every kind of request that
 * writes, decides or reads a quote, alone or many at once, by key, by identifier and with If-Match.
 */
export class QuoteTraffic {
  readonly histories: QuoteCall[][];
  /** the last version of each key that answers showed */
  private readonly latestVersions: (Version | undefined)[] = [];
  private readonly dates: string[];
  private sentCount = 0;
  private values = 0;

  constructor(
    private readonly ticker: string,
    private readonly keys: number,
    private readonly tally: Tally,
  ) {
    this.histories = Array.from({ length: keys }, () => []);
    this.dates = quotesOf(ticker, keys).map(({ date }) => date);
  }

  /** Share of the requests that have been sent. */
  get progress(): number {
    return this.sentCount / (this.keys * REQUESTS_A_KEY);
  }

  /** Sends requests through an instance, one after the other, until all clients together have sent enough. */
  async client(instance: Instance): Promise<void> {
    let client = new Client(instance.url);
    while (this.progress < 1) {
      const key = Math.floor(this.sentCount++ / REQUESTS_A_KEY + Math.random() * WINDOW) % this.keys;
      const request = Math.random() < 1 / SELDOM ? this.toMany(key) : this.toOne(key);
      if (await this.record(client, request)) continue;
      client.close();
      await until('the instance answers', async () => this.progress >= 1 || (await isReady(instance)));
      client = new Client(instance.url);
    }
    client.close();
  }

  /** Reads the final state: the last call of each history. */
  async close(instance: Instance): Promise<void> {
    for (const list of [this.bars(0, this.keys), this.metadata(0, this.keys)]) {
      await until('what is stored in the end is read', async () => {
        const client = new Client(instance.url);
        const isKnown = await this.record(client, list);
        client.close();
        return isKnown;
      });
    }
  }

  /** Sends a request and adds it to the histories of its keys; false when its outcome is unknown. */
  private async record(client: Client, request: Request): Promise<boolean> {
    const actions = request.keys.map((key) => request.action(key));
    this.tally.requests++;
    const began = performance.now();
    const answer = await request.send(client).catch(() => undefined);
    const isKnown = answer !== undefined && answer.status < 500;
    const ended = isKnown ? performance.now() : Number.POSITIVE_INFINITY;
    const outcomes = isKnown ? request.outcomes(answer) : [];
    if (!isKnown) this.tally.unknown++;
    const isFit = isKnown ? request.keys.every((_, index) => outcomes[index] !== undefined) : true;
    if (answer !== undefined && !(isFit && isFitForOutage(answer))) {
      this.tally.unfit.push(`${actions[0]?.do}: ${answer.status} ${answer.text.slice(0, 300)}`);
    }
    for (const [index, key] of request.keys.entries()) {
      const action = actions[index] as Action;
      const outcome = outcomes[index];
      if (outcome?.shows?.revision !== undefined) this.latestVersions[key] = outcome.shows as Version;
      if (isKnown || action.do !== 'read') {
        this.histories[key]?.push({ began, ended, operation: { action, outcome } });
      }
    }
    return isKnown;
  }

  private toOne(key: number): Request {
    const name = { ticker: this.ticker, date: this.dates[key] as string };
    const value = ++this.values;
    const quote = aQuote({ ...name, volume: value });
    const version = this.latestVersions[key];
    const over = version !== undefined && Math.random() < 0.3 ? version : undefined;
    const headers: Record<string, string> = over === undefined ? {} : { 'If-Match': tagOf(over) };
    const condition = over === undefined ? {} : { over };
    const byKey = `/svc/quote?${new URLSearchParams(name)}`;
    const one = (action: Action, send: Request['send']): Request => ({
      keys: [key],
      action: () => action,
      send,
      outcomes: (answer) => [outcomeOf(answer)],
    });
    const writes: Choices<Request> = [
      [2, () => one({ do: 'create', value }, (client) => client.post('/svc/quote', quote))],
      [
        2,
        () =>
          one({ do: 'replace', value, ...condition }, (client) => client.put('/svc/quote', quote, headers)),
      ],
      [0.5, () => one({ do: 'delete', ...condition }, (client) => client.delete(byKey, headers))],
      [
        1,
        () =>
          one({ do: 'approve', ...condition }, (client) => client.post('/svc/quote/approval', name, headers)),
      ],
    ];
    if (version === undefined) return randomChoice(writes);
    const { id } = version;
    const item = `/svc/quote/${id}`;
    return randomChoice([
      ...writes,
      [3, () => one({ do: 'read', id }, (client) => client.get(item))],
      [
        2,
        () => one({ do: 'replace', value, id, ...condition }, (client) => client.put(item, quote, headers)),
      ],
      [0.5, () => one({ do: 'delete', id, ...condition }, (client) => client.delete(item, headers))],
      [
        1,
        () =>
          one({ do: 'approve', id, ...condition }, (client) =>
            client.post('/svc/quote/approval', { id }, headers),
          ),
      ],
      [
        0.5,
        () =>
          one({ do: 'revoke', id }, (client) => client.post(`${item}/revoke`, { reason: 'drawn by lot' })),
      ],
    ]);
  }

  private toMany(key: number): Request {
    const first = Math.min(key, this.keys - MANY);
    return randomChoice([
      [1, () => this.bars(first, MANY)],
      [1, () => this.metadata(first, MANY)],
      [1, () => this.bulkImport(first, ['error', 'ignore', 'update'][this.sentCount % 3] as string)],
      [0.7, () => this.bulkApproval(first)],
    ]);
  }

  private bars(first: number, count: number): Request {
    return this.list('/quote', first, count, ({ volume }) => ({ value: volume as number }));
  }

  private metadata(first: number, count: number): Request {
    return this.list('/svc/quote', first, count, ({ id, is_apporval: approval }) => ({
      id: id as string,
      approved: approval === 1,
    }));
  }

  private list(
    path: string,
    first: number,
    count: number,
    versionOf: (row: Record<string, unknown>) => Partial<Version>,
  ): Request {
    const range = `from_date=${this.dates[first]}&to_date=${this.dates[first + count - 1]}`;
    return {
      keys: numbers(first, count),
      action: () => ({ do: 'read' }),
      // Bars of a ticker may come from memory, which learns of other instances' writes milliseconds later.
      send: (client) =>
        client.get(`${path}?ticker=${this.ticker}&${range}&limit=${count}`, { 'Cache-Control': 'no-cache' }),
      outcomes: (answer) => {
        if (answer.status !== 200) return [];
        const rows = new Map(
          (json(answer).data as Record<string, unknown>[]).map((row) => [row.date, versionOf(row)]),
        );
        return numbers(first, count).map((key) => {
          const shows = rows.get(this.dates[key]);
          return shows === undefined ? { was: 'absent' } : { was: 'done', shows };
        });
      },
    };
  }

  private bulkImport(first: number, policy: string): Request {
    const keys = numbers(first, MANY);
    const values = keys.map(() => ++this.values);
    const quotes = keys.map((key, index) =>
      aQuote({ ticker: this.ticker, date: this.dates[key] as string, volume: values[index] as number }),
    );
    return {
      keys,
      action: (key) => ({
        do: policy === 'update' ? 'replace' : 'create',
        value: values[key - first] as number,
      }),
      send: (client) => client.post(`/svc/quote/bulk/import?on_duplicate=${policy}`, quotes),
      outcomes: (answer) =>
        resultsOf(answer).map(({ _operation_state: state, value }, index) => {
          const shows = { id: idOf(value), value: values[index] as number };
          if (state === 'CREATED') return { was: 'created', shows };
          if (state === 'UPDATED') return { was: 'done', shows };
          return { was: 'exists', shows: { id: shows.id } };
        }),
    };
  }

  private bulkApproval(first: number): Request {
    const keys = numbers(first, MANY);
    return {
      keys,
      action: () => ({ do: 'approve' }),
      send: (client) =>
        client.post(
          '/svc/quote/approval/bulk',
          keys.map((key) => ({ ticker: this.ticker, date: this.dates[key] })),
        ),
      outcomes: (answer) =>
        resultsOf(answer).map(({ _operation_state: state, status, value }) => {
          if (state === 'APPROVED') return { was: 'done', shows: { id: idOf(value), approved: true } };
          if (state === 'ALREADY_APPROVED') return { was: 'unchanged' };
          return status === 404 ? { was: 'absent' } : undefined;
        }),
    };
  }
}

/** The outcome in the answer to a request about one key; undefined if no client should get such an answer. */
export function outcomeOf(answer: Answer): Outcome | undefined {
  switch (answer.status) {
    case 200:
      return { was: 'done', shows: json(answer).status === 'deleted' ? {} : versionIn(answer) };
    case 201:
      return { was: 'created', shows: versionIn(answer) };
    case 204:
      return { was: 'unchanged' };
    case 303:
      return { was: 'exists', shows: { id: (json(answer).existing as { id: string }).id } };
    case 404:
      return { was: 'absent' };
    case 412:
      return { was: 'refused' };
    default:
      return undefined;
  }
}

function versionIn(answer: Answer): Version {
  const { id, volume, is_apporval: approval } = json(answer);
  return { id: String(id), revision: revisionOf(answer), value: Number(volume), approved: approval === 1 };
}

/** The ETag of a version. */
const tagOf = ({ id, revision }: Version): string => `"${id.slice(-12)}-${revision}"`;

interface Result {
  _operation_state: string;
  status: number;
  value: { url?: string; params?: { existing?: { url: string } } };
}

const resultsOf = (answer: Answer): Result[] =>
  answer.status === 207 ? (json(answer).results as Result[]) : [];

const idOf = ({ url, params }: Result['value']): string =>
  String(url ?? params?.existing?.url).slice('/svc/quote/'.length);

const numbers = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Choices, each with its weight. */
type Choices<Choice> = [number, () => Choice][];

/** One of the choices at random. */
function randomChoice<Choice>(choices: Choices<Choice>): Choice {
  let remaining = Math.random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  const [, choice] = choices.find(([weight]) => {
    remaining -= weight;
    return remaining <= 0;
  }) as Choices<Choice>[number];
  return choice();
}

async function isReady({ url }: Instance): Promise<boolean> {
  const client = new Client(url);
  const answer = await client.get('/health/ready').catch(() => undefined);
  client.close();
  return answer?.status === 200;
}
