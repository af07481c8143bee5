import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { figure } from '../figures.js';
import { type Answer, type Client, json } from './client.js';
import { startTwins, type Twins } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(30, 10_000);
const VALUES = ['open', 'high', 'low', 'close', 'volume'] as const;

interface BulkAnswer {
  results: {
    _operation_state: string;
    status: number;
    value: { url?: string; params?: { date: string; existing: { id: string } } };
  }[];
}

describe('races of different writes of two instances on one database', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  /** Creates a quote, then races an approval of it against a PUT of other values. */
  async function approveAgainstPut(ticker: string, headers: (created: Answer) => Record<string, string>) {
    const quote = aQuote({ ticker });
    const created = await twins.clients[0].post('/svc/quote', quote);
    const [approval, put] = await twins.race((client, index) =>
      index === 0
        ? client.post('/svc/quote/appoval', { id: json(created).id }, headers(created))
        : client.put('/svc/quote', { ...quote, close: 67_300, volume: 1 }),
    );
    const stored = json(await twins.clients[0].get(`/svc/quote/${json(created).id}`));
    const events = await twins.control.sql<{ after: Record<string, unknown> }>(
      `SELECT after FROM audit_event WHERE record_id = $1 AND action = 'approved' ORDER BY id`,
      [json(created).id],
    );
    const approvedValues = events.at(-1)?.after ?? {};
    const isSeen = VALUES.every((name) => stored[name] === approvedValues[name]);
    return { approval: approval.status, put: put.status, stored, isSeen, approvals: events.length };
  }

  it('approval against PUT: a record that ends approved has the values of its approval', async () => {
    const violations: unknown[] = [];
    let approvals = 0;
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const end = await approveAgainstPut(`APUT${round}`, () => ({}));
      if (end.stored.is_apporval === 1) approvals++;
      const isRight =
        end.approval === 200 &&
        end.put === 200 &&
        end.approvals === 1 &&
        end.stored.close === 67_300 &&
        (end.stored.is_apporval === 0 || end.isSeen);
      if (!isRight) violations.push({ round, ...end });
    }
    figure(
      'C5',
      'approval against PUT, 2 instances',
      turns.done,
      `${violations.length} violations; PUT first ${approvals}, approval first ${turns.done - approvals}`,
    );
    expect(violations).toEqual([]);
  });

  it('approval with If-Match against PUT: values that the approver had not seen never end approved', async () => {
    const violations: unknown[] = [];
    let refusals = 0;
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const end = await approveAgainstPut(`ATAG${round}`, ({ headers }) => ({
        'If-Match': String(headers.etag),
      }));
      if (end.approval === 412) refusals++;
      const isRight =
        end.put === 200 &&
        end.stored.close === 67_300 &&
        end.stored.is_apporval === 0 &&
        ((end.approval === 200 && end.approvals === 1) || (end.approval === 412 && end.approvals === 0));
      if (!isRight) violations.push({ round, ...end });
    }
    figure(
      'C7',
      'approval with If-Match against PUT, 2 instances',
      turns.done,
      `${violations.length} violations: never approved unseen; 412 in ${refusals}`,
    );
    expect(violations).toEqual([]);
  });

  it('four bulk imports of the same 50 keys in rotated order: each key CREATED once', async () => {
    const violations: unknown[] = [];
    const creators = [0, 0, 0, 0];
    const clients = twins.eight.slice(0, 4);
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quotes = quotesOf(`BULK${round}`, 50);
      const pending: Promise<Answer>[] = [];
      for (let turn = 0; turn < clients.length; turn++) {
        const index = (round + turn) % clients.length;
        const items = [...quotes.slice(index * 12), ...quotes.slice(0, index * 12)];
        pending[index] = (clients[index] as Client).post('/svc/quote/bulk/import', items);
      }
      const answers = await Promise.all(pending);
      const created = new Map<string, string>();
      const existing: [string, string][] = [];
      let wrong = 0;
      for (const [index, answer] of answers.entries()) {
        if (answer.status !== 207) {
          violations.push({ round, status: answer.status, text: answer.text });
          continue;
        }
        const { results } = json(answer) as unknown as BulkAnswer;
        for (const [place, { _operation_state: state, status, value }] of results.entries()) {
          const date = quotes[(index * 12 + place) % 50]?.date ?? '';
          if (state === 'CREATED' && status === 201 && !created.has(date)) {
            created.set(date, String(value.url));
            creators[index] = (creators[index] ?? 0) + 1;
          } else if (state === 'FAILED' && status === 303 && value.params?.date === date) {
            existing.push([date, `/svc/quote/${value.params.existing.id}`]);
          } else wrong++;
        }
      }
      const strangers = existing.filter(([date, url]) => created.get(date) !== url);
      if (wrong > 0 || created.size !== 50 || existing.length !== 150 || strangers.length > 0) {
        violations.push({ round, wrong, created: created.size, existing: existing.length, strangers });
      }
    }
    figure(
      'C6',
      'four bulk imports of the same 50 keys, rotated, 2 instances',
      turns.done,
      `${violations.length} violations; items created by each: ${creators.join(', ')}`,
    );
    expect(violations).toEqual([]);
  });

  it('eight PUTs over the same ETag: one 200, seven 412', async () => {
    const violations: unknown[] = [];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `TAG${round}` });
      const created = await twins.clients[0].post('/svc/quote', quote);
      const tag = { 'If-Match': String(created.headers.etag) };
      const answers = await twins.raceOfEight((client, index) =>
        client.put('/svc/quote', { ...quote, volume: index }, tag),
      );
      const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []));
      const refusals = answers.filter((answer) => answer.status === 412).length;
      const stored = json(await twins.clients[1].get(`/svc/quote/${json(created).id}`));
      if (winners.length !== 1 || refusals !== 7 || stored.volume !== winners[0]) {
        violations.push({ round, statuses: answers.map((answer) => answer.status), stored });
      }
    }
    figure('C7', 'eight PUTs over one ETag, 2 instances', turns.done, `${violations.length} violations`);
    expect(violations).toEqual([]);
  });

  it('DELETE against PUT by identifier: either order, and the record is gone', async () => {
    const violations: unknown[] = [];
    let deletedLast = 0;
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `DELI${round}` });
      const { id } = json(await twins.clients[0].post('/svc/quote', quote));
      const [removal, put] = await twins.race((client, index) =>
        index === 0
          ? client.delete(`/svc/quote/${id}`)
          : client.put(`/svc/quote/${id}`, { ...quote, volume: 5 }),
      );
      const { data } = json(await twins.clients[0].get(`/svc/quote?ticker=${quote.ticker}`)) as {
        data: unknown[];
      };
      const putFirst = put.status === 200 && json(put).id === id;
      if (putFirst) deletedLast++;
      if (removal.status !== 200 || data.length > 0 || !(putFirst || put.status === 404)) {
        violations.push({ round, removed: removal.text, put: put.text, data });
      }
    }
    figure(
      'C5',
      'DELETE against PUT by identifier, 2 instances',
      turns.done,
      `${violations.length} violations; PUT first ${deletedLast}, DELETE first ${turns.done - deletedLast}`,
    );
    expect(violations).toEqual([]);
  });

  it('DELETE against PUT: either order, and the stored record fits it', async () => {
    const violations: unknown[] = [];
    let deletedLast = 0;
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const quote = aQuote({ ticker: `DELP${round}` });
      const created = json(await twins.clients[0].post('/svc/quote', quote));
      const [removal, put] = await twins.race((client, index) =>
        index === 0
          ? client.delete(`/svc/quote?ticker=${quote.ticker}&date=${quote.date}`)
          : client.put('/svc/quote', { ...quote, volume: 5 }),
      );
      const { data } = json(await twins.clients[0].get(`/svc/quote?ticker=${quote.ticker}`)) as {
        data: { id: string }[];
      };
      const putId = put.status < 300 ? json(put).id : undefined;
      const putFirst = put.status === 200 && putId === created.id && data.length === 0;
      const deleteFirst =
        put.status === 201 && putId !== created.id && data.length === 1 && data[0]?.id === putId;
      if (putFirst) deletedLast++;
      if (removal.status !== 200 || json(removal).id !== created.id || !(putFirst || deleteFirst)) {
        violations.push({ round, removed: removal.text, put: put.text, data });
      }
    }
    figure(
      'C5',
      'DELETE against PUT, 2 instances',
      turns.done,
      `${violations.length} violations; PUT first ${deletedLast}, DELETE first ${turns.done - deletedLast}`,
    );
    expect(violations).toEqual([]);
  });
});
