import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { isSigned, type ReceivedEvent, Receiver } from '../receiver.js';
import { Client, json } from './client.js';
import { connect, Service, urlOf } from './harness.js';
import { rounds } from './rounds.js';

jest.setTimeout(600_000);

/** How long the receiver is down, s. */
const OUTAGE = Math.min(rounds(4, 60), 60);
const RECORDS = 6;
/** A service may take this long to start if many tests share few processors, ms. */
const STARTS_WITHIN = 180_000;
/** Pause between two writes of a record, ms. */
const PACE = rounds(100, 20);

afterEach(cleanUp);

/** Writes records one change after the other, through either of two instances, and records the answers. */
class Writers {
  /** numbers of the answered writes of each ticker, in order */
  readonly answeredNumbers = new Map<string, number[]>();
  unknown = 0;
  private isStopped = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly clients: Client[]) {
    this.loops = Array.from({ length: RECORDS }, (_, index) => this.write(`W${index}X`));
  }

  get count(): number {
    return [...this.answeredNumbers.values()].reduce((sum, numbers) => sum + numbers.length, 0);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
  }

  private async write(ticker: string): Promise<void> {
    const numbers: number[] = [];
    this.answeredNumbers.set(ticker, numbers);
    for (let number = 1; !this.isStopped; number++) {
      const headers = { 'X-Request-Id': `${ticker}:${number}` };
      const response = this.clients[number % 2]?.put(
        '/svc/quote',
        aQuote({ ticker, volume: number }),
        headers,
      );
      const status = await response?.then(
        (answer) => answer.status,
        () => 0, // the instance was killed: the write happened, or it did not
      );
      if (status === 200 || status === 201) numbers.push(number);
      else this.unknown++;
      await sleep(PACE);
    }
  }
}

/** Numbers of the events of a ticker, in the order of their first arrival. */
const numbersOf = (events: readonly ReceivedEvent[], ticker: string) =>
  events
    .filter(({ key }) => key?.ticker === ticker)
    .map(({ request_id: id }) => Number(String(id).split(':')[1]));

describe('a webhook', () => {
  it('whose receiver is gone for a while, under writes by two instances that are killed: nothing lost, in order', async () => {
    const address = await cloneDatabase();
    const environment = { DATABASE_URL: urlOf(address) };
    const start = async () => {
      const service = Service.launch(environment);
      await service.ready(STARTS_WITHIN);
      return service;
    };
    const services = await Promise.all([start(), start()]);
    const clients = services.map(({ url }) => new Client(url));
    const killAndRestart = async (index: number) => {
      services[index]?.signal('SIGKILL');
      await services[index]?.ended();
      const service = await start();
      services[index] = service;
      clients[index] = new Client(service.url);
    };
    const receiver = await Receiver.start();
    const creation = await clients[0]?.post('/svc/webhooks', { url: receiver.url, resources: ['quote'] });
    const { id, secret } = json(creation as never) as { id: string; secret: string };

    const writers = new Writers(clients);
    atEnd(() => writers.stop());
    await receiver.first(30, 60_000);
    await receiver.kill();
    const goneSince = performance.now();
    const before = receiver.distinct.length;
    await until('half of the outage', () => performance.now() - goneSince > OUTAGE * 500, 120_000);
    await killAndRestart(0);
    await until('all of the outage', () => performance.now() - goneSince > OUTAGE * 1_000, 120_000);
    const outage = performance.now() - goneSince;
    const missedCount = writers.count - before;
    await receiver.start();
    const back = performance.now();
    await until('deliveries go on', () => receiver.distinct.length > before);
    const first = performance.now() - back;
    await killAndRestart(1);
    await writers.stop();
    const expected = [...writers.answeredNumbers].flatMap(([ticker, numbers]) =>
      numbers.map((number) => `${ticker}:${number}`),
    );
    const arrivedIds = () => new Set(receiver.distinct.map(({ request_id }) => request_id));
    await until(
      'everything has arrived',
      () => {
        if (receiver.distinct.length < expected.length) return false;
        const receivedIds = arrivedIds();
        return expected.every((each) => receivedIds.has(each));
      },
      180_000,
    );
    const caughtUp = performance.now() - back;

    const receivedIds = arrivedIds();
    expect(expected.filter((each) => !receivedIds.has(each))).toEqual([]);
    for (const [ticker, numbers] of writers.answeredNumbers) {
      const numberSet = new Set(numbers);
      expect(numbersOf(receiver.distinct, ticker).filter((number) => numberSet.has(number))).toEqual(numbers);
    }
    const ids = receiver.distinct.map((event) => Number(event.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    for (const received of receiver.accepted) expect(await isSigned(secret, received)).toBe(true);
    // Exactly the writes arrived: no more events than the audit log has.
    const database = await connect(address);
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM audit_event WHERE resource = 'quote' AND action IN ('created', 'updated') ORDER BY id`,
    );
    await until('the last ones have arrived', () => receiver.distinct.length >= rows.length);
    expect(receiver.distinct.map((event) => event.id)).toEqual(rows.map((row) => row.id));
    await until('the success is recorded', async () => {
      const answer = await clients[1]?.get(`/svc/webhooks/${id}`);
      const { failures, pending } = json(answer as never);
      return failures === 0 && pending === 0;
    });
    figure(
      'E1',
      'webhook receiver away, two instances each killed -9 once',
      rows.length,
      `gone ${(outage / 1000).toFixed(0)} s: ${rows.length} events (${missedCount} written meanwhile), 0 lost, 0 out of order per record, ${receiver.events.length - rows.length} repeated, ${writers.unknown} writes unanswered; first delivery ${(first / 1000).toFixed(1)} s after it was back, all after ${(caughtUp / 1000).toFixed(1)} s`,
    );
    for (const client of clients) client.close();
    await receiver.kill();
  });
});
