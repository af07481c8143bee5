import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { cloneDatabase } from '../app.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { csv, folderWith, summaryOf } from '../import/command.js';
import { Client, counted, json } from './client.js';
import { connect, Service, urlOf } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);
afterEach(cleanUp);

const ROUNDS = rounds(1, 50);
/** In odd rounds the service is killed within this time after the request, ms; in even ones once a part is approved. */
const WITHIN = 250;

const dayOf = (day: number) => new Date(Date.UTC(1960, 0, 1 + day)).toISOString().slice(0, 10);
const lines = (count: number, line: (day: number) => string) =>
  Array.from({ length: count }, (_, day) => line(day));

/** What imports approve: the rows of a file, and those approved per transaction; SQL of the approved ones. */
const KINDS = [
  {
    dataSet: 'quote',
    file: (ticker: string, rows: number) => csv(...lines(rows, (day) => `${ticker},${dayOf(day)},2,9,1,3,7`)),
    rows: 12_000,
    together: 5_000,
    approved: 'SELECT count(*)::int AS count FROM quote WHERE ticker = $1 AND approval = 1',
    action: 'approved',
  },
  {
    dataSet: 'corporate_action',
    file: (ticker: string, rows: number) =>
      ['ticker,ex_date,type,cash_dividend']
        .concat(lines(rows, (day) => `${ticker},${dayOf(day)},cash_dividend,${100 + day}`))
        .join('\n'),
    rows: 1_200,
    together: 500,
    approved: 'SELECT count(*)::int AS count FROM corporate_action WHERE ticker = $1',
    action: 'proposal_approved',
  },
] as const;
type Kind = (typeof KINDS)[number];

async function countOf(database: pg.Client, { approved }: Kind, ticker: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(approved, [ticker]);
  return rows[0]?.count ?? 0;
}

describe('kill -9 of the service while all of an import is approved', () => {
  it('whole transactions are stored, and the same request completes it: each record is approved once', async () => {
    const address = await cloneDatabase();
    const database = await connect(address);
    const environment = { DATABASE_URL: urlOf(address), GOVERNED: 'corporate_action' };
    let service = await Service.start(environment);
    let records = 0;
    let [cutOff, parts] = [0, 0];
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      for (const kind of KINDS) {
        const { dataSet, rows, together, action } = kind;
        const ticker = `T${String(round).padStart(4, '0')}`;
        const at = folderWith({ 'a.csv': kind.file(ticker, rows) });
        const { id } = await summaryOf(address, [dataSet, at('a.csv')], environment);
        const path = `/svc/approval/import/${id}/approve`;

        const first = new Client(service.url);
        const completion = first.post(path, {}).then(
          () => true,
          () => false,
        );
        if (round % 2 === 0)
          await until('a part is approved', async () => (await countOf(database, kind, ticker)) > 0);
        else await new Promise((resolve) => setTimeout(resolve, WITHIN * Math.random()));
        service.signal('SIGKILL');
        if (!(await completion)) cutOff++;
        first.close();
        await service.ended();
        service = await Service.start(environment);

        const before = await countOf(database, kind, ticker);
        if (before < rows) expect(before % together).toBe(0);
        if (before > 0 && before < rows) parts++;
        const client = new Client(service.url);
        const answer = await client.post(path, {});
        expect([answer.status, json(answer)]).toMatchObject([
          200,
          { approved: rows - before, changed: 0, refused: 0, complete: true },
        ]);
        expect(await countOf(database, kind, ticker)).toBe(rows);
        const { rows: events } = await database.query(
          `SELECT count(*)::int AS events, count(DISTINCT record_id)::int AS records FROM audit_event
           WHERE resource = $1 AND action = $2 AND record_key ->> 'ticker' = $3`,
          [dataSet, action, ticker],
        );
        expect(events).toEqual([{ events: rows, records: rows }]);
        expect(json(await client.post(path, {}))).toMatchObject({ approved: 0, complete: true });
        client.close();
        records += rows;
      }
    }
    figure(
      'R1',
      'kill -9 while all of an import is approved, of quotes and of proposals',
      KINDS.length * turns.done,
      `0 of ${counted(records)} records approved twice, none by a part of a transaction; ${cutOff} requests cut off, ${parts} of them after some transactions; each ended by the same request`,
    );
    await database.end();
  });
});
