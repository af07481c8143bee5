import { realpath, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { migrationsOf } from '../../database/servers/with-client.js';
import { bad, type Check, ok, some } from './finding.js';

/** Free space of the database's folder, bytes: less than the first is a warning, than the second a failure. */
const FREE_WARN = 5 * 1024 ** 3;
const FREE_FAIL = 512 * 1024 ** 2;
/** Difference of the clocks, seconds: it shifts the dates of events and the expiry of tokens. */
const CLOCK_WARN = 2;
const CLOCK_FAIL = 60;
const OLDEST_VERSION = 140_000;

const version: Check = {
  name: 'PostgreSQL version',
  async look({ client }) {
    const { rows } = await client.query<{ number: number; version: string }>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
    );
    const { number = 0, version = '?' } = rows[0] ?? {};
    return number >= OLDEST_VERSION
      ? ok(version)
      : bad('fail', version, 'Use PostgreSQL 14 or newer behind DATABASE_URL');
  },
};

const encoding: Check = {
  name: 'encoding',
  async look({ client }) {
    const { rows } = await client.query<{ encoding: string }>(
      'SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()',
    );
    const encoding = rows[0]?.encoding ?? '?';
    return encoding === 'UTF8'
      ? ok(encoding)
      : bad('fail', encoding, 'Back up, create the database with ENCODING UTF8, restore');
  },
};

const migrations: Check = {
  name: 'migrations',
  async look({ client }) {
    const appliedNames = await migrationsOf(client);
    if (appliedNames.length === 0)
      return bad('fail', 'no migration has run: the database has no schema', 'npm start makes it');
    const shippedNames = MIGRATIONS.map((migration) => migration.name);
    const missing = shippedNames.filter((name) => !appliedNames.includes(name));
    const unknown = appliedNames.filter((name) => !shippedNames.includes(name));
    if (unknown.length > 0) {
      return bad(
        'fail',
        `a newer version has run ${some(unknown)}`,
        'Run the newer version; older ones do not know this schema',
      );
    }
    if (missing.length > 0) {
      return bad(
        'fail',
        `not recorded as run: ${some(missing)}`,
        'Back up, then npm start: it migrates. If the tables are there already, the notes were lost: restore the last backup',
      );
    }
    return ok(`${appliedNames.length}, the last is ${appliedNames.at(-1)}`);
  },
};

const disk: Check = {
  name: 'disk space',
  async look({ config }) {
    if (config.DATABASE_URL !== undefined) return ok("the database server's own disk is not seen from here");
    // The cluster may be a link to another disk.
    const folder = await realpath(join(config.DATA_DIR, 'postgresql')).catch(() => config.DATA_DIR);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const detail = `${(free / 1024 ** 3).toFixed(1)} GB free in ${folder}`;
    const advice = 'Free space or move the database: without space for its log it stops';
    if (free < FREE_FAIL) return bad('fail', detail, advice);
    return free < FREE_WARN ? bad('warn', detail, advice) : ok(detail);
  },
};

const clock: Check = {
  name: 'clock',
  async look({ client }) {
    const before = Date.now();
    const { rows } = await client.query<{ now: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::double precision AS now',
    );
    const difference = Math.abs((rows[0]?.now ?? 0) - (before + Date.now()) / 2000);
    const detail = `database and this machine are ${difference.toFixed(3)} s apart`;
    const advice = 'Set both clocks by NTP';
    if (difference > CLOCK_FAIL) return bad('fail', detail, advice);
    return difference > CLOCK_WARN ? bad('warn', detail, advice) : ok(detail);
  },
};

const checksums: Check = {
  name: 'data checksums',
  async look({ client }) {
    const { rows } = await client.query<{ state: string; failures: string | null }>(
      `SELECT current_setting('data_checksums') AS state, sum(checksum_failures)::text AS failures
       FROM pg_stat_database`,
    );
    const { state = '?', failures } = rows[0] ?? {};
    if (Number(failures ?? 0) > 0) {
      return bad(
        'fail',
        `${failures} pages had a wrong checksum`,
        'The disk damages data: restore the last backup on another disk',
      );
    }
    if (state === 'on') return ok('on, no failure seen');
    return bad('warn', state, 'Stop the server and run pg_checksums --enable, so that a bad disk is noticed');
  },
};

/** Checks of the server and of what it runs on. */
export const SERVER_CHECKS: readonly Check[] = [version, encoding, migrations, disk, clock, checksums];
