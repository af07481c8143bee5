import { isCommittedEverywhere } from '../../database/citus/node-recovery.js';
import type { Database } from '../../database/database.js';
import type { Transaction } from '../../database/statement.js';
import { EventsUnsettled } from '../../errors/domain-errors.js';
import type { EventRange } from '../../market/log-changes.sql.js';
import type { Published } from '../../market/published.sql.js';
import type { FollowerSteps, Standing, Step } from './log-follower.js';

/** Most events that one step takes from the audit log. */
const EVENTS = 2_000;
/**
 * Rows that one step looks up of those that imports created, but at least those of one batch: a million take two
 * seconds, or ten times as long on a slow disk, and a statement that takes too long would be cancelled again and again.
 */
const ROWS = 200_000;
/** Longest waits for a process already at work, and for a writer that holds pending work: a step gives way to it. */
const PATIENCE = '5s';
const WRITERS_PATIENCE = 500;

/** What one step is to do. */
interface StepOrder {
  /** events up to this id */
  upTo: number;
  published: Published;
  /** a reader waits for a process already at work */
  isReader: boolean;
}

/** The position of a follower in the audit log, stored in the database in the transaction of its work. */
export class LogPosition {
  constructor(
    private readonly database: Database,
    private readonly steps: FollowerSteps,
  ) {}

  /** How far the follower is, by three index lookups. */
  async standing(published: Published): Promise<Standing> {
    const { progress, queue } = this.steps;
    const row = await this.database.queryOne<{ newest: string; position: string; waiting: boolean }>({
      text: `SELECT coalesce((SELECT max(id) FROM audit_event), 0) AS newest, coalesce(p.position, 0) AS position,
               coalesce(p.publication <> $1::text, false) OR EXISTS (SELECT 1 FROM ${queue}) AS waiting
             FROM (VALUES (true)) one (row) LEFT JOIN ${progress} p ON p.only_one`,
      values: [this.basisOf(published)],
    });
    return {
      newest: Number(row?.newest ?? 0),
      position: Number(row?.position ?? 0),
      waiting: row?.waiting ?? false,
    };
  }

  /**
   * Takes the next events and does part of the work in one transaction; undefined while another process does so. Throws
   * {@link EventsUnsettled} while a node of a cluster does not show what the events say.
   */
  async step({ upTo, published, isReader }: StepOrder): Promise<Step | undefined> {
    const { progress, queue } = this.steps;
    const basis = this.basisOf(published);
    if (this.database.isCluster && !(await isCommittedEverywhere(this.database, WRITERS_PATIENCE))) {
      throw new EventsUnsettled();
    }
    return this.database.transaction(async (transaction) => {
      await transaction.query({ text: `SET LOCAL lock_timeout = '${PATIENCE}'`, values: [] });
      await transaction.query({
        text: `INSERT INTO ${progress} (position, publication) SELECT 0, $1::text
               WHERE NOT EXISTS (SELECT FROM ${progress}) ON CONFLICT DO NOTHING`,
        values: [basis],
      });
      const [at] = await transaction.query<{ position: string; publication: string }>({
        text: `SELECT position, publication FROM ${progress} FOR UPDATE${isReader ? '' : ' SKIP LOCKED'}`,
        values: [],
      });
      if (at === undefined) return undefined;
      await transaction.query({ text: `SET LOCAL lock_timeout = ${WRITERS_PATIENCE}`, values: [] });
      if (at.publication !== basis) {
        await transaction.query({ text: `UPDATE ${progress} SET publication = $1::text`, values: [basis] });
        await this.steps.restart(transaction);
      }
      const after = Number(at.position);
      const end = after < upTo ? await this.advance(transaction, { after, upTo }) : upTo;
      if (end > after) await this.steps.take(transaction, { after, upTo: end }, published);
      await this.steps.work(transaction, published, isReader);
      const [rest] = await transaction.query<{ waiting: boolean }>({
        text: `SELECT EXISTS (SELECT 1 FROM ${queue}) AS waiting`,
        values: [],
      });
      return { isMore: end < upTo || rest?.waiting === true };
    });
  }

  /** What the stored figures depend on besides the data: the column `publication`. */
  private basisOf(published: Published): string {
    return `${published} ${this.steps.rules}`;
  }

  /**
   * Moves the position past the next events; returns the id of the last of them. Never past the newest one: the server
   * may have replaced one that had more, and gives the ids of what it lacks to other events.
   */
  private async advance(transaction: Transaction, { after, upTo }: EventRange): Promise<number> {
    const [row] = await transaction.query<{ last: string }>({
      text: `UPDATE ${this.steps.progress} p SET position = coalesce((
               SELECT min(taken.id) FROM (
                 SELECT e.id, count(*) OVER earlier AS events, sum(e.rows) OVER earlier AS rows FROM (
                   SELECT id, CASE WHEN action = 'imported' THEN (after ->> 'created')::int END AS rows FROM audit_event
                   WHERE id > $1::bigint AND id <= $2::bigint ORDER BY id LIMIT ${EVENTS}) e
                 WINDOW earlier AS (ORDER BY e.id)) taken
               WHERE taken.events = ${EVENTS} OR taken.rows >= ${ROWS}),
               least($2::bigint, (SELECT max(id) FROM audit_event)))
             RETURNING p.position AS last`,
      values: [after, upTo],
    });
    return Number(row?.last ?? upTo);
  }
}
