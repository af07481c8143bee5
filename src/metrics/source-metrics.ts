import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.js';

/** Figures of a source; the last run is the last that has ended. */
interface SourceFigures {
  name: string;
  age: number;
  rows: string;
  failed: string;
  waiting: string;
  stale: number;
}

/** Figures older than this, ms, are read again: one query serves all gauges of a scrape. */
const FRESH = 1_000;
/** Longest time to read the figures, ms; after that they are left out of the scrape. */
const LIMIT = 2_000;

const FIGURES = `
  SELECT s.name,
    extract(epoch FROM clock_timestamp() - coalesce(good.ended_at, s.created_at))::float8 AS age,
    coalesce(last.rows, 0) AS rows, coalesce(last.failed, 0) AS failed,
    (SELECT count(*) FROM quarantine q WHERE q.source = s.name AND q.state = 'waiting') AS waiting,
    (s.stale_since IS NOT NULL)::int AS stale
  FROM source s
  LEFT JOIN LATERAL (
    SELECT r.ended_at FROM source_run r WHERE r.source = s.name AND r.state = 'done' AND r.replay_of IS NULL
    ORDER BY r.created_at DESC LIMIT 1) good ON true
  LEFT JOIN LATERAL (
    SELECT sum(u.created + u.updated + u.unchanged) AS rows, count(*) FILTER (WHERE u.state = 'failed') AS failed
    FROM source_unit u WHERE u.run_id = (
      SELECT r.id FROM source_run r WHERE r.source = s.name AND r.ended_at IS NOT NULL
      ORDER BY r.created_at DESC LIMIT 1)) last ON true`;

const GAUGES = {
  mds_source_age_seconds: ['Since the last run of a source that ended well, or since its declaration', 'age'],
  mds_source_rows: ['Rows of the last run of a source that are stored', 'rows'],
  mds_source_failed_units: ['Units of work of the last run of a source that failed', 'failed'],
  mds_source_stale: ['1 while the newest record of a source is longer ago than it may be', 'stale'],
  mds_source_quarantine_rows: ['Rows of a source that wait for a decision', 'waiting'],
} as const satisfies Record<string, readonly [string, keyof SourceFigures]>;

/** Adds gauges of each source. A deleted source is left out, and so are all while the database does not answer. */
export function addSourceMetrics(database: Database, registers: Registry[]): void {
  let read: Promise<SourceFigures[]> = Promise.resolve([]);
  let at = Number.NEGATIVE_INFINITY;
  const figures = () => {
    if (performance.now() - at > FRESH) {
      at = performance.now();
      read = database.query<SourceFigures>({ text: FIGURES, values: [], limit: LIMIT }).catch(() => []);
    }
    return read;
  };
  for (const [name, [help, figure]] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers,
      aggregator: 'max',
      async collect() {
        this.reset();
        for (const source of await figures()) this.set({ source: source.name }, Number(source[figure]));
      },
    });
  }
}
