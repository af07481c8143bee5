import { Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../auth/caller.js';
import { changeNotice } from '../../database/changes.js';
import { RaceLost } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { isNamed, momentVersionSql } from '../../database/records/stored-item.js';
import { instant, momentAfter, TODAY } from '../../database/sql.js';
import { PreconditionFailed } from '../../errors/domain-errors.js';
import { textOf } from '../../kinds/kinds.js';
import { isOpenDay } from '../../market/calendar.sql.js';

/** The last ended run of the source `s`. */
const LAST = `(SELECT jsonb_build_object('id', r.id, 'state', r.state, 'to_date', r.to_date,
    'ended_at', ${instant('r.ended_at')}) FROM source_run r
  WHERE r.source = s.name AND r.ended_at IS NOT NULL ORDER BY r.created_at DESC LIMIT 1)`;

const COLUMNS = `s.name, s.declaration || jsonb_build_object('active', s.active) AS declaration, s.maker,
  ${instant('s.created_at')} AS created_at, ${instant('s.changed_at')} AS changed_at,
  ${instant('s.next_run_at')} AS next_run_at, s.newest_date, ${instant('s.stale_since')} AS stale_since, ${LAST} AS last_run`;

/** Calendar days ahead in which schedules look for open days: longer than any closure. */
const AHEAD = 60;

/** A source to be stored. */
interface SourceFields {
  name: string;
  /** JSON text */
  declaration: string;
  active: boolean;
  nextRunAt: Date | null;
}

/** Who changes a source, and which of its versions. */
export interface SourceEditor extends Pick<Editor, 'tags'> {
  actor: Pick<Actor, 'name' | 'requestId'>;
}

/** A source whose schedule is due to begin a run. */
export interface DueSource {
  name: string;
  declaration: object;
  next_run_at: Date;
}

/** A source whose schedule begins no run now; null: at no time. */
export interface Waiting extends Omit<DueSource, 'next_run_at'> {
  next_run_at: Date | null;
}

/** SQL for sources. */
@Injectable()
export class SourceRepository {
  constructor(private readonly database: Database) {}

  /** Sources by name. */
  list(query: PageRequest): List {
    return listByKey(this.database, {
      columns: COLUMNS,
      from: 'source s',
      conditions: new Conditions(),
      key: [{ sql: 's.name', name: 'name', kind: textOf({ max: 63 }) }],
      query,
    });
  }

  /** JSON text of a source. */
  async find(name: string): Promise<string | undefined> {
    const row = await this.database.readByKey<{ json: string }>({
      text: `SELECT row_to_json(line)::text AS json FROM (SELECT ${COLUMNS} FROM source s WHERE s.name = $1::text) line`,
      values: [name],
    });
    return row?.json;
  }

  /** The declaration of a source. */
  async declaration(name: string): Promise<object | undefined> {
    const row = await this.database.queryOne<{ declaration: object }>({
      text: 'SELECT declaration FROM source WHERE name = $1::text',
      values: [name],
    });
    return row?.declaration;
  }

  /**
   * Creates or replaces a source; throws {@link RaceLost} when a rival created it meanwhile, and
   * {@link PreconditionFailed} unless it has one of the versions `tags`.
   */
  async put(
    { name, declaration, active, nextRunAt }: SourceFields,
    { actor, tags }: SourceEditor,
  ): Promise<{ json: string; isNew: boolean }> {
    const row = await this.database.queryOne<{ json: string; is_new: boolean }>({
      text: `
        WITH old AS (SELECT s.* FROM source s WHERE s.name = $1::text FOR UPDATE),
        s AS (
          INSERT INTO source AS r (name, declaration, active, maker, next_run_at)
          -- After the old row was read and locked: of rows that a statement has changed itself it sees nothing.
          SELECT $1::text, $2::jsonb, $3::boolean, $4::text, $6::timestamptz WHERE (SELECT count(*) FROM old) >= 0
            AND ($7::text[] IS NULL OR EXISTS (SELECT FROM old WHERE ${isNamed(momentVersionSql('old'), '$7::text[]')}))
          ON CONFLICT (name) DO UPDATE SET declaration = excluded.declaration, active = excluded.active,
            maker = excluded.maker, changed_at = ${momentAfter('r.changed_at')},
            next_run_at = excluded.next_run_at, stale_since = CASE WHEN excluded.active THEN r.stale_since END,
            newest_date = CASE WHEN excluded.declaration -> 'data_set' = r.declaration -> 'data_set' THEN r.newest_date END
          WHERE EXISTS (SELECT FROM old)
          RETURNING r.*
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_key, actor, request_id, before, after)
          SELECT 'source', CASE WHEN old.name IS NULL THEN 'created' ELSE 'updated' END,
            jsonb_build_object('name', s.name), $4::text, $5::text, old.declaration, s.declaration
          FROM s LEFT JOIN old ON true
          RETURNING ${changeNotice('source', `'*'`)}
        )
        SELECT row_to_json(line)::text AS json, NOT EXISTS (SELECT FROM old) AS is_new
        FROM (SELECT ${COLUMNS} FROM s) line`,
      values: [name, declaration, active, actor.name, actor.requestId, nextRunAt, tags ?? null],
    });
    if (row === undefined) throw tags === undefined ? new RaceLost() : new PreconditionFailed();
    return { json: row.json, isNew: row.is_new };
  }

  /**
   * Deletes a source; its runs stay in the history. Returns the JSON text of the answer; undefined: no such source.
   * Throws {@link PreconditionFailed} unless it has one of the versions `tags`.
   */
  async remove(name: string, { actor, tags }: SourceEditor): Promise<string | undefined> {
    return this.database.singleTransaction(async (transaction) => {
      // Locked before the runs are read, as no other run is stored from then on.
      const [source] = await transaction.query<{ named: boolean }>({
        text: `SELECT ${isNamed(momentVersionSql('s'), '$2::text[]')} AS named FROM source s WHERE s.name = $1::text FOR UPDATE`,
        values: [name, tags ?? null],
      });
      if (source?.named === false) throw new PreconditionFailed();
      const [row] = await transaction.query<{ json: string }>({
        text: `
        WITH s AS (DELETE FROM source s WHERE s.name = $1::text RETURNING *), cancelled AS (
          UPDATE source_run r SET state = 'cancelled', ended_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
          FROM s WHERE r.source = s.name AND r.state IN ('queued', 'running')
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_key, actor, request_id, before)
          SELECT 'source', 'deleted', jsonb_build_object('name', s.name), $2::text, $3::text, s.declaration FROM s
          RETURNING ${changeNotice('source', `'*'`)}
        )
        SELECT json_build_object('name', s.name, 'status', 'deleted', 'timestamp', ${instant('clock_timestamp()')})::text
          AS json FROM s`,
        values: [name, actor.name, actor.requestId],
      });
      return row?.json;
    });
  }

  /** Sources with a scheduled run due. */
  due(): Promise<DueSource[]> {
    return this.database.query({
      text: `SELECT name, declaration, next_run_at FROM source
             WHERE active AND next_run_at <= clock_timestamp() ORDER BY next_run_at`,
      values: [],
    });
  }

  /** Advances a schedule, unless another process has done so. */
  async advance({ name, next_run_at }: DueSource, next: Date | null): Promise<void> {
    await this.database.query({
      text: `UPDATE source SET next_run_at = $3::timestamptz
             WHERE name = $1::text AND next_run_at = $2::timestamptz`,
      values: [name, next_run_at, next],
    });
  }

  /** Active sources that begin a run after the close of open days, and none now. */
  followers(): Promise<Waiting[]> {
    return this.database.query({
      text: `SELECT name, declaration, next_run_at FROM source
             WHERE active AND declaration #> '{schedule,after_close}' IS NOT NULL
               AND (next_run_at IS NULL OR next_run_at > clock_timestamp())`,
      values: [],
    });
  }

  /** Gives a source that begins no run now another next time, unless somebody else has. */
  async reschedule({ name, next_run_at }: Waiting, next: Date | null): Promise<void> {
    await this.database.query({
      text: `UPDATE source SET next_run_at = $3::timestamptz
             WHERE name = $1::text AND next_run_at IS NOT DISTINCT FROM $2::timestamptz
               AND (next_run_at IS NULL OR next_run_at > clock_timestamp())`,
      values: [name, next_run_at, next],
    });
  }

  /**
   * The present moment, today in the market's time zone, and the open days from then on, oldest first. By the clock of
   * the database, which also says when a run is due: by another one the next time of a schedule might be the present one.
   */
  async calendar(): Promise<{ now: Date; today: string; openDays: string[] }> {
    const row = await this.database.queryOne<{ now: Date; today: string; last: string }>({
      text: `SELECT clock_timestamp() AS now, ${TODAY}::text AS today, (${TODAY} + ${AHEAD})::text AS last`,
      values: [],
    });
    if (row === undefined) throw new Error('The database has no clock');
    const { now, today, last } = row;
    return { now, today, openDays: await this.openDays(today, last) };
  }

  /** Open days in a range, oldest first. */
  async openDays(from: string, to: string): Promise<string[]> {
    const rows = await this.database.query<{ date: string }>({
      text: `SELECT d::date::text AS date FROM generate_series($1::date, $2::date, interval '1 day') d
             WHERE ${isOpenDay('d::date')} ORDER BY d`,
      values: [from, to],
    });
    return rows.map(({ date }) => date);
  }

  /** Securities of the master, in order. */
  securities(): Promise<{ ticker: string; delisting_date: string | null }[]> {
    return this.database.query({
      text: 'SELECT ticker, delisting_date::text AS delisting_date FROM security ORDER BY ticker',
      values: [],
    });
  }
}
