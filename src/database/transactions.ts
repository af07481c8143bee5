import type pg from 'pg';
import type { Gathering } from './citus/gathering.js';
import { Turns } from './citus/turns.js';
import { rollBack, sendTogether } from './connection/connection.js';
import { isDatabaseAway } from './connection/database-errors.js';
import type { Executor, PreparedStatements, Statement, Transaction } from './statement.js';

/** Runs a statement on a connection. */
type Run = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** What transactions on a cluster need. */
interface ClusterWork {
  gathering: Gathering;
  /** for finding out why a statement was not planned */
  pool: pg.Pool;
}

/** Transactions on borrowed connections; `cluster`: when the connections are to one. */
export class Transactions {
  constructor(
    private readonly preparedStatements: PreparedStatements,
    private readonly cluster: ClusterWork | undefined,
  ) {}

  /**
   * Runs `work` in one READ COMMITTED transaction on a pipelined connection and commits durably before it resolves; any
   * error rolls all of it back. Releases the connection.
   */
  async run<Result>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    let connectionError: Error | undefined;
    const send = <Row extends object>(query: pg.QueryConfig | string) => {
      if (this.cluster !== undefined) sendTogether(client);
      return client.query<Row>(query as pg.QueryConfig);
    };
    try {
      const begin = send('BEGIN');
      begin.catch(() => undefined); // reported where it is awaited, below
      let committing: Promise<pg.QueryResult> | undefined;
      const turns = new Turns();
      const commit = () => {
        const sendCommit = () => send('COMMIT');
        committing = this.cluster === undefined ? sendCommit() : turns.whenSent(sendCommit);
        committing.catch(() => undefined); // likewise
      };
      const query: Run = async <Row extends object>(statement: Statement) =>
        (await send<Row>(this.preparedStatements.of(statement))).rows;
      const result = await work({ ...this.inTurn(client, query, turns), commit });
      await begin;
      const committed = await (committing ?? client.query('COMMIT'));
      // A transaction that failed inside answers COMMIT with ROLLBACK and no error.
      if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      return result;
    } catch (error) {
      // A lost or hanging connection is not asked to roll back: closing it does so as well.
      connectionError = isDatabaseAway(error) ? (error as Error) : await rollBack(client);
      throw error;
    } finally {
      client.release(connectionError);
    }
  }

  /** Runs statements within the transaction that somebody else has begun on a connection. */
  executorOf(client: pg.PoolClient): Executor {
    const query: Run = async <Row extends object>({ text, values }: Statement) =>
      (await client.query<Row>(text, values as unknown[])).rows;
    return this.inTurn(client, query, new Turns());
  }

  /** Runs statements of a transaction; on a cluster one after the other, except those that are planned as they are. */
  private inTurn(client: pg.ClientBase, run: Run, turns: Turns): Executor {
    if (this.cluster === undefined) return { query: run };
    const { gathering, pool } = this.cluster;
    return {
      query: <Row extends object>(statement: Statement) => {
        if (statement.onNode === true)
          return turns.join(() => gathering.runPlain(() => run<Row>(statement), pool));
        return turns.take((onSent) => {
          const send = () => {
            const rows = run<Row>(statement);
            onSent();
            return rows;
          };
          return gathering.within(client, statement, send, pool);
        });
      },
    };
  }
}
