/**
 * Writes the SQL of every read as PostgreSQL receives it to docs/sql, one file per operation, so that a review shows
 * statements instead of the fragments that they are built from; with `--check` fails when the committed files differ.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dist, ensureBuilt, root } from './build.mjs';

const FOLDER = join(root, 'docs', 'sql');
/** A day of the demo market, so that the output does not depend on today. */
const LAST_DAY = '2025-06-30';
const TOKEN = 'rendered-sql-token-0001';
/** Parameters of the envelope, which every list shares. */
const ENVELOPE = new Set(['offset', 'limit', 'cursor', 'order', 'total', 'format', 'csv']);
/** Examples of the document that the demo market has under another name, or that exclude each other. */
const VALUES = { ticker: 'ZDA', symbol: 'ZDA', date: '20250630', from_date: '20250601', to_date: '20250630' };
const READS = /^\s*(WITH|SELECT)\b/i;
/**
 * Statements that run alongside a read: the look-up of its token, the deliveries to webhooks, why a list came out
 * empty, the checks of quotes, the schedules of sources.
 */
const BESIDE =
  /\bapi_token\b|w\.secret|empty read|quote_check|company_check|valuation_progress|span AS MATERIALIZED \(\s*SELECT s\.ticker|WHERE active AND next_run_at|stale_since = CASE/;

let statements;
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function record(config, ...rest) {
  // Those of the repositories: TypeORM and the pools send plain texts.
  if (statements !== undefined && config?.text !== undefined) statements.add(config.text);
  return query.call(this, config, ...rest);
};

/** The target of a reference in the document, or the value itself if it is not a reference. */
function resolved(document, { $ref: reference, ...value }) {
  if (reference === undefined) return value;
  return reference
    .slice(2)
    .split('/')
    .reduce((place, name) => place[name], document);
}

/** The requests of an operation: with its required parameters, and with all filters that can be combined. */
function requestsOf(path, parameters) {
  const example = ({ name, example: own, schema }) => VALUES[name] ?? own ?? schema?.example;
  const of = (place) => parameters.filter((each) => each.in === place);
  const address = of('path').reduce(
    (text, each) => text.replace(`{${each.name}}`, encodeURIComponent(example(each))),
    path,
  );
  const filters = of('query').filter(({ name, schema }) => !ENVELOPE.has(name) && !schema?.['x-alias-of']);
  const requiredFilters = filters.filter(({ required }) => required);
  return [
    requiredFilters,
    filters.filter(({ name }) => name !== 'date'),
    filters.filter(({ name }) => !/_date$/.test(name)),
  ].map((chosenFilters) => {
    // An object appears as its members, as OpenAPI explodes it.
    const pairs = (each) => {
      const value = example(each);
      if (typeof value !== 'object') return [[each.name, String(value)]];
      return Object.entries(value).map(([name, member]) => [name, String(VALUES[name] ?? member)]);
    };
    const text = new URLSearchParams(chosenFilters.flatMap(pairs));
    return `${address}${text.size === 0 ? '' : `?${text}`}`;
  });
}

async function statementsOf(url, request) {
  statements = new Set();
  const answer = await fetch(url + request, {
    headers: { authorization: `Bearer ${TOKEN}`, 'cache-control': 'no-cache', accept: 'application/json' },
  });
  await answer.text();
  const texts = [...statements].filter((text) => READS.test(text) && !BESIDE.test(text));
  statements = undefined;
  // Concurrent statements come in any order.
  return answer.status === 400 ? [] : texts.sort();
}

/** Resolves when the quotes are checked and the statements counted, so that no read coincides with this work. */
async function caughtUp(url) {
  for (const path of ['/quote/gaps?limit=1', '/valuation?limit=1']) {
    let isPending = true;
    while (isPending) {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
      const { meta } = await answer.json();
      isPending = meta.notices?.some(({ code }) => code.endsWith('_pending')) === true;
    }
  }
}

/** A statement with its lines indented by their depth in parentheses. */
function sql(text) {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const closing = /^\)*/.exec(line)[0].length;
      const indented = `${'  '.repeat(Math.max(0, depth - closing))}${line}`;
      for (const sign of line) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      return indented;
    })
    .join('\n');
}

/** Tag of operations that do not read records. */
const TAG_WITHOUT_READS = 'Operation';

async function render(url, document) {
  const files = new Map();
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    if (operation === undefined || operation.tags.includes(TAG_WITHOUT_READS)) continue;
    const parts = new Map();
    const parameters = (operation.parameters ?? []).map((each) => resolved(document, each));
    for (const request of requestsOf(path, parameters)) {
      for (const text of await statementsOf(url, request)) {
        if (!parts.has(text)) parts.set(text, `-- GET ${request}\n${sql(text)};\n`);
      }
    }
    if (parts.size > 0) files.set(`${operation.operationId}.sql`, [...parts.values()].join('\n'));
  }
  return files;
}

ensureBuilt();
const load = (file) => import(join(dist, file));
const { startEmbeddedPostgres } = await load('src/database/embedded/embedded-postgres.js');
const { prepare } = await load('src/bootstrap.js');
const { parseConfig } = await load('src/config/config.js');
const { Database } = await load('src/database/database.js');
const { loadDemo } = await load('src/demo/demo-loader.js');
const { LogFollowers } = await load('src/modules/event/log-followers.js');
const dataDir = mkdtempSync(join(tmpdir(), 'mds-sql-'));
const server = await startEmbeddedPostgres({ dataDir, role: 'service' });
const config = parseConfig({
  BOOTSTRAP_ADMIN_TOKEN: TOKEN,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '0',
});
const { app } = await prepare(config, server.connection);
try {
  // The days of valuations are computed by the request that reads them, never in the background.
  app.get(LogFollowers).onModuleDestroy();
  await loadDemo(app.get(Database), LAST_DAY);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  await caughtUp(url);
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const files = await render(url, document);
  if (process.argv.includes('--check')) check(files);
  else write(files);
} finally {
  await app.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function write(files) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
  process.stdout.write(`docs/sql: ${files.size} operations written\n`);
}

function check(files) {
  const committed = new Set(readdirSync(FOLDER));
  const differing = [...files].filter(
    ([name, text]) => !committed.has(name) || readFileSync(join(FOLDER, name), 'utf8') !== text,
  );
  const obsolete = [...committed].filter((name) => !files.has(name));
  const names = [...differing.map(([name]) => name), ...obsolete];
  if (names.length === 0) process.stdout.write('docs/sql matches what the code sends\n');
  else {
    process.stderr.write(`docs/sql differs from the code: run npm run sql and review ${names.join(', ')}\n`);
    process.exitCode = 1;
  }
}
