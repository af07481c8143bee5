import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { quotesOf } from '../builders/quotes.js';
import { cleanUp } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { type Answer, Client, counted, json, quantile } from './client.js';
import { Service } from './harness.js';
import { PATIENCE, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

/** How long the service is used, s. */
const SECONDS = rounds(5, 3_600);
/** Requests per second, sent on time whether earlier ones are answered or not … */
const RATE = 200;
/** … up to this many at once: a machine too slow for the rate shows in the rate reached, not in a growing queue. */
const MOST_AT_ONCE = 16;
/** Caches and pools fill at first: memory is judged after this share of the time. */
const WARM_UP = 0.25;
/** Memory and file descriptors are only judged over a period that outweighs garbage collection, s. */
const JUDGED_SECONDS = 1_800;
const TICKERS = Array.from({ length: 40 }, (_, index) => `SOAK${index}`);
const DAYS = 250;

afterAll(cleanUp);

type Step = (client: Client, turn: number) => Promise<readonly [Answer, ...number[]]>;

const tickerOf = (turn: number): string =>
  TICKERS[(turn + Math.floor(turn / STEPS.length)) % TICKERS.length] as string;
const quoteOf = (turn: number) => {
  const [quote] = quotesOf(tickerOf(turn), 1, dayOf(turn));
  return { ...quote, volume: turn };
};
const dayOf = (turn: number): string =>
  new Date(Date.UTC(2020, 0, 1 + ((turn + Math.floor(turn / 1_000)) % DAYS))).toISOString().slice(0, 10);

/** Requests of integrators, operators and clumsy clients; each with the statuses that it may be answered with. */
const STEPS: readonly Step[] = [
  async (client, turn) => [await client.get(`/quote?ticker=${tickerOf(turn)}&limit=100`), 200],
  async (client, turn) => [await client.get(`/quote?ticker=${tickerOf(turn)}&from_date=2020-03-01`), 200],
  async (client, turn) => [await client.put('/svc/quote', quoteOf(turn)), 200, 201],
  async (client, turn) => [await client.get(`/quote?ticker=${tickerOf(turn)}&limit=10`), 200],
  async (client, turn) => [await client.get(`/svc/quote?ticker=${tickerOf(turn)}&limit=20`), 200],
  async (client, turn) => [await client.post('/svc/quote', quoteOf(turn)), 303, 201],
  async (client, turn) => [await client.get(`/quote?date=${dayOf(turn)}&limit=40`), 200],
  async (client, turn) => [await client.get(`/quote?format=csv&ticker=${tickerOf(turn)}`), 200],
  async (client) => [await client.get('/quote?ticker=SOAK1&limit=-1'), 400],
  async (client, turn) => [
    await client.get(`/trade/technical-analysis?ticker=${tickerOf(turn)}&indicator=rsi(14),sma(20)&limit=20`),
    200,
  ],
  async (client, turn) => [
    await client.post(
      '/svc/quote/bulk/import?on_duplicate=update',
      quotesOf(tickerOf(turn), 40, dayOf(turn % 200)),
    ),
    207,
  ],
  async (client, turn) => [await client.get(`/quote?ticker=${tickerOf(turn)}&limit=100`), 200],
  async (client, turn) => [
    await client.post('/svc/quote/appoval', { ticker: tickerOf(turn), date: dayOf(turn) }),
    ...[200, 204, 404],
  ],
  async (client) => [await client.post('/svc/quote', { ticker: 'SOAK1', open: 'much' }), 400],
  async (client) => [await client.get('/no/such/path'), 404],
  async (client, turn) => [await client.put('/svc/quote', quoteOf(turn), { 'If-Match': '"none-1"' }), 412],
  async (client, turn) => [await client.get(`/quote?format=ndjson&limit=${1_000 + (turn % 1_000)}`), 200],
  async (client) => [await client.get('/search?q=so&limit=5'), 200],
  async (client, turn) => [
    await client.delete(`/svc/quote?ticker=${tickerOf(turn)}&date=${dayOf(turn)}`),
    ...[200, 404],
  ],
  async (client) => [await client.get('/reference/settlement?limit=5'), 200],
];

describe('soak', () => {
  it(`${SECONDS} s at ${RATE} requests a second: every answer as expected, no growth`, async () => {
    const service = await Service.start({ DATA_DIR: await preparedFolder() });
    const client = new Client(service.url);
    const stranger = new Client(service.url, 'mds_wrong');
    for (const ticker of TICKERS) await client.post('/svc/quote/bulk/import', quotesOf(ticker, 200));
    const samples: Sample[] = [];
    const unexpected = new Map<string, number>();
    const times: number[] = [];
    let [due, sentCount, answeredCount] = [0, 0, 0];
    const note = (text: string) => unexpected.set(text, (unexpected.get(text) ?? 0) + 1);
    const ask = async (turn: number): Promise<void> => {
      const step = STEPS[turn % STEPS.length] as Step;
      const isStranger = turn % 101 === 0;
      try {
        const [answer, ...fit] = await step(isStranger ? stranger : client, turn);
        times.push(answer.ms);
        const isFit = isStranger
          ? answer.status === 401 || answer.status === 404
          : fit.includes(answer.status);
        if (!isFit) note(`step ${turn % STEPS.length}: ${answer.status} ${answer.text.slice(0, 100)}`);
        else if (answer.status >= 400) json(answer);
      } catch (error) {
        note(`step ${turn % STEPS.length}: ${(error as Error).message}`);
      }
      answeredCount++;
    };
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    for (let second = 0; elapsed() < SECONDS; ) {
      while (due < elapsed() * RATE) {
        due++;
        if (sentCount - answeredCount < MOST_AT_ONCE) void ask(sentCount++);
      }
      if (elapsed() > second) {
        samples.push({ at: elapsed(), memory: service.rss, descriptors: descriptors(service.pid) });
        if (++second % 60 === 0) {
          process.stdout.write(
            `soak ${second} s: ${due} due, ${answeredCount} answered, ${[...unexpected]}, RSS ${(service.rss / 2 ** 20).toFixed(0)} MB, ${descriptors(service.pid)} descriptors\n`,
          );
        }
      }
      await sleep(5);
    }
    for (let waits = 0; answeredCount < sentCount && waits < 1_200; waits++) await sleep(50);
    const duration = elapsed();
    const judgedSamples = samples.filter(({ at }) => at > SECONDS * WARM_UP);
    const megabytes = slope(calm(judgedSamples, ({ memory }) => memory / 2 ** 20));
    const open = slope(calm(judgedSamples, (sample) => sample.descriptors));
    figure(
      'R10',
      `${SECONDS} s at ${RATE} requests/s: reads, writes, bulk, CSV, indicators, errors`,
      1,
      `${counted(answeredCount)} requests, ${(answeredCount / duration).toFixed(0)}/s reached, ${[...unexpected.values()].reduce((a, b) => a + b, 0)} unexpected answers; median ${quantile(times, 0.5).toFixed(1)} ms, 99 % ${quantile(times, 0.99).toFixed(0)} ms; memory ${(megabytes * 600).toFixed(2)} MB and descriptors ${(open * 600).toFixed(2)} per 10 min after the first ${SECONDS * WARM_UP} s`,
    );
    client.close();
    stranger.close();
    expect([...unexpected]).toEqual([]);
    expect(answeredCount).toBe(sentCount);
    if (SECONDS < JUDGED_SECONDS) return;
    expect(megabytes * 600).toBeLessThan(1);
    expect(Math.round(open * 600)).toBeLessThanOrEqual(0);
  });
});

interface Sample {
  /** s since the beginning */
  at: number;
  /** resident, bytes */
  memory: number;
  /** open file descriptors */
  descriptors: number;
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The minimum of each minute, where garbage collection and requests in flight weigh least. */
function calm(samples: readonly Sample[], read: (sample: Sample) => number): [number, number][] {
  const minutes = new Map<number, [number, number]>();
  for (const sample of samples) {
    const minute = Math.floor(sample.at / 60);
    const value = read(sample);
    if (value < (minutes.get(minute)?.[1] ?? Number.POSITIVE_INFINITY))
      minutes.set(minute, [sample.at, value]);
  }
  return [...minutes.values()];
}

/** Slope of the least-squares line through the points, per second. */
function slope(points: readonly [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
