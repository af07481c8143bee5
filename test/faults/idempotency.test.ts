import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { type Answer, Client, figure, json, rounds, startTwins, type Twins } from './harness.js';

jest.setTimeout(300_000);

const ROUNDS = rounds(200);
const ITEMS = 20;

describe('one Idempotency-Key from eight clients of two instances at once', () => {
  let twins: Twins;
  let clients: Client[];
  beforeAll(async () => {
    twins = await startTwins();
    clients = Array.from({ length: 8 }, (_, index) => new Client(twins.clients[index % 2 === 0 ? 0 : 1].url));
  });
  afterAll(() => {
    for (const client of clients) client.close();
    return twins.close();
  });

  /** The same request from all eight. */
  const fromAll = (path: string, key: string, bodyOf: (index: number) => object): Promise<Answer[]> =>
    Promise.all(clients.map((client, index) => client.post(path, bodyOf(index), { 'Idempotency-Key': key })));

  it.each(['error', 'update', 'ignore'])('policy %s: executed once, eight equal answers', async (policy) => {
    const violations: unknown[] = [];
    for (let round = 0; round < ROUNDS / 4; round++) {
      const ticker = `${policy.toUpperCase()}${round}`;
      const path = `/svc/quote/bulk/import?on_duplicate=${policy}`;
      const answers = await fromAll(path, ticker, () => quotesOf(ticker, ITEMS));
      const texts = new Set(answers.map((answer) => answer.text));
      const replayed = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true').length;
      const { results } = json(answers[0] as Answer) as { results: { _operation_state: string }[] };
      const created = results.filter((result) => result._operation_state === 'CREATED').length;
      const [writes] = await twins.control.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM audit_event WHERE record_key ->> 'ticker' = $1`,
        [ticker],
      );
      const isRight =
        answers.every((answer) => answer.status === 207) &&
        texts.size === 1 &&
        replayed === 7 &&
        created === ITEMS &&
        writes?.count === ITEMS;
      if (!isRight) {
        violations.push({
          round,
          statuses: answers.map((answer) => answer.status),
          replayed,
          created,
          writes,
        });
      }
    }
    figure(
      `Idempotency-Key, policy ${policy}: ${Math.ceil(ROUNDS / 4)} rounds of 8 clients, ${violations.length} violations`,
    );
    expect(violations).toEqual([]);
  });

  it('another body under the same key: one is executed, every other body is 422', async () => {
    const violations: unknown[] = [];
    for (let round = 0; round < ROUNDS / 4; round++) {
      const ticker = `BODY${round}`;
      const answers = await fromAll('/svc/quote/bulk/import', ticker, (index) => [
        aQuote({ ticker, volume: index }),
      ]);
      const done = answers.flatMap((answer, index) => (answer.status === 207 ? [index] : []));
      const refused = answers.filter((answer) => answer.status === 422).length;
      const stored = await twins.control.sql<{ volume: string }>(
        'SELECT volume FROM quote WHERE ticker = $1',
        [ticker],
      );
      if (
        done.length !== 1 ||
        refused !== 7 ||
        stored.length !== 1 ||
        Number(stored[0]?.volume) !== done[0]
      ) {
        violations.push({ round, statuses: answers.map((answer) => answer.status), stored });
      }
    }
    figure(`Idempotency-Key, eight bodies: ${Math.ceil(ROUNDS / 4)} rounds, ${violations.length} violations`);
    expect(violations).toEqual([]);
  });
});
