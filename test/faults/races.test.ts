import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, type QuoteInput, quotesOf } from '../builders/quotes.js';
import { figure } from '../figures.js';
import { type Answer, Client, json, revisionOf } from './client.js';
import { startTwins, type Twins } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(40, 10_000);

describe('races of eight clients of two instances on one database', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  it('C1, eight POSTs of one key: one 201, and seven 303 that name the record of the 201', async () => {
    const violations: unknown[] = [];
    const wins = [0, 0];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const answers = await twins.raceOfEight((client, index) =>
        client.post('/svc/quote', aQuote({ ticker: `POST${round}`, volume: index })),
      );
      const created = answers.findIndex((answer) => answer.status === 201);
      const winner = answers[created];
      const losers = answers.filter((answer) => answer.status === 303);
      if (winner === undefined || losers.length !== 7) {
        violations.push({ round, statuses: answers.map((answer) => answer.status) });
        continue;
      }
      wins[created % 2] = (wins[created % 2] ?? 0) + 1;
      const namedIds = new Set(losers.map((answer) => (json(answer).existing as { id: string }).id));
      const stored = await twins.clients[0].get(String(winner.headers.location));
      const isRight =
        namedIds.size === 1 && namedIds.has(String(json(winner).id)) && stored.text === winner.text;
      if (!isRight || json(winner).volume !== created) {
        violations.push({ round, named: [...namedIds], winner: winner.text, stored: stored.text });
      }
    }
    figure(
      'C1',
      'eight POSTs of one key, 2 instances',
      turns.done,
      `${violations.length} violations; the instances won ${wins.join(' and ')}`,
    );
    expect(violations).toEqual([]);
  });

  it('C2, eight PUTs of an absent key: one 201, seven 200, an event of each, and the record is the last one whole', async () => {
    const violations: unknown[] = [];
    const lasts = [0, 0];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const bodies = Array.from({ length: 8 }, (_, index) => valuesOf(`PUTS${round}`, index + 1));
      const answers = await twins.raceOfEight((client, index) => client.put('/svc/quote', bodies[index]));
      const inOrder = [...answers].sort((a, b) => revisionOf(a) - revisionOf(b));
      const statuses = inOrder.map((answer) => answer.status);
      const last = inOrder.at(-1) as Answer;
      const place = answers.indexOf(last);
      lasts[place % 2] = (lasts[place % 2] ?? 0) + 1;
      const stored = await twins.clients[0].get(`/svc/quote/${json(last).id}`);
      const record = json(stored);
      const isWhole = Object.entries(bodies[place] ?? {}).every(([name, value]) => record[name] === value);
      const isInOrder =
        inOrder.every((answer, index) => revisionOf(answer) === index + 1) &&
        inOrder.every(
          (answer, index) =>
            index === 0 ||
            String(json(inOrder[index - 1] as Answer).timestamp) < String(json(answer).timestamp),
        );
      const events = await twins.control.sql<{ action: string }>(
        'SELECT action FROM audit_event WHERE record_id = $1 ORDER BY id',
        [record.id],
      );
      const actions = events.map(({ action }) => action).join();
      const isRight =
        statuses.join() === '201,200,200,200,200,200,200,200' &&
        actions === `created${',updated'.repeat(7)}` &&
        isWhole &&
        isInOrder;
      if (!isRight || stored.text !== last.text) {
        violations.push({ round, statuses, actions, last: last.text, stored: stored.text });
      }
    }
    figure(
      'C2',
      'eight PUTs of an absent key, 2 instances',
      turns.done,
      `${violations.length} violations; the instances came last ${lasts.join(' and ')} times`,
    );
    expect(violations).toEqual([]);
  });

  it('C4, ten approvals: one 200, nine 204, approved by the one that got the 200', async () => {
    const checkers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const principal = `checker${index}@example.com`;
        const token = await twins.control.token('checker', { principal });
        return { principal, client: new Client(twins.clients[index % 2 === 0 ? 0 : 1].url, token) };
      }),
    );
    const quotes = quotesOf('TENS', ROUNDS, '1950-01-01');
    for (let start = 0; start < ROUNDS; start += 200) {
      await twins.clients[0].post('/svc/quote/bulk/import', quotes.slice(start, start + 200));
    }
    const violations: unknown[] = [];
    const wins = new Set<string>();
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const { ticker, date } = quotes[round] as QuoteInput;
      // Another one goes first each round.
      const turn = round % checkers.length;
      const order = [...checkers.slice(turn), ...checkers.slice(0, turn)];
      const answers = await Promise.all(
        order.map(({ client }) => client.post('/svc/quote/appoval', { ticker, date })),
      );
      const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []));
      const [winner = -1] = winners;
      const others = answers.filter((answer) => answer.status === 204).length;
      const stored = json(await twins.clients[1].get(`/svc/quote/${idIn(answers[winner])}`));
      const isRight = stored.is_apporval === 1 && stored.approval_by === order[winner]?.principal;
      if (winners.length !== 1 || others !== 9 || !isRight) {
        violations.push({ round, statuses: answers.map((answer) => answer.status), stored });
      }
      wins.add(String(stored.approval_by));
    }
    for (const { client } of checkers) client.close();
    figure(
      'C4',
      'ten approvals of one quote, 2 instances',
      turns.done,
      `${violations.length} violations; ${wins.size} different winners`,
    );
    expect(violations).toEqual([]);
  });
});

function idIn(answer: Answer | undefined): unknown {
  return answer === undefined ? undefined : json(answer).id;
}

/** A quote whose values all differ from those for another factor. */
function valuesOf(ticker: string, factor: number) {
  const base = 10_000 * factor;
  return aQuote({
    ticker,
    open: base + factor,
    high: base + 10 * factor,
    low: base,
    close: base + 2 * factor,
    volume: factor,
  });
}
