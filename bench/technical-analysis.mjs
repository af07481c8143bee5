/**
 * Speed of GET /trade/technical-analysis: node bench/technical-analysis.mjs [--json]
 * Ten indicators over 25 years (6,500 bars) of one ticker in one JSON page, against GET /quote of the same bars from
 * the database (Cache-Control: no-cache), interleaved; medians. GET /quote from memory is shown too: it sends ready-made
 * text, a seventh of the bytes. The service runs in a separate process on an embedded database in a temporary folder.
 * Exits with code 1 when the indicators take more than three times as long as the bars, which is the aim.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../scripts/build.mjs';
import { freePort, spawnService, stopProcess, TOKEN } from './read/servers.mjs';
import { median } from './statistics.mjs';

const BARS = 6_500;
const ROUNDS = 15;
const WARM_UP = 5;
const BATCH = 200;
/** largest ratio of the indicators' time to that of the bars alone */
const CEILING = 3;
const INDICATORS =
  'rsi,macd,bollinger_bands,adx,stochastic_slow,cci,mfi,parabolic_sar,linear_regression,zigzag';
const DAY = 86_400_000;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
const port = await freePort();
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const service = spawnService({ PORT: String(port), DATA_DIR: join(folder, 'data'), DATABASE_URL: '' });
try {
  await ready();
  const quotes = walk();
  for (let from = 0; from < BARS; from += BATCH) {
    const { status } = await call('POST', '/svc/quote/bulk/import', quotes.slice(from, from + BATCH));
    if (status !== 207) throw new Error(`the bars were answered with ${status}`);
  }
  const paths = {
    quote: '/quote?ticker=BENCH&limit=10000',
    analysis: `/trade/technical-analysis?ticker=BENCH&limit=10000&indicator=${INDICATORS}`,
  };
  const ways = {
    quote: [paths.quote, { 'cache-control': 'no-cache' }],
    memory: [paths.quote, {}],
    analysis: [paths.analysis, { 'cache-control': 'no-cache' }],
  };
  const times = { quote: [], memory: [], analysis: [] };
  const bytes = {};
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? Object.keys(ways) : Object.keys(ways).reverse();
    for (const name of order) {
      const began = performance.now();
      const [path, headers] = ways[name];
      const answer = await call('GET', path, undefined, headers);
      const ms = performance.now() - began;
      const body = Buffer.concat(answer.pieces);
      if (answer.status !== 200 || !body.includes(`"count":${BARS},`)) {
        throw new Error(`${path}: ${answer.status} ${body.subarray(-200)}`);
      }
      bytes[name] = body.length;
      if (round >= 0) times[name].push(ms);
    }
  }
  const milliseconds = (name) => Math.round(median(times[name]) * 100) / 100;
  const ratio = median(times.analysis) / median(times.quote);
  const result = {
    bars: BARS,
    rounds: ROUNDS,
    indicators: INDICATORS.split(',').length,
    quote_ms: milliseconds('quote'),
    quote_from_memory_ms: milliseconds('memory'),
    analysis_ms: milliseconds('analysis'),
    quote_bytes: bytes.quote,
    analysis_bytes: bytes.analysis,
    ratio: Math.round(ratio * 100) / 100,
    met: ratio <= CEILING,
  };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else {
    const line = (name, ms, size) => `${name.padEnd(20)}${ms.toFixed(1).padStart(8)} ms  ${size} bytes`;
    console.log(line('GET /quote', result.quote_ms, result.quote_bytes));
    console.log(line('… from memory', result.quote_from_memory_ms, result.quote_bytes));
    console.log(line('ten indicators', result.analysis_ms, result.analysis_bytes));
    console.log(`ratio ${result.ratio} (at most ${CEILING}), ${BARS} bars, medians of ${ROUNDS}`);
  }
  process.exitCode = result.met ? 0 : 1;
} finally {
  agent.destroy();
  await stopProcess(service);
  rmSync(folder, { recursive: true, force: true });
}

/** One request on the open connection, its body read to the end. */
function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        port,
        method,
        path,
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          ...headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      },
      (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('end', () => resolve({ status: response.statusCode, pieces }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function ready() {
  for (let tries = 0; tries < 600; tries++) {
    if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
    const answer = await call('GET', '/health/ready').catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error('the service did not start');
}

/** A random walk on ticks of 50 VND, the same on every run. */
function walk() {
  let state = 1;
  const upTo = (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % (most + 1);
  };
  let last = 20_000;
  return Array.from({ length: BARS }, (_, bar) => {
    const open = last;
    const close = Math.max(2_000, open + 50 * (upTo(12) - 6));
    last = close;
    return {
      ticker: 'BENCH',
      date: new Date(Date.UTC(2000, 0, 3) + bar * DAY).toISOString().slice(0, 10),
      open,
      high: Math.max(open, close) + 50 * upTo(4),
      low: Math.min(open, close) - 50 * upTo(4),
      close,
      volume: upTo(50_000_000),
    };
  });
}
