import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { type Answer, Client, figure, json, revisionOf, rounds, startTwins, type Twins } from './harness.js';

jest.setTimeout(300_000);

const ROUNDS = rounds(1000);

describe('races of clients of two instances on one database', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  it('two POSTs of one key: one 201, and one 303 that names the record of the 201', async () => {
    const violations: unknown[] = [];
    const wins = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await twins.race((client, index) =>
        client.post('/svc/quote', aQuote({ ticker: `POST${round}`, volume: index })),
      );
      const created = answers.findIndex((answer) => answer.status === 201);
      const [winner, loser] = created === 0 ? answers : answers.toReversed();
      if (winner?.status !== 201 || loser?.status !== 303) {
        violations.push({ round, statuses: answers.map((answer) => answer.status) });
        continue;
      }
      wins[created] = (wins[created] ?? 0) + 1;
      const { existing } = json(loser) as { existing: { id: string } };
      const stored = await twins.clients[0].get(String(winner.headers.location));
      if (existing.id !== json(winner).id || stored.text !== winner.text || json(winner).volume !== created) {
        violations.push({ round, existing, winner: winner.text, stored: stored.text });
      }
    }
    figure(
      `races POST/POST: ${ROUNDS} rounds, ${violations.length} violations (the instances won ${wins.join(' and ')})`,
    );
    expect(violations).toEqual([]);
  });

  it('two PUTs of an absent key: one 201, one 200, and the record is the later one whole', async () => {
    const violations: unknown[] = [];
    const wins = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const bodies = [1, 2].map((factor) => valuesOf(`PUTS${round}`, factor));
      const answers = await twins.race((client, index) => client.put('/svc/quote', bodies[index]));
      const later = answers.findIndex((answer) => answer.status === 200);
      const [last, first] = later === 0 ? answers : answers.toReversed();
      if (last?.status !== 200 || first?.status !== 201) {
        violations.push({ round, statuses: answers.map((answer) => answer.status) });
        continue;
      }
      wins[later] = (wins[later] ?? 0) + 1;
      const stored = await twins.clients[0].get(`/svc/quote/${json(first).id}`);
      const isInOrder =
        revisionOf(first) === 1 &&
        revisionOf(last) === 2 &&
        revisionOf(stored) === 2 &&
        String(json(first).timestamp) < String(json(last).timestamp);
      const kept = json(stored);
      const isWhole = Object.entries(bodies[later] ?? {}).every(([name, value]) => kept[name] === value);
      if (!isInOrder || !isWhole || stored.text !== last.text) {
        violations.push({ round, first: first.text, last: last.text, stored: stored.text });
      }
    }
    figure(
      `races PUT/PUT on an absent key: ${ROUNDS} rounds, ${violations.length} violations (the instances came last ${wins.join(' and ')} times)`,
    );
    expect(violations).toEqual([]);
  });

  it('ten approvals: one 200, nine 204, approved by the one that got the 200', async () => {
    const checkers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const principal = `checker${index}@example.com`;
        const token = await twins.control.token('checker', { principal });
        return { principal, client: new Client(twins.clients[index % 2 === 0 ? 0 : 1].url, token) };
      }),
    );
    const quotes = quotesOf('TENS', ROUNDS, '1990-01-01');
    for (let start = 0; start < ROUNDS; start += 200) {
      await twins.clients[0].post('/svc/quote/bulk/import', quotes.slice(start, start + 200));
    }
    const violations: unknown[] = [];
    const wins = new Set<string>();
    for (const [round, { ticker, date }] of quotes.entries()) {
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
      `races ten approvals: ${ROUNDS} rounds, ${violations.length} violations (${wins.size} different winners)`,
    );
    expect(violations).toEqual([]);
  });
});

function idIn(answer: Answer | undefined): unknown {
  return answer === undefined ? undefined : json(answer).id;
}

/** A quote all of whose values differ from those of another factor. */
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
