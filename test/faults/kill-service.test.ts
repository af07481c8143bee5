import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { quotesOf } from '../builders/quotes.js';
import { cleanUp, postgresBelow, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { Client, counted, json, quantile } from './client.js';
import { connect, Service } from './harness.js';
import { Ledger } from './ledger.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(2, 200);
const CLIENTS = 4;

afterAll(cleanUp);

describe('kill -9 of the service', () => {
  let dataDir: string;
  let service: Service;
  beforeAll(async () => {
    dataDir = await preparedFolder();
    service = await Service.start({ DATA_DIR: dataDir });
  });

  it('in the middle of bulk imports: every item reported CREATED is stored with its values', async () => {
    const ledger = new Ledger();
    const starts: number[] = [];
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const enough = ledger.created.size + 2 + Math.floor(Math.random() * 12);
      const loops = Array.from({ length: CLIENTS }, async () => {
        const client = new Client(service.url);
        try {
          for (;;) await ledger.post(client);
        } catch {
          client.close(); // the service is dead
        }
      });
      await until('imports are answered', () => ledger.created.size >= enough, STEP);
      service.signal('SIGKILL');
      await Promise.all(loops);
      await service.ended();
      const began = performance.now();
      service = await Service.start({ DATA_DIR: dataDir });
      starts.push(performance.now() - began);
      const client = new Client(service.url);
      expect(await ledger.verify(client)).toEqual([]);
      client.close();
    }
    expect(ledger.unfit).toEqual([]);
    figure(
      'R1',
      'kill -9 in bulk imports of 4 clients',
      turns.done,
      `0 of ${counted(ledger.items)} items reported CREATED lost or changed; ${ledger.unknown.size} requests cut off, each whole or absent; started again in ${quantile(starts, 0.5).toFixed(0)} ms, at most ${Math.max(...starts).toFixed(0)} ms`,
    );
  });

  it('a bulk import repeated with its Idempotency-Key after the kill is done once', async () => {
    let requests = 0;
    let replayed = 0;
    let again = 0;
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const answerTexts = new Map<string, string | undefined>();
      const loops = Array.from({ length: CLIENTS }, async () => {
        const client = new Client(service.url);
        try {
          for (;;) {
            const ticker = `IDEM${requests++}`;
            answerTexts.set(ticker, undefined);
            const answer = await importOnce(client, ticker);
            answerTexts.set(ticker, answer.text);
          }
        } catch {
          client.close();
        }
      });
      const enough = 3 + Math.floor(Math.random() * 8);
      await until(
        'imports are answered',
        () => [...answerTexts.values()].filter(Boolean).length >= enough,
        STEP,
      );
      service.signal('SIGKILL');
      await Promise.all(loops);
      await service.ended();
      service = await Service.start({ DATA_DIR: dataDir });
      const client = new Client(service.url);
      const database = await connect(service.database);
      for (const [ticker, text] of answerTexts) {
        const answer = await importOnce(client, ticker);
        const { results } = json(answer) as { results: { _operation_state: string }[] };
        expect(results.every((result) => result._operation_state === 'CREATED')).toBe(true);
        if (text !== undefined) expect(answer.text).toBe(text);
        if (text === undefined && answer.headers['idempotency-replayed'] === 'true') replayed++;
        else if (text === undefined) again++;
      }
      const { rows } = await database.query(
        `SELECT record_key ->> 'ticker' AS ticker, count(*)::int AS writes FROM audit_event
         WHERE record_key ->> 'ticker' = ANY ($1) GROUP BY 1 HAVING count(*) <> 200`,
        [[...answerTexts.keys()]],
      );
      expect(rows).toEqual([]);
      await database.end();
      client.close();
    }
    figure(
      'R1',
      'kill -9 in bulk imports, repeated with the same Idempotency-Key',
      turns.done,
      `0 of ${counted(requests)} requests doubled; of those cut off ${replayed} had been done and were replayed, ${again} had not`,
    );
  });

  it('ends by SIGTERM after all that, and PostgreSQL with it', async () => {
    service.signal('SIGTERM');
    await service.ended();
    expect(postgresBelow(dataDir)).toEqual([]);
  });
});

function importOnce(client: Client, ticker: string) {
  return client.post('/svc/quote/bulk/import', quotesOf(ticker, 200), { 'Idempotency-Key': ticker });
}
