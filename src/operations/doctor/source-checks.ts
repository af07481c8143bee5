import { bad, type Check, ok, some } from './finding.js';

/** A schedule that is this late is not followed by any service. */
const LATE = '15 minutes';

/** Sources whose last run failed, whose schedule is overdue, or whose secrets are not set. */
const runs: Check = {
  name: 'sources',
  async look({ client, config }) {
    const { rows } = await client.query<{
      name: string;
      failed: boolean;
      late: boolean;
      stale: string | null;
      secrets: string[];
    }>(
      `SELECT s.name, coalesce(last.state = 'failed', false) AS failed,
         s.active AND coalesce(s.next_run_at < clock_timestamp() - interval '${LATE}', false) AS late,
         CASE WHEN s.stale_since IS NOT NULL THEN coalesce(s.newest_date::text, 'none') END AS stale,
         array_remove(ARRAY[s.declaration #>> '{auth,secret}', s.declaration #>> '{auth,client_id}',
           s.declaration #>> '{auth,client_secret}', s.declaration #>> '{auth,private_key}',
           s.declaration #>> '{auth,passphrase}'], NULL) AS secrets
       FROM source s LEFT JOIN LATERAL (
         SELECT r.state FROM source_run r WHERE r.source = s.name AND r.ended_at IS NOT NULL
         ORDER BY r.created_at DESC LIMIT 1) last ON true
       ORDER BY s.name`,
    );
    const isUnset = (name: string) =>
      !config.SOURCE_SECRETS.has(name) && !config.SOURCE_SECRETS.has(`${name}_FILE`);
    const wrong = rows.flatMap(({ name, failed, late, stale, secrets }) => [
      ...(failed ? [`${name}: the last run failed`] : []),
      ...(late ? [`${name}: its run is overdue`] : []),
      ...(stale === null ? [] : [`${name}: it brings nothing new, newest record ${stale}`]),
      ...secrets.filter(isUnset).map((secret) => `${name}: SOURCE_SECRET_${secret} is not set`),
    ]);
    if (wrong.length === 0)
      return ok(rows.length === 0 ? 'none is declared' : `${rows.length}, all up to date`);
    return bad(
      'warn',
      some(wrong),
      'GET /svc/source/<name>/run says what failed; schedules need a running service, and secrets its environment',
    );
  },
};

const quarantine: Check = {
  name: 'quarantine',
  async look({ client }) {
    const { rows } = await client.query<{ source: string; rows: number }>(
      `SELECT source, count(*)::int AS rows FROM quarantine WHERE state = 'waiting' GROUP BY source ORDER BY source`,
    );
    if (rows.length === 0) return ok('nothing waits');
    return bad(
      'warn',
      `rows wait for a decision: ${some(rows.map(({ source, rows: count }) => `${source} ${count}`))}`,
      'A checker releases, corrects or rejects them: GET /svc/quarantine',
    );
  },
};

export const SOURCE_CHECKS = [runs, quarantine];
