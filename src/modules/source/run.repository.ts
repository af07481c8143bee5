import { Injectable } from '@nestjs/common';
import { changeNotice } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { hasCome } from '../../database/sql.js';
import type { Executor, Statement } from '../../database/statement.js';
import { LONGEST_RETRY_AFTER } from '../../outbound/retry-after.js';
import type { ReadFile } from './feed/file-store.js';

/** Lease of the process working on a run, ms: it renews the lease in time, or another process takes over. */
export const LEASE = 6_000;
/** SQL: end of a lease that is taken now for a number of ms. */
const leaseEnd = (ms: string) => `clock_timestamp() + make_interval(secs => ${ms}::double precision / 1000)`;
/** SQL condition: a lease has ended, or the next attempt is due. */
const isOver = (instant: string) => hasCome(instant, LONGEST_RETRY_AFTER);

/** A run to begin. */
export interface NewRun {
  id: string;
  source: string;
  declaration: object;
  from: string;
  to: string;
  requestedBy: string;
  units: readonly NewUnit[];
  /** the run whose payloads are replayed */
  replayOf?: string;
  /** of a run that a schedule begins */
  turn?: ScheduleTurn | undefined;
}

/** The time at which a schedule begins a run, and the next one; null: none. */
interface ScheduleTurn {
  at: Date;
  next: Date | null;
}

/** A unit of a run to begin. */
export interface NewUnit {
  number: number;
  /** values of its variables */
  values: object;
}

/** A run that a process is working on. */
export interface ClaimedRun {
  id: string;
  source: string;
  declaration: object;
  from_date: string;
  to_date: string;
  replay_of: string | null;
}

/** A unit that is due now. */
export interface DueUnit {
  number: number;
  values: Record<string, string>;
  attempts: number;
}

/** Outcome of a unit. */
export interface UnitOutcome {
  state: 'done' | 'failed' | 'waiting';
  requests: number;
  bytes: number;
  sha256: string | null;
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  ignored: number;
  proposed: number;
  rejected: number;
  quarantined: number;
  warned: number;
  failure: string | null;
  detail: string | null;
  rejects: object | null;
  warnings: object | null;
  /** delay before the next attempt of a waiting unit, ms */
  wait: number;
  /** values of further units that it found, to be added to the run */
  further?: readonly object[] | undefined;
  /** the file that it read to the end */
  file?: ReadFile | undefined;
  /** day of the newest record stored */
  newest?: string | null | undefined;
}

/** SQL for runs and the ledger of their units. */
@Injectable()
export class RunRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a run with its units, and advances the schedule that begins it; a run without units is done immediately.
   * False: the source was deleted meanwhile, or another process has begun the run.
   */
  add(run: NewRun): Promise<boolean> {
    const { id, source, declaration, from, to, requestedBy, units, replayOf, turn } = run;
    return this.database.queryAny({
      text: `
        WITH s AS (
          UPDATE source s SET next_run_at = CASE WHEN $9::timestamptz IS NULL THEN s.next_run_at ELSE $10::timestamptz END
          WHERE s.name = $2::text AND ($9::timestamptz IS NULL OR s.next_run_at = $9::timestamptz) RETURNING s.name
        ), run AS (
          INSERT INTO source_run (id, source, declaration, from_date, to_date, requested_by, replay_of, state, ended_at)
          SELECT $1::uuid, s.name, $3::jsonb, $4::date, $5::date, $6::text, $8::uuid,
            CASE WHEN $7::jsonb = '[]' THEN 'done' ELSE 'queued' END,
            CASE WHEN $7::jsonb = '[]' THEN clock_timestamp() END
          FROM s RETURNING id
        ), unit AS (
          INSERT INTO source_unit (run_id, number, "values")
          SELECT run.id, (value ->> 'number')::int, value -> 'values' FROM run, jsonb_array_elements($7::jsonb)
        )
        SELECT run.id, ${changeNotice('source', `'*'`)} FROM run`,
      values: [
        id,
        source,
        JSON.stringify(declaration),
        from,
        to,
        requestedBy,
        JSON.stringify(units),
        replayOf ?? null,
        turn?.at ?? null,
        turn?.next ?? null,
      ],
    });
  }

  /** Whether a run of the source is queued or being worked on. */
  isBusy(source: string): Promise<boolean> {
    return this.database.queryAny({
      text: `SELECT id FROM source_run WHERE source = $1::text AND state IN ('queued', 'running') LIMIT 1`,
      values: [source],
    });
  }

  /** Claims the oldest run that no process is working on, the oldest of its source; undefined when none is due. */
  claim(owner: string): Promise<ClaimedRun | undefined> {
    return this.database.queryOne({
      text: `UPDATE source_run r SET state = 'running', started_at = coalesce(r.started_at, clock_timestamp()),
               lease_owner = $1::uuid, lease_until = ${leaseEnd('$2')}
             WHERE r.id = (
               SELECT c.id FROM source_run c
               WHERE c.state IN ('queued', 'running') AND ${isOver('c.lease_until')}
                 AND NOT EXISTS (SELECT FROM source_run older WHERE older.source = c.source
                   AND older.state IN ('queued', 'running') AND (older.created_at, older.id) < (c.created_at, c.id))
                 AND NOT EXISTS (SELECT FROM source_run other WHERE other.source = c.source AND other.id <> c.id
                   AND other.state = 'running' AND NOT ${isOver('other.lease_until')})
                 AND coalesce((SELECT bool_or(${isOver('u.next_attempt_at')}) FROM source_unit u
                   WHERE u.run_id = c.id AND u.state = 'waiting'), true)
               ORDER BY c.created_at, c.id LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING r.id, r.source, r.declaration, r.from_date::text AS from_date, r.to_date::text AS to_date, r.replay_of`,
      values: [owner, LEASE],
    });
  }

  /** Renews the lease of a run for `ms`; false if the run was lost to another process, cancelled or deleted. */
  renew(id: string, owner: string, ms = LEASE): Promise<boolean> {
    return this.database.queryAny({
      text: `UPDATE source_run SET lease_until = ${leaseEnd('$3')}
             WHERE id = $1::uuid AND lease_owner = $2::uuid AND state = 'running' RETURNING id`,
      values: [id, owner, ms],
    });
  }

  /**
   * Whether a process still works on a run, by now: false if it was lost to another process, cancelled or deleted. On
   * the connections for reads: those for writes may all wait for rows that the caller has locked.
   */
  async isHeld(id: string, owner: string): Promise<boolean> {
    const row = await this.database.readOne({
      text: `SELECT id FROM source_run WHERE id = $1::uuid AND lease_owner = $2::uuid AND state = 'running'`,
      values: [id, owner],
    });
    return row !== undefined;
  }

  /** As {@link isHeld}, in a transaction, during which the run can then be neither cancelled nor lost. */
  async hold(transaction: Executor, id: string, owner: string): Promise<boolean> {
    const rows = await transaction.query({
      text: `SELECT id FROM source_run WHERE id = $1::uuid AND lease_owner = $2::uuid AND state = 'running' FOR SHARE`,
      values: [id, owner],
    });
    return rows.length > 0;
  }

  /**
   * The next unit due now, excluding `besides`; none behind one that waits for another attempt, unless for one of the
   * failures `overtaken`. Without these, any unit may overtake those that wait.
   */
  nextUnit(
    id: string,
    besides: readonly number[],
    overtaken?: readonly string[],
  ): Promise<DueUnit | undefined> {
    return this.database.queryOne({
      text: `SELECT u.number, u."values", u.attempts FROM source_unit u
             WHERE u.run_id = $1::uuid AND u.state = 'waiting' AND u.number <> ALL ($2::int[])
               AND ${isOver('u.next_attempt_at')}
               AND ($3::text[] IS NULL OR NOT EXISTS (SELECT FROM source_unit e
                 WHERE e.run_id = $1::uuid AND e.state = 'waiting' AND e.number < u.number AND e.failure <> ALL ($3::text[])))
             ORDER BY u.number LIMIT 1`,
      values: [id, besides, overtaken ?? null],
    });
  }

  /** Writes units to the ledger, all or none; false if the run was lost meanwhile, so that nothing is counted twice. */
  async record(
    id: string,
    owner: string,
    units: readonly { number: number; outcome: UnitOutcome }[],
  ): Promise<boolean> {
    const updates = await this.database.transaction((transaction) =>
      Promise.all(
        units.map(({ number, outcome }) => transaction.query(recordingOf(id, owner, number, outcome))),
      ),
    );
    return updates.every((rows) => rows.length > 0);
  }

  /** Ends a run if all its units are done or failed, else gives up its lease. */
  async release(id: string, owner: string): Promise<void> {
    await this.database.query({
      text: `
        WITH left_over AS (
          SELECT count(*) FILTER (WHERE u.state = 'waiting') AS waiting,
            count(*) FILTER (WHERE u.state = 'failed') AS failed
          FROM source_unit u WHERE u.run_id = $1::uuid
        ), r AS (
          UPDATE source_run r SET lease_owner = NULL, lease_until = NULL,
            state = CASE WHEN l.waiting > 0 THEN r.state WHEN l.failed > 0 THEN 'failed' ELSE 'done' END,
            ended_at = CASE WHEN l.waiting = 0 THEN clock_timestamp() END
          FROM left_over l WHERE r.id = $1::uuid AND r.lease_owner = $2::uuid
          RETURNING r.id, r.source, r.state, r.ended_at, r.created_at
        ), ended AS (
          SELECT r.*, 'run_' || r.state AS action FROM r
          UNION ALL
          SELECT r.*, 'recovered' FROM r WHERE r.state = 'done' AND (
            SELECT p.state FROM source_run p
            WHERE p.source = r.source AND p.state IN ('done', 'failed') AND p.created_at < r.created_at
            ORDER BY p.created_at DESC LIMIT 1) = 'failed'
        )
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, after)
        SELECT 'source', t.action, t.id, jsonb_build_object('name', t.source), 'source:' || t.source, t.id::text,
          jsonb_build_object('state', t.state) FROM ended t WHERE t.ended_at IS NOT NULL
        RETURNING ${changeNotice('source', `'*'`)}`,
      values: [id, owner],
    });
  }

  /** Cancels a run that has not ended; false if there is no such run. */
  cancel(source: string, id: string): Promise<boolean> {
    return this.database.queryAny({
      text: `UPDATE source_run SET state = 'cancelled', ended_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
             WHERE source = $1::text AND id = $2::uuid AND state IN ('queued', 'running') RETURNING id`,
      values: [source, id],
    });
  }
}

/** `$1` run, `$2` lease owner, `$3` unit number; one row unless the run was lost. */
const RECORDING = `WITH unit AS (
             UPDATE source_unit u SET state = $4::text, attempts = u.attempts + 1, requests = u.requests + $5::int,
               bytes = u.bytes + $6::bigint, sha256 = $7::text, read = $8::bigint, created = u.created + $9::bigint,
               updated = u.updated + $10::bigint, unchanged = $11::bigint, ignored = $12::bigint, rejected = $13::bigint,
               failure = $14::text, detail = $15::text, rejects = $16::jsonb, quarantined = $18::bigint, warned = $19::bigint,
               warnings = $20::jsonb,
               proposed = $26::bigint,
               ended_at = CASE WHEN $4::text <> 'waiting' THEN clock_timestamp() END,
               next_attempt_at = CASE WHEN $4::text = 'waiting'
                 THEN clock_timestamp() + make_interval(secs => $17::double precision / 1000) END
             FROM source_run r
             WHERE u.run_id = $1::uuid AND u.number = $3::int AND u.state = 'waiting'
               AND r.id = u.run_id AND r.lease_owner = $2::uuid RETURNING u.number, r.source, r.declaration -> 'data_set' AS data_set
             ), further AS (
               INSERT INTO source_unit (run_id, number, "values")
               SELECT $1::uuid, (SELECT max(o.number) FROM source_unit o WHERE o.run_id = $1::uuid) + v.place::int, v.value
               FROM unit, jsonb_array_elements($21::jsonb) WITH ORDINALITY v(value, place)
             ), file AS (
               INSERT INTO source_file AS f (source, name, size, modified_at, sha256, run_id)
               SELECT unit.source, $22::text, $23::bigint, $24::timestamptz, $27::text, $1::uuid FROM unit
               WHERE $22::text IS NOT NULL AND $4::text = 'done'
               ON CONFLICT (source, name) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
                 sha256 = excluded.sha256, run_id = excluded.run_id, read_at = excluded.read_at
             ), newest AS (
               UPDATE source s SET newest_date = $25::date FROM unit
               WHERE s.name = unit.source AND s.declaration -> 'data_set' = unit.data_set AND $25::date IS NOT NULL
                 AND (s.newest_date < $25::date) IS NOT FALSE
             )
             SELECT number FROM unit`;

function recordingOf(id: string, owner: string, number: number, outcome: UnitOutcome): Statement {
  const { state, failure, detail, sha256, wait } = outcome;
  return {
    text: RECORDING,
    values: [
      id,
      owner,
      number,
      state,
      outcome.requests,
      outcome.bytes,
      sha256,
      outcome.read,
      outcome.created,
      outcome.updated,
      outcome.unchanged,
      outcome.ignored,
      outcome.rejected,
      failure,
      detail === null ? null : storable(detail),
      jsonOrNull(outcome.rejects),
      wait,
      outcome.quarantined,
      outcome.warned,
      jsonOrNull(outcome.warnings),
      jsonOf(outcome.further ?? []),
      outcome.file?.name ?? null,
      outcome.file?.size ?? null,
      outcome.file?.modified ?? null,
      outcome.newest ?? null,
      outcome.proposed,
      outcome.file?.sha256 ?? null,
    ],
  };
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : jsonOf(value);
}

const jsonOf = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each));

/** Text of a source as PostgreSQL can store it: an answer may contain NUL, and a cut may leave half a character. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
