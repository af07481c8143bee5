import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { bigintKind } from '../../kinds/kinds.js';
import { EVENT_COLUMNS, IS_EVENT, matches, TYPE } from './event.sql.js';
import type { EventFilter, FeedEvent } from './feed-event.js';
import { RESTORATION_GAP } from './restoration.js';

/** Section of the feed: after one id, up to and including another. */
interface FeedRange {
  after: number;
  upTo: number;
  /** most events to return */
  limit: number;
}

/** Events to list: after one id, up to and including another. */
interface EventRange extends PageRequest {
  after: number;
  upTo: number;
  type?: string[];
  resource?: string[];
  ticker?: string[];
}

type FeedRow = Omit<FeedEvent, 'id'> & { id: string };

/** Query for events as the feed hands them on; condition and order are appended. */
const FEED_LINE = `SELECT line.id, line.type, line.resource, line.key ->> 'ticker' AS ticker, line.key IS NULL AS "isWhole",
    row_to_json(line)::text AS json
  FROM (SELECT ${EVENT_COLUMNS} FROM audit_event e`;

/** SQL of events: they are rows of the audit log. */
@Injectable()
export class EventRepository {
  constructor(private readonly database: Database) {}

  /** Id of the newest committed row; 0 if there is none. */
  async newest(): Promise<number> {
    const row = await this.database.queryOne<{ id: string | null }>({
      text: 'SELECT max(id) AS id FROM audit_event',
      values: [],
    });
    return Number(row?.id ?? 0);
  }

  /**
   * Transactions that hold the lock that every writer takes before drawing an id and keeps to the end; given `among`,
   * only those of them that still do.
   */
  async writers(among: readonly string[] | null): Promise<string[]> {
    const rows = await this.database.query<{ writer: string }>({
      text: `SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
             WHERE locktype = 'relation' AND relation = 'audit_event'::regclass AND mode = 'RowExclusiveLock' AND granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND ($1::text[] IS NULL OR virtualtransaction = ANY ($1::text[]))`,
      values: [among],
    });
    return rows.map(({ writer }) => writer);
  }

  /** Events of a range that match a filter, oldest first. */
  async range({ after, upTo, limit }: FeedRange, filter: EventFilter): Promise<FeedEvent[]> {
    const rows = await this.database.query<FeedRow>({
      text: `${FEED_LINE}
               WHERE e.id > $1::bigint AND e.id <= $2::bigint AND ${IS_EVENT}
                 AND ${matches('$3::text[]', '$4::text[]', '$5::text[]')}
               ORDER BY e.id LIMIT $6::int
             ) line`,
      values: [after, upTo, filter.types ?? null, filter.resources ?? null, filter.tickers ?? null, limit],
    });
    return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }));
  }

  /** The events with these ids that are still stored, in order of id. */
  async withIds(ids: readonly string[]): Promise<FeedEvent[]> {
    const rows = await this.database.query<FeedRow>({
      text: `${FEED_LINE} WHERE e.id = ANY ($1::bigint[]) AND ${IS_EVENT} ORDER BY e.id) line`,
      values: [ids],
    });
    return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }));
  }

  /**
   * Id of the newest committed row; undefined when rows after an id are missing, or the id is not of this database:
   * within the gap of a restoration are the ids that the lost database had.
   */
  async newestAfter(after: number): Promise<number | undefined> {
    const row = await this.database.readByKey<{ newest: string }>({
      text: `SELECT log.newest FROM (
               SELECT (SELECT max(id) FROM audit_event) AS newest,
                 (SELECT max(id) FROM audit_event WHERE id <= $1::bigint) AS last,
                 (SELECT min(id) FROM audit_event WHERE id > $1::bigint) AS next) log
             WHERE $1::bigint <= log.newest AND (log.last = $1::bigint OR log.next - log.last < ${RESTORATION_GAP})`,
      values: [after],
    });
    return row === undefined ? undefined : Number(row.newest);
  }

  /** Smallest id of a committed row that is greater than an id; undefined if there is none. */
  async firstAfter(after: number): Promise<number | undefined> {
    const row = await this.database.queryOne<{ id: string | null }>({
      text: 'SELECT min(id) AS id FROM audit_event WHERE id > $1::bigint',
      values: [after],
    });
    return row?.id == null ? undefined : Number(row.id);
  }

  /** The events after one id, up to and including another; oldest first unless requested otherwise. */
  list(query: EventRange): List {
    const conditions = new Conditions()
      .add('e.id > ?::bigint AND e.id <= ?::bigint', query.after, query.upTo)
      .add(IS_EVENT)
      .when(query.type, `${TYPE} = ANY (?::text[])`)
      .when(query.resource, 'e.resource = ANY (?::text[])')
      .when(query.ticker, `(e.record_key IS NULL OR e.record_key ->> 'ticker' = ANY (?::text[]))`);
    return listByKey(this.database, {
      columns: EVENT_COLUMNS,
      from: 'audit_event e',
      conditions,
      key: [{ sql: 'e.id', name: 'id', kind: bigintKind }],
      query,
      plansOnce: query.type === undefined && query.resource === undefined && query.ticker === undefined,
    });
  }
}
