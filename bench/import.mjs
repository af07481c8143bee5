/**
 * Speed of the import command against psql's \copy of the same clean rows straight into the same table with its
 * indexes, interleaved in rounds; medians. Without psql, COPY through pg-copy-streams stands in for it.
 *
 *   node bench/import.mjs [--rows 500000] [--rounds 3] [--json result.json]
 *
 * Works on a scratch database of TEST_DATABASE_URL's server, or of an embedded one in a temporary folder.
 * Times are of the whole command, from its start to its exit.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { dist, ensureBuilt, root } from '../scripts/build.mjs';
import { median } from './statistics.mjs';

const SCRATCH = 'market_data_bench_import';
const COLUMNS = 'ticker, date, open, high, low, close, volume';
const DAY = 86_400_000;
const BARS_PER_TICKER = 2500;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
const file = join(folder, 'quotes.csv');
/** the same keys, a different volume in each row */
const otherFile = join(folder, 'others.csv');
const server = await openServer();
try {
  await query(server.url(), `DROP DATABASE IF EXISTS ${SCRATCH}`, `CREATE DATABASE ${SCRATCH}`);
  const url = server.url(SCRATCH);
  const { migrateSchema } = await import(join(dist, 'src/database/schema/migrate.js'));
  await migrateSchema({ url });
  // \copy fills only the columns of the file.
  await query(url, `ALTER TABLE quote ALTER maker SET DEFAULT 'bench'`);
  await pipeline(quotes(), createWriteStream(file));
  await pipeline(quotes(1), createWriteStream(otherFile));
  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  const ways = {
    copy: hasPsql ? () => psqlCopy(url) : () => streamCopy(url),
    import: () => importCommand(url, 'error', 'created'),
    again: () => importCommand(url, 'error', 'unchanged'),
    refused: () => importCommand(url, 'error', 'rejected', otherFile),
    changed: () => importCommand(url, 'update', 'updated', otherFile),
  };
  const seconds = { copy: [], import: [], again: [], refused: [], changed: [] };
  const memory = [];
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['copy', 'import'] : ['import', 'copy'];
    for (const way of order) {
      await query(url, 'TRUNCATE quote', 'CHECKPOINT');
      for (const each of way === 'import' ? ['import', 'again', 'refused', 'changed'] : ['copy']) {
        const started = performance.now();
        const summary = await ways[each]();
        seconds[each].push((performance.now() - started) / 1000);
        if (summary) memory.push(summary.peak_memory_mb);
        process.stderr.write(`round ${round + 1} ${each}: ${seconds[each].at(-1).toFixed(2)} s\n`);
      }
    }
  }
  const rate = (way) => Math.round(rows / median(seconds[way]));
  const result = {
    rows,
    rounds,
    file_mb: Math.round(statSync(file).size / 1e6),
    floor: hasPsql ? 'psql \\copy' : 'COPY through pg-copy-streams (no psql here)',
    copy_rows_per_second: rate('copy'),
    import_rows_per_second: rate('import'),
    ratio: median(seconds.copy.map((each, round) => each / seconds.import[round])),
    again_rows_per_second: rate('again'),
    refused_rows_per_second: rate('refused'),
    changed_rows_per_second: rate('changed'),
    peak_memory_mb: Math.max(...memory),
    seconds,
  };
  result.figures = {
    copy: { value: result.copy_rows_per_second, unit: 'rows/s' },
    import: { value: result.import_rows_per_second, unit: 'rows/s', ratio_to_copy: result.ratio },
    again: { value: result.again_rows_per_second, unit: 'rows/s' },
    refused: { value: result.refused_rows_per_second, unit: 'rows/s' },
    changed: { value: result.changed_rows_per_second, unit: 'rows/s' },
  };
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  console.log(
    [
      `${rows} rows (${result.file_mb} MB), medians of ${rounds} interleaved rounds`,
      `${result.floor}: ${result.copy_rows_per_second} rows/s`,
      `import: ${result.import_rows_per_second} rows/s, ${result.ratio.toFixed(2)} of it`,
      `import again, all unchanged: ${result.again_rows_per_second} rows/s`,
      `import of other values, all rejected: ${result.refused_rows_per_second} rows/s`,
      `import of other values, all updated: ${result.changed_rows_per_second} rows/s`,
      `peak memory of the command: ${result.peak_memory_mb} MB`,
    ].join('\n'),
  );
} finally {
  await query(server.url(), `DROP DATABASE IF EXISTS ${SCRATCH} WITH (FORCE)`);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Clean synthetic bars, ticker by ticker as in archives; the same in every run, except for what is `added` to volumes.
 */
function* quotes(added = 0) {
  let random = 1;
  const next = (below) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % below;
  };
  yield `${COLUMNS.replaceAll(' ', '')}\n`;
  for (let row = 0; row < rows; ) {
    const number = Math.floor(row / BARS_PER_TICKER);
    const ticker = `B${number.toString(36).toUpperCase().padStart(3, '0')}`;
    let text = '';
    for (let bar = 0; bar < BARS_PER_TICKER && row < rows; bar++, row++) {
      const date = new Date(Date.UTC(2014, 0, 1) + bar * DAY).toISOString().slice(0, 10);
      const low = 10_000 + next(50_000);
      const [open, close, above] = [next(1000), next(1000), next(500)];
      text += `${ticker},${date},${low + open},${low + Math.max(open, close) + above},${low},${low + close},${next(9_000_000) + added}\n`;
    }
    yield text;
  }
}

async function psqlCopy(url) {
  await command('psql', [url, '-qc', `\\copy quote (${COLUMNS}) FROM '${file}' CSV HEADER`]);
}

async function streamCopy(url) {
  const client = new pg.Client(url);
  await client.connect();
  const into = client.query(copyFrom(`COPY quote (${COLUMNS}) FROM STDIN CSV HEADER`));
  await pipeline(createReadStream(file), into);
  await client.end();
}

/** Runs the command; fails unless every row had the expected outcome. */
async function importCommand(url, policy, expected, from = file) {
  const start = join(root, 'scripts/start.mjs');
  const line = [start, 'cli/import', 'quote', from, '--json', '--on-duplicate', policy];
  const summary = JSON.parse(await command(process.execPath, line, { DATABASE_URL: url }));
  if (summary[expected] !== rows) throw new Error(`${summary[expected]} of ${rows} rows ${expected}`);
  return summary;
}

function command(program, line, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, line, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
    });
    child.on('error', reject);
    // 3: rows were rejected, as the summary reports.
    child.on('close', (code) =>
      code === 0 || code === 3 ? resolve(output) : reject(new Error(`${program} ended with ${code}`)),
    );
  });
}

async function openServer() {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl !== undefined) {
    const url = (database) => {
      const changed = new URL(serverUrl);
      if (database !== undefined) changed.pathname = `/${database}`;
      return changed.href;
    };
    return { url, stop: async () => undefined };
  }
  const { startEmbeddedPostgres } = await import(join(dist, 'src/database/embedded/embedded-postgres.js'));
  const dataDir = join(folder, 'data');
  const embedded = await startEmbeddedPostgres({ dataDir, role: 'service' });
  const { host, port, user, password, database: own } = embedded.connection;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  const url = (database = own) =>
    host.startsWith('/')
      ? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
      : `postgres://${user}${secret}@${host}:${port}/${database}`;
  return { url, stop: () => embedded.stop() };
}

async function query(url, ...texts) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
