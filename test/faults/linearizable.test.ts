import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote } from '../builders/quotes.js';
import { figure } from '../figures.js';
import { type Answer, Client, json, revisionOf } from './client.js';
import { startTwins, type Twins } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(100, 10_000);
/** Requests that each of the eight clients sends one after the other. */
const STEPS = 3;

/** One request with the time between which it took effect, and what it wrote or saw. */
interface Operation {
  isWrite: boolean;
  began: number;
  ended: number;
  revision: number;
  volume: number;
}

describe('one record written and read by eight clients of two instances', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  it('C3: every read sees the newest write that was answered before it, and no write is lost', async () => {
    const violations: unknown[] = [];
    let reads = 0;
    let concurrent = 0;
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `LINE${round}` });
      const created = await twins.clients[0].post('/svc/quote', { ...quote, volume: 0 });
      const path = `/svc/quote/${json(created).id}`;
      const history: Operation[] = [];
      let volume = 0;
      await twins.raceOfEight(async (client, index) => {
        let answer: Answer | undefined;
        for (let step = 0; step < STEPS; step++) {
          // Half of them write at first, so that writes and reads alternate and overlap.
          const isWrite = (index + step) % 2 === 0;
          const began = performance.now();
          answer = isWrite
            ? await client.put('/svc/quote', { ...quote, volume: ++volume })
            : await client.get(path);
          const ended = performance.now();
          if (answer.status !== 200) violations.push({ round, status: answer.status, text: answer.text });
          history.push({
            isWrite,
            began,
            ended,
            revision: revisionOf(answer),
            volume: Number(json(answer).volume),
          });
        }
        return answer as Answer;
      });
      const writes = history.filter((operation) => operation.isWrite);
      reads += history.length - writes.length;
      concurrent += history.filter((one) =>
        writes.some((write) => write !== one && overlap(one, write)),
      ).length;
      const wrong = contradictions(history);
      const stored = await twins.clients[1].get(path);
      if (wrong.length > 0 || revisionOf(stored) !== 1 + writes.length) {
        violations.push({ round, wrong, writes: writes.length, stored: stored.text });
      }
    }
    figure(
      'C3',
      `one record, 8 clients of 2 instances with ${STEPS} requests each`,
      turns.done,
      `${violations.length} violations: 0 of ${reads} reads stale, no write lost; ${concurrent} requests overlapped a write`,
    );
    expect(violations).toEqual([]);
  });

  it('C3: whoever was answered reads it in every list of the same instance', async () => {
    const violations: unknown[] = [];
    const clients = twins.clients.map(({ url }) => new Client(url));
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `OWN${round % 50}` });
      await Promise.all(
        clients.map(async (client, index) => {
          const written = await client.put('/svc/quote', { ...quote, volume: round * 2 + index });
          const list = await client.get(`/quote?ticker=${quote.ticker}&limit=1`);
          const [seen] = json(list).data as { volume: number }[];
          // The other instance writes the same record at the same time: either value, but none of an earlier round.
          if (written.status >= 300 || Math.floor(Number(seen?.volume) / 2) !== round) {
            violations.push({ round, written: written.text, list: list.text });
          }
        }),
      );
    }
    for (const client of clients) client.close();
    figure(
      'C3',
      'GET /quote?ticker= after a PUT of the same instance, beside a PUT of the other',
      turns.done,
      `${violations.length} violations: 0 of ${turns.done * 2} lists stale`,
    );
    expect(violations).toEqual([]);
  });
});

function overlap(one: Operation, other: Operation): boolean {
  return one.began < other.ended && other.began < one.ended;
}

/**
 * Where a history is not linearizable. Revisions order the writes, and every answer says its revision, so it is
 * enough that a revision stands for one write, a read shows the values of its revision, and whatever ended before
 * another began has no later revision, a write an earlier one than what follows it.
 */
function contradictions(history: readonly Operation[]): string[] {
  const wrong: string[] = [];
  const written = new Map<number, number>([[1, 0]]);
  for (const { isWrite, revision, volume } of history) {
    if (!isWrite) continue;
    if (written.has(revision)) wrong.push(`revision ${revision} twice`);
    written.set(revision, volume);
  }
  for (const one of history) {
    if (written.get(one.revision) !== one.volume)
      wrong.push(`revision ${one.revision} is not volume ${one.volume}`);
    for (const later of history) {
      if (one.ended >= later.began) continue;
      const isAfter = later.isWrite ? later.revision > one.revision : later.revision >= one.revision;
      if (!isAfter) wrong.push(`revision ${one.revision} was seen before ${later.revision} began`);
    }
  }
  return wrong;
}
