/**
 * Reading quotes: the service against a bare server (the floor) and against what is usually written, all on the
 * same database, interleaved; medians of rounds. Ratios to the floor of the same round are the result.
 *
 *   npm run bench:read -- [--tickers 1700] [--days 2500] [--rounds 3] [--seconds 3] [--only hot] [--json file]
 *
 * `uncached` asks with Cache-Control: no-cache, which the service takes as the wish for a fresh answer.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { dayOf, openMarket, tickerOf } from './read/market.mjs';
import { startServer, TOKEN } from './read/servers.mjs';

const { values } = parseArgs({
  options: {
    tickers: { type: 'string', default: '1700' },
    days: { type: 'string', default: '2500' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const tickers = Number(values.tickers);
const days = Number(values.days);
const CONNECTIONS = 16;

let seed = 42;
/** Integer from 0 to n - 1, the same sequence in every run (Numerical Recipes' linear congruence). */
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const windowOf = (rows, from = tickers) =>
  `/quote?ticker=${tickerOf(random(from))}&from_date=${dayOf(random(days - rows + 1)).replaceAll('-', '')}&limit=${rows}`;
const many = (make, count = 3000) => Array.from({ length: count }, make);
const mixed = () =>
  windowOf(
    [20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 250, 250, 250, 250, 250, 2500][random(20)],
  );

const NO_CACHE = { 'cache-control': 'no-cache' };
const scenarios = [
  ...[20, 250, 2500].map((rows) => ({
    name: `uncached ${rows}`,
    paths: many(() => windowOf(rows)),
    headers: NO_CACHE,
  })),
  ...[20, 250, 2500].map((rows) => ({
    name: `hot ${rows}`,
    paths: many(() => `/quote?ticker=${tickerOf(random(100))}&limit=${rows}`, 300),
  })),
  {
    name: '304 at 2500',
    paths: many(() => `/quote?ticker=${tickerOf(random(50))}&limit=2500`, 50),
    etag: true,
  },
  { name: 'uncached mix', paths: many(mixed), headers: NO_CACHE },
  { name: 'warm mix', paths: many(mixed, 20_000), warm: true },
].filter(({ name }) => name.includes(values.only));

const market = await openMarket({ tickers, days });
process.stderr.write(`${tickers * days} bars in ${market.loadSeconds.toFixed(1)} s\n`);
const servers = [];
const results = {};
try {
  for (const name of ['floor', 'naive', 'service']) servers.push(await startServer(name, market.url));
  for (const scenario of scenarios) {
    const figures = Object.fromEntries(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      const order = round % 2 === 0 ? servers : servers.toReversed();
      for (const server of order) figures[server.name].push(await measured(server, scenario));
    }
    results[scenario.name] = summary(figures);
    process.stdout.write(`${line(scenario.name, results[scenario.name])}\n`);
  }
  for (const server of servers) process.stdout.write(`${server.name}: ${server.rss().toFixed(0)} MB\n`);
} finally {
  for (const server of servers) await server.stop();
  await market.close();
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);

async function measured(server, { paths, headers, etag, warm }) {
  const own = etag && server.name !== 'floor' ? await tagged(server, paths) : paths.map((path) => ({ path }));
  if (warm && server.name === 'service') await run(server, own, headers, 2);
  await run(server, own, headers, 0.5);
  const result = await run(server, own, headers, Number(values.seconds));
  const refused = result.non2xx - (result['3xx'] ?? 0);
  if (refused > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${refused} refused, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** The same requests with the ETags of their answers, to be answered 304. */
async function tagged(server, paths) {
  const requests = [];
  for (const path of paths) {
    const answer = await fetch(server.base + path, {
      headers: { authorization: `Bearer ${TOKEN}`, 'accept-encoding': 'identity' },
    });
    await answer.arrayBuffer();
    requests.push({
      path,
      headers: { authorization: `Bearer ${TOKEN}`, 'if-none-match': answer.headers.get('etag') ?? '' },
    });
  }
  return requests;
}

function run(server, requests, headers = {}, duration) {
  return autocannon({
    url: server.base,
    connections: CONNECTIONS,
    duration,
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    requests,
  });
}

function summary(figures) {
  const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const floor = figures.floor.map(({ rate }) => rate);
  return Object.fromEntries(
    Object.entries(figures).map(([name, rounds]) => [
      name,
      {
        rate: median(rounds.map(({ rate }) => rate)),
        p50: median(rounds.map(({ p50 }) => p50)),
        p99: median(rounds.map(({ p99 }) => p99)),
        ratio: median(rounds.map(({ rate }, round) => rate / floor[round])),
      },
    ]),
  );
}

function line(name, result) {
  const cells = Object.entries(result).map(
    ([server, { rate, p99, ratio }]) => `${server} ${rate.toFixed(0)}/s ×${ratio.toFixed(2)} p99 ${p99} ms`,
  );
  return `${name.padEnd(14)} ${cells.join(' | ')}`;
}
