/**
 * Speed of bulk import: node bench/bulk.mjs [--rounds 15] [--json]
 * 200 separate POSTs of one client, one after the other over one kept-alive connection, against one bulk request
 * of 200 new items, interleaved, under each duplicate policy; medians. A second request with the same items shows
 * what each policy does with duplicates. The service runs in a process of its own on an embedded database in a
 * temporary folder. Ends with code 1 when bulk is less than ten times as fast, or when a state or a time is wrong.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../scripts/build.mjs';

const ITEMS = 200;
/** rounds before the measured ones: the compiler of the service needs some thousand requests */
const WARM_UP = 15;
/** least that a bulk request must be faster than its items one by one */
const FLOOR = 10;
/** state and status of an item that exists already, by policy */
const DUPLICATE = { error: 'FAILED 303', update: 'UPDATED 200', ignore: 'IGNORED 204' };
const TOKEN = 'bench-bench-bench-bench';
const DAY = 86_400_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const service = spawn(process.execPath, [join(root, 'scripts/start.mjs'), 'main'], {
  env: {
    ...process.env,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    BOOTSTRAP_ADMIN_TOKEN: TOKEN,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = new Promise((resolve) => service.once('exit', resolve));
try {
  const url = await ready();
  const results = [];
  const faults = [];
  for (const policy of Object.keys(DUPLICATE)) results.push(await measure(url, policy, faults));
  const kept = faults.length === 0 && results.every(({ ratio }) => ratio >= FLOOR);
  if (values.json) console.log(JSON.stringify({ items: ITEMS, rounds, floor: FLOOR, results, faults, kept }));
  else {
    console.log(`${ITEMS} new quotes, medians of ${rounds} rounds`);
    for (const { policy, single_ms, bulk_ms, ratio, again_ms } of results) {
      console.log(
        `${policy.padEnd(8)} one by one ${single_ms.toFixed(1).padStart(7)} ms   bulk ${bulk_ms.toFixed(1).padStart(6)} ms   ratio ${ratio.toFixed(1).padStart(5)} (floor ${FLOOR})   the same again ${again_ms.toFixed(1)} ms`,
      );
    }
    for (const fault of faults) console.log(`WRONG: ${fault}`);
  }
  process.exitCode = kept ? 0 : 1;
} finally {
  agent.destroy();
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** Medians of one policy, ms; what is wrong with an answer goes into `faults`. */
async function measure(url, policy, faults) {
  const path = `${url}/svc/quote/bulk/import?on_duplicate=${policy}`;
  const times = { single: [], bulk: [], again: [], items: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const name = `${policy.toUpperCase()}${round + WARM_UP}`;
    const work = {
      single: async () => {
        for (const quote of quotes(`S${name}`)) expectStatus(await call(`${url}/svc/quote`, quote), 201);
      },
      bulk: async () => check(await call(path, quotes(`B${name}`)), 'CREATED 201', faults),
    };
    const elapsed = {};
    for (const way of round % 2 === 0 ? ['single', 'bulk'] : ['bulk', 'single']) {
      const began = performance.now();
      elapsed[way] = (await work[way]()) ?? performance.now() - began;
    }
    elapsed.again = check(await call(path, quotes(`B${name}`)), DUPLICATE[policy], faults);
    if (round < 0) continue;
    for (const [way, ms] of Object.entries(elapsed)) times[way].push(ms);
  }
  const [single, bulk, again] = [times.single, times.bulk, times.again].map(median);
  return { policy, single_ms: single, bulk_ms: bulk, ratio: single / bulk, again_ms: again };
}

/** Checks every item's number, state, status, and that its time was measured; returns the request's time. */
function check(answer, expected, faults) {
  expectStatus(answer, 207);
  const { results, status, total_time: total } = JSON.parse(answer.text);
  if (status !== 'ok' || results.length !== ITEMS) faults.push(`${status}, ${results.length} results`);
  let sum = 0;
  for (const [index, result] of results.entries()) {
    const got = `${result._operation_state} ${result.status}`;
    if (result._operation_id !== index + 1)
      faults.push(`item ${index + 1} is numbered ${result._operation_id}`);
    if (got !== expected) faults.push(`${expected} expected, ${got} got`);
    if (!(result._operation_total_ms > 0)) faults.push(`time of an item: ${result._operation_total_ms}`);
    sum += result._operation_total_ms;
  }
  // The items are the work: they cannot take longer than all of it, nor next to nothing of it.
  if (!(total > 0) || total > answer.ms || sum > total * 1.01 || sum < total * 0.3) {
    faults.push(`times: items ${sum} ms, total ${total} ms, answer ${answer.ms} ms`);
  }
  return answer.ms;
}

function expectStatus(answer, status) {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
}

/** 200 new quotes of a ticker. */
function quotes(ticker) {
  return Array.from({ length: ITEMS }, (_, index) => ({
    ticker,
    date: new Date(Date.UTC(2020, 0, 1) + index * DAY).toISOString().slice(0, 10),
    open: 66_900,
    high: 67_500,
    low: 66_500,
    close: 67_000,
    volume: 3_415_800 + index,
  }));
}

function call(url, body) {
  const text = JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - began,
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

/** The address that the service prints when it is ready. */
async function ready() {
  const said = [];
  for await (const line of createInterface({ input: service.stderr })) {
    const url = / is ready at (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      service.stderr.resume();
      return url;
    }
    said.push(line);
  }
  throw new Error(`The service did not start:\n${said.join('\n')}`);
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
