/**
 * The same requests to two instances of the service in one run: one on a Citus cluster of this machine, a coordinator
 * and two workers, the other on the same PostgreSQL without Citus.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../../scripts/build.mjs';
import { startCluster, stopCluster } from '../../scripts/servers/citus.mjs';
import { command } from '../process.mjs';
import { NO_CACHE } from '../read/scenarios.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

const PORT = Number(process.env.CITUS_PORT ?? 5520);
/** The market of both: securities, and weekdays of each. */
const TICKERS = 400;
const DAYS = 1000;
const LAST_DAY = '2023-12-29';
const ITEMS = 200;
/** Rows of an imported file, five hundred per security. */
const IMPORTED = 100_000;
const IMPORTED_DAYS = 500;
const DAY = 86_400_000;
/**
 * Everything is measured in this many sequential rounds: a momentary disturbance of the machine affects one of them.
 */
const ROUNDS = 3;
/** Requests of a round before those that count, or a fifth of the latter if they are few. */
const WARM_UP = 20;
/** Pause between two looks at the background computation, ms, and the number of looks. */
const PAUSE = 100;
const LOOKS = 600;

const tickerOf = (index) => `T${String(1 + (index % TICKERS)).padStart(4, '0')}`;
const dayOf = (index) => new Date(Date.UTC(2005, 0, 3) + index * DAY).toISOString().slice(0, 10);
const quote = (ticker, date, volume) => ({ ticker, date, open: 100, high: 110, low: 90, close: 105, volume });

/**
 * Measured works: how many requests in all, and the largest ratio to the plain server's time allowed on the cluster.
 */
const WORKS = {
  'a ticker, 20 rows': {
    times: 300,
    most: 2.5,
    send: (call, index) => call('GET', `/quote?ticker=${tickerOf(index)}&limit=20`),
  },
  'POST of a quote': {
    times: 300,
    most: 2,
    send: (call, index) => call('POST', '/svc/quote', quote('POSTED', dayOf(index), 1)),
  },
  'PUT that replaces': {
    times: 300,
    most: 2,
    send: (call, index) => call('PUT', '/svc/quote', quote(tickerOf(index), LAST_DAY, 1_000_000 + index)),
  },
  'PUT that changes nothing': {
    times: 100,
    send: (call) => call('PUT', '/svc/quote', quote(tickerOf(0), LAST_DAY, 7)),
  },
  '200 rows of a ticker': {
    times: 60,
    most: 2,
    send: (call, index) =>
      call(
        'POST',
        '/svc/quote/bulk/import',
        Array.from({ length: ITEMS }, (_, item) => quote(`BULK${index}`, dayOf(item), item)),
      ),
  },
  'approval of a quote': {
    times: 100,
    before: async (call, index) =>
      JSON.parse(await call('POST', '/svc/quote', quote('APPROVED', dayOf(index), 1))).id,
    send: (call, _, id) => call('POST', '/svc/quote/appoval', { id }),
  },
  'a day, 250 rows': {
    times: 60,
    send: (call) => call('GET', `/quote?date=${LAST_DAY}&limit=250`),
  },
  'gainers of the market': {
    times: 5,
    send: (call) => call('GET', `/market/gainers?date=${LAST_DAY}&limit=20`),
  },
};
/** Least rate of an import, as a ratio to the plain server's. */
const LEAST_IMPORT = 0.6;

/**
 * Resolves to the `works`, each with the medians `cluster_ms` and `plain_ms`, their `ratio`, the `ratios` of each round and the `state`,
 * and the `import` with its rates.
 */
export async function measureCluster({ isQuick, folder, say }) {
  chmodSync(folder, 0o755); // servers do not run as root
  const place = join(folder, 'cluster');
  const { url, plain, ports } = await startCluster(place, { port: PORT, plain: true, say });
  const services = [];
  try {
    for (const each of [url, plain]) services.push(await startService({ DATABASE_URL: each }));
    await Promise.all([fill(url), fill(plain)]);
    const workers = ports.slice(1).map((port) => `127.0.0.1:${port}`);
    await program(url, 'cli/distribute', '--workers', workers.join(','));
    await Promise.all([run(url, 'VACUUM (ANALYZE) quote'), run(plain, 'VACUUM (ANALYZE) quote')]);
    const works = await compareWorks(
      [url, plain],
      services.map(caller),
      isQuick ? 1 : ROUNDS,
      isQuick ? 5 : 1,
    );
    for (const [name, { cluster_ms, plain_ms, ratio, ratios, most, state }] of Object.entries(works)) {
      say(
        `${name}: ${cluster_ms.toFixed(2)} ms on the cluster, ${plain_ms.toFixed(2)} ms on one server, ×${ratio.toFixed(2)}` +
          ` (${ratios.map((each) => each.toFixed(2)).join(', ')})` +
          (most === undefined ? '' : `, aimed at ${most}: ${state}`),
      );
    }
    const imported = await compareImports(folder, url, plain, isQuick ? 1 : 3);
    say(
      `import: ${imported.cluster} rows/s on the cluster, ${imported.plain} on one server, ×${imported.ratio.toFixed(2)}, ` +
        `aimed at ${LEAST_IMPORT}: ${imported.state}`,
    );
    return { works, import: imported };
  } finally {
    for (const service of services) await service.stop();
    stopCluster(place);
  }
}

/** Measures every work in rounds, each once the background has nothing left to compute from earlier writes. */
async function compareWorks(urls, callers, rounds, part) {
  const measured = new Map(Object.keys(WORKS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(WORKS)) {
      for (const url of urls) await awaitBackground(url);
      measured.get(name).push(await compare(work, round, Math.ceil(work.times / rounds / part), callers));
    }
  }
  return Object.fromEntries(
    Object.entries(WORKS).map(([name, work]) => [name, verdict(work, measured.get(name))]),
  );
}

/** Sends each request to both servers, alternating which is first; returns the times of both, ms. */
async function compare({ send, before }, round, times, callers) {
  const ms = callers.map(() => []);
  const warmUp = Math.min(WARM_UP, Math.ceil(times / 5));
  for (let index = 0; index < warmUp + times; index++) {
    const number = round * (warmUp + times) + index;
    for (const which of index % 2 === 0 ? [0, 1] : [1, 0]) {
      const call = callers[which];
      const input = await before?.(call, number);
      const began = performance.now();
      await send(call, number, input);
      if (index >= warmUp) ms[which].push(performance.now() - began);
    }
  }
  return ms;
}

function verdict({ most }, rounds) {
  const [cluster_ms, plain_ms] = [0, 1].map((which) => median(rounds.flatMap((ms) => ms[which])));
  const ratio = cluster_ms / plain_ms;
  const ratios = rounds.map(([cluster, plain]) => median(cluster) / median(plain));
  const state = most === undefined ? 'reported' : ratio <= most ? 'met' : 'missed';
  return { cluster_ms, plain_ms, ratio, ratios, most, state };
}

/** Resolves when the service has computed everything that follows from the writes. */
async function awaitBackground(url) {
  for (let look = 0; look < LOOKS; look++) {
    const [row] = await run(
      url,
      `SELECT (SELECT min(position) FROM (SELECT position FROM quote_check_progress UNION ALL SELECT position FROM valuation_progress) p)
         >= (SELECT coalesce(max(id), 0) FROM audit_event)
         AND (SELECT count(*) FROM quote_check) + (SELECT count(*) FROM company_check) = 0 AS "isDone"`,
    );
    if (row.isDone) return;
    await sleep(PAUSE);
  }
  throw new Error('what follows from the writes is not computed');
}

/** A client with one connection; its calls resolve to the text of a successful answer. */
function caller({ base }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...AUTHORIZATION,
      ...NO_CACHE,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const request = http.request(base + path, { method, agent, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (piece) => {
          answer += piece;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode < 300) resolve(answer);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        });
      });
      request.on('error', reject);
      request.end(text);
    });
  };
}

/**
 * Imports the same files of new rows into both servers, alternating which is first; returns the medians of their rates.
 */
async function compareImports(folder, url, plain, rounds) {
  const rates = { cluster: [], plain: [] };
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, `quotes-${round}.csv`);
    writeFileSync(file, [...rowsOf(round)].join('\n'));
    const ways = Object.entries({ cluster: url, plain });
    for (const [way, each] of round % 2 === 0 ? ways : ways.toReversed()) {
      const began = performance.now();
      const { created } = JSON.parse(await program(each, 'cli/import', 'quote', file, '--json'));
      if (created !== IMPORTED) throw new Error(`${created} of ${IMPORTED} rows were imported`);
      rates[way].push(IMPORTED / ((performance.now() - began) / 1000));
    }
  }
  const [cluster, one] = [median(rates.cluster), median(rates.plain)].map(Math.round);
  const ratio = cluster / one;
  return { cluster, plain: one, ratio, state: ratio >= LEAST_IMPORT ? 'met' : 'missed' };
}

function* rowsOf(round) {
  yield 'ticker,date,open,high,low,close,volume';
  for (let row = 0; row < IMPORTED; row++) {
    const ticker = `I${round}X${Math.floor(row / IMPORTED_DAYS)}`;
    yield `${ticker},${dayOf(row % IMPORTED_DAYS)},100,110,90,105,${row}`;
  }
}

/** Quotes of the market, as an import leaves them. */
function fill(url) {
  return run(
    url,
    `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker, flags)
     SELECT 'T' || lpad(t::text, 4, '0'), d::date, 100, 110, 90, 100 + (t + extract(doy FROM d)::int) % 10, t, 'market', 32
     FROM (SELECT d FROM generate_series(date '${LAST_DAY}', date '2000-01-01', interval '-1 day') d
           WHERE extract(isodow FROM d) < 6 LIMIT ${DAYS}) day, generate_series(1, ${TICKERS}) t`,
  );
}

async function run(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a built program on a database; returns its output. */
function program(url, name, ...line) {
  return command(process.execPath, [join(root, 'scripts/start.mjs'), name, ...line], {
    environment: { DATABASE_URL: url },
  });
}
