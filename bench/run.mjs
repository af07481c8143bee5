/**
 * The benchmark: makes its data, starts the servers, measures, prints.
 *
 *   npm run bench -- [--quick] [--tickers 1700] [--days 2500] [--rounds 3] [--seconds 3]
 *                    [--only "hot,warm mix"] [--reads "/svc/quote,limit=2500"] [--sizes 1,4,16] [--json file] [--report]
 *
 * `--quick`: a smaller market, shorter and fewer rounds; `--only`: scenarios and parts whose names contain one of the
 * words, and two that run only when named: `growth`, at `--sizes` as multiples of 400 tickers, which takes long, and
 * `cluster`, a Citus cluster of this machine against the same server without Citus;
 * `--reads`: for the part `every read` those requests whose paths contain one of the words, printed but never reported;
 * `--report`: writes docs/performance.md, as a full run does anyway; with some parts only their figures.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build.mjs';
import { generator } from './load/load.mjs';
import { machine } from './machine.mjs';
import { measureBulk, measureImport, measureIndicators } from './parts/children.mjs';
import { measureCluster } from './parts/cluster.mjs';
import { measureCsv } from './parts/csv.mjs';
import { measureEveryRead } from './parts/every-read.mjs';
import { measureGrowth } from './parts/growth.mjs';
import { followMemory } from './parts/memory.mjs';
import { measurePages } from './parts/pages.mjs';
import { measureReads } from './parts/read.mjs';
import { measureStarts } from './parts/start.mjs';
import { openMarket, WHOLE_MARKET } from './read/market.mjs';
import { readScenarios } from './read/scenarios.mjs';
import { startServer } from './read/servers.mjs';
import { writeReport } from './report/report.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tickers: { type: 'string' },
    days: { type: 'string', default: String(WHOLE_MARKET.days) },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string', default: '' },
    reads: { type: 'string', default: '' },
    sizes: { type: 'string', default: '1,4,16' },
    json: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});
const isQuick = values.quick;
const options = {
  tickers: Number(values.tickers ?? (isQuick ? 200 : WHOLE_MARKET.tickers)),
  days: Number(values.days),
  rounds: Number(values.rounds ?? (isQuick ? 1 : 3)),
  seconds: Number(values.seconds ?? (isQuick ? 1 : 3)),
  sizes: values.sizes.split(',').map(Number),
  reads: wordsOf(values.reads),
};
const words = wordsOf(values.only);
const is = (name) => words.some((word) => name.includes(word));
const say = (text) => process.stdout.write(`${text}\n`);

/** Parts on one market that all servers share. */
const SHARED = { pages: measurePages, csv: measureCsv };
/** Parts that write to that market, after the servers have ended. */
const AFTER = { bulk: measureBulk };
/** Parts with their own database. */
const OWN = {
  start: measureStarts,
  indicators: measureIndicators,
  import: measureImport,
  'every read': measureEveryRead,
};

/** Parts with their own database that run only when named. */
const NAMED = { growth: measureGrowth, cluster: measureCluster };

ensureBuilt(); // a start is measured with the build already there
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'mds-bench-load-'));
const results = { options, machine: machine(), generator: generator() };
const context = { options, isQuick, generator: results.generator, folder, is, say };
try {
  for (const [name, measure] of Object.entries(OWN)) if (is(name)) results[name] = await measure(context);
  for (const [name, measure] of Object.entries(NAMED))
    if (words.includes(name)) results[name] = await measure(context);
  const readers = [...Object.keys(SHARED), ...readScenarios(options).map(({ name }) => name)].some(is);
  if (readers || Object.keys(AFTER).some(is)) await onMarket(readers);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
results.minutes = (performance.now() - began) / 60_000;
say(`${results.minutes.toFixed(1)} minutes`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
const isReported = values.report || (!isQuick && values.only === '');
if (isReported && values.reads === '') writeReport(results, { isWhole: values.only === '' });

function wordsOf(text) {
  return text.split(',').map((word) => word.trim());
}

async function onMarket(readers) {
  const market = await openMarket(options);
  say(`${options.tickers * options.days} bars in ${market.loadSeconds.toFixed(1)} s`);
  try {
    [{ version: results.machine.postgresql }] = await market.query(
      `SELECT current_setting('server_version') AS version`,
    );
    if (readers) await besideServers(market);
    for (const [name, measure] of Object.entries(AFTER)) {
      if (is(name)) results[name] = await measure({ ...context, market });
    }
  } finally {
    await market.close();
  }
}

async function besideServers(market) {
  const servers = [];
  try {
    for (const name of ['floor', 'floor, covering index', 'naive', 'service'])
      servers.push(await startServer(name, market.url));
    const service = servers.at(-1);
    const memory = await followMemory(service);
    const shared = { ...context, market, servers, service, memory };
    results.read = await measureReads(shared);
    for (const [name, measure] of Object.entries(SHARED)) {
      if (!is(name)) continue;
      results[name] = await measure(shared);
      await memory.note(name);
    }
    results.memory = memory.end();
    const { rest_mb, peak_mb, cache_mb, beside_mb, worst } = results.memory;
    say(
      `memory: at rest ${rest_mb.toFixed(0)} MB, peak ${peak_mb.toFixed(0)} MB, ` +
        `caches ${cache_mb.toFixed(0)} MB, beside them ${beside_mb.toFixed(0)} MB (${worst})`,
    );
  } finally {
    for (const server of servers) await server.stop();
  }
}
