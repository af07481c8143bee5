import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { figure } from '../figures.js';
import { type Answer, json } from './client.js';
import { startTwins, type Twins } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(20, 2_500);
const ITEMS = 20;

describe('one Idempotency-Key from eight clients of two instances at once', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  /** Sends the same request from all eight. */
  const fromAll = (path: string, key: string, bodyOf: (index: number) => object): Promise<Answer[]> =>
    twins.raceOfEight((client, index) => client.post(path, bodyOf(index), { 'Idempotency-Key': key }));

  it.each(['error', 'update', 'ignore'])('policy %s: executed once, eight equal answers', async (policy) => {
    const violations: unknown[] = [];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
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
      'C8',
      `one key from 8 clients of 2 instances, policy ${policy}`,
      turns.done,
      `${violations.length} violations: executed once, eight equal answers`,
    );
    expect(violations).toEqual([]);
  });

  it('another body under the same key: one is executed, every other body is 422', async () => {
    const violations: unknown[] = [];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const ticker = `BODY${round}`;
      const answers = await fromAll('/svc/quote/bulk/import', ticker, (index) => [
        aQuote({ ticker, volume: index }),
      ]);
      const done = answers.flatMap((answer, index) => (answer.status === 207 ? [index] : []));
      const refusals = answers.filter((answer) => answer.status === 422).length;
      const stored = await twins.control.sql<{ volume: string }>(
        'SELECT volume FROM quote WHERE ticker = $1',
        [ticker],
      );
      if (
        done.length !== 1 ||
        refusals !== 7 ||
        stored.length !== 1 ||
        Number(stored[0]?.volume) !== done[0]
      ) {
        violations.push({ round, statuses: answers.map((answer) => answer.status), stored });
      }
    }
    figure(
      'C8',
      'one key with eight bodies from 8 clients of 2 instances',
      turns.done,
      `${violations.length} violations: one executed, seven 422`,
    );
    expect(violations).toEqual([]);
  });
});
