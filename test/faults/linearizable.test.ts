import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote } from '../builders/quotes.js';
import { figure } from '../figures.js';
import { type Answer, Client, json, revisionOf } from './client.js';
import { startTwins, type Twins } from './harness.js';
import { judge } from './histories/linearizability.js';
import { type Action, QUOTE_REGISTER, type QuoteCall } from './histories/quote-register.js';
import { outcomeOf } from './histories/quote-traffic.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(40, 10_000);
/** Requests that each of the eight clients sends one after the other. */
const STEPS = 3;

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
      const history: QuoteCall[] = [];
      const recordCall = async (action: Action, request: Promise<Answer>): Promise<Answer> => {
        const began = performance.now();
        const answer = await request;
        const outcome = outcomeOf(answer);
        if (outcome === undefined) violations.push({ round, status: answer.status, text: answer.text });
        history.push({ began, ended: performance.now(), operation: { action, outcome } });
        return answer;
      };
      const created = await recordCall(
        { do: 'create', value: 0 },
        twins.clients[0].post('/svc/quote', { ...quote, volume: 0 }),
      );
      const path = `/svc/quote/${json(created).id}`;
      let volume = 0;
      await twins.raceOfEight(async (client, index) => {
        let answer: Answer | undefined;
        for (let step = 0; step < STEPS; step++) {
          // Half of them write at first, so that writes and reads alternate and overlap.
          const isWrite = (index + step) % 2 === 0;
          const value = isWrite ? ++volume : 0;
          answer = await (isWrite
            ? recordCall({ do: 'replace', value }, client.put('/svc/quote', { ...quote, volume: value }))
            : recordCall({ do: 'read' }, client.get(path)));
        }
        return answer as Answer;
      });
      const lastRead = await recordCall({ do: 'read' }, twins.clients[1].get(path));
      const writes = history.filter(({ operation }) => operation.action.do === 'replace');
      reads += history.length - writes.length - 1;
      concurrent += history.filter((one) =>
        writes.some((write) => write !== one && overlap(one, write)),
      ).length;
      if (!judge(QUOTE_REGISTER, history).linearizable || revisionOf(lastRead) !== 1 + writes.length) {
        violations.push({ round, history, stored: lastRead.text });
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

  it('C3: an answered write is in every list of the same instance', async () => {
    const violations: unknown[] = [];
    const clients = twins.clients.map(({ url }) => new Client(url));
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `OWN${round % 50}` });
      await Promise.all(
        clients.map(async (client, index) => {
          const put = await client.put('/svc/quote', { ...quote, volume: round * 2 + index });
          const list = await client.get(`/quote?ticker=${quote.ticker}&limit=1`);
          const [row] = json(list).data as { volume: number }[];
          // The other instance writes the same record at the same time: either value, but none from an earlier round.
          if (put.status >= 300 || Math.floor(Number(row?.volume) / 2) !== round) {
            violations.push({ round, written: put.text, list: list.text });
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

function overlap(one: QuoteCall, other: QuoteCall): boolean {
  return one.began < other.ended && other.began < one.ended;
}
