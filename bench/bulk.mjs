/**
 * Speed of bulk import: 200 new items per request, twenty sequential requests from one client, against other ways of
 * writing the same 200 rows into the same table, interleaved in rounds; medians, ratios within a round.
 *
 *   node bench/bulk.mjs [--rounds 15] [--url database] [--json result.json]
 *
 * Without a database it makes one with 4,250,000 quotes, as in the benchmark of everything.
 *
 * - single: 200 sequential POSTs over one kept-alive connection
 * - set: one INSERT … SELECT FROM unnest … ON CONFLICT DO NOTHING RETURNING from a bare client: no HTTP, no validation,
 *   no audit log, no per-item time. What PostgreSQL itself needs
 * - ordered set: the same with identifiers in time order, as the service assigns them, instead of random ones
 * - audited set: the set with one audit event per row in the same statement, which the service promises
 * - find-and-save: the usual code, TypeORM's find and save item by item, each in its own transaction
 *
 * A second request with the same items shows how each policy treats duplicates. Exits with code 1 when bulk is
 * less than ten times as fast as single POSTs, or when a state or a time is wrong.
 */
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openMarket, WHOLE_MARKET } from './read/market.mjs';
import { startServer, TOKEN } from './read/servers.mjs';
import { median } from './statistics.mjs';
import { findAndSave } from './write/find-and-save.mjs';
import { setStatements } from './write/set-statements.mjs';

const ITEMS = 200;
/** sequential requests per turn, as a client sends that loads data: the first finds the processor's caches cold */
const REQUESTS = 20;
/** rounds before the measured ones: the service's compiler needs some thousand requests */
const WARM_UP = 10;
/** least factor by which a bulk request must be faster than its items one by one */
const FLOOR = 10;
/** state and status of an already existing item, by policy */
const DUPLICATE = { error: 'FAILED 303', update: 'UPDATED 200', ignore: 'IGNORED 204' };
/** ways that send each item separately: one request of 200 items equals that many sequential ones */
const BY_ITEM = new Set(['single', 'find_and_save']);
const DAY = 86_400_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, json: { type: 'string' }, url: { type: 'string' } },
});
const rounds = Number(values.rounds);

const market = values.url === undefined ? await openMarket(WHOLE_MARKET) : undefined;
const url = values.url ?? market.url;
const service = await startServer('service', url);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const bare = new pg.Client({ connectionString: url });
await bare.connect();
const orm = await findAndSave(url);
const faults = [];
try {
  const ways = {
    single: async (items) => {
      for (const item of items) expectStatus(await call('/svc/quote', item), 201);
    },
    set: (items) => bare.query(setStatements(items).plain()),
    ordered_set: (items) => bare.query(setStatements(items).ordered()),
    audited_set: (items) => bare.query(setStatements(items).audited()),
    find_and_save: (items) => orm.write(items),
    ...Object.fromEntries(Object.keys(DUPLICATE).map((policy) => [policy, (items) => bulk(items, policy)])),
  };
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  const repeats = Object.fromEntries(Object.keys(DUPLICATE).map((policy) => [policy, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    const order = round % 2 === 0 ? Object.keys(ways) : Object.keys(ways).toReversed();
    for (const way of order) {
      const name = `${way.replaceAll('_', '').toUpperCase()}${round + WARM_UP}`;
      const requests = Array.from({ length: BY_ITEM.has(way) ? 1 : REQUESTS }, (_, index) =>
        quotes(`${name}X${index}`),
      );
      let ms = 0;
      for (const items of requests) ms += await timeOf(() => ways[way](items));
      if (round >= 0) times[way].push(ms / requests.length);
      if (way in DUPLICATE) {
        const repeatMs = await bulk(requests[0], way, DUPLICATE[way]);
        if (round >= 0) repeats[way].push(repeatMs);
      }
    }
  }
  report(times, repeats);
} finally {
  agent.destroy();
  await orm.close();
  await bare.end();
  await service.stop();
  await market?.close();
}

/** Milliseconds that the work takes, or that it reports for its request. */
async function timeOf(work) {
  const began = performance.now();
  const result = await work();
  return typeof result === 'number' ? result : performance.now() - began;
}

function report(times, repeats) {
  const ratio = (way, to) => median(times[to].map((ms, round) => ms / times[way][round]));
  const figures = Object.fromEntries(
    Object.entries(times).map(([way, list]) => [
      way,
      { value: median(list), unit: 'ms', items_per_second: Math.round((ITEMS / median(list)) * 1000) },
    ]),
  );
  for (const policy of Object.keys(DUPLICATE)) {
    Object.assign(figures[policy], {
      ratio_to_single: ratio(policy, 'single'),
      ratio_to_set: ratio(policy, 'set'),
      ratio_to_ordered_set: ratio(policy, 'ordered_set'),
      ratio_to_audited_set: ratio(policy, 'audited_set'),
      ratio_to_find_and_save: ratio(policy, 'find_and_save'),
      again_ms: median(repeats[policy]),
    });
  }
  const isFloorMet =
    faults.length === 0 && Object.keys(DUPLICATE).every((policy) => figures[policy].ratio_to_single >= FLOOR);
  if (values.json) {
    const result = { items: ITEMS, rounds, floor: FLOOR, figures, faults, met: isFloorMet };
    writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  }
  console.log(`${ITEMS} new quotes, medians of ${rounds} interleaved rounds`);
  for (const [way, figure] of Object.entries(figures)) {
    const ratios = Object.entries(figure).filter(([name]) => name.startsWith('ratio_to_'));
    console.log(
      `${way.padEnd(13)} ${figure.value.toFixed(1).padStart(7)} ms ${String(figure.items_per_second).padStart(6)}/s` +
        ratios.map(([name, each]) => `  ×${each.toFixed(2)} of ${name.slice(9)}`).join('') +
        (figure.again_ms === undefined ? '' : `  the same again ${figure.again_ms.toFixed(1)} ms`),
    );
  }
  for (const fault of new Set(faults)) console.log(`WRONG: ${fault}`);
  process.exitCode = isFloorMet ? 0 : 1;
}

/** Sends a bulk request; checks every item's number, state, status and time; returns the request's time, ms. */
async function bulk(items, policy, expected = 'CREATED 201') {
  const answer = await call(`/svc/quote/bulk/import?on_duplicate=${policy}`, items);
  expectStatus(answer, 207);
  const { results, status, total_time: total } = JSON.parse(answer.text);
  if (status !== 'ok' || results.length !== ITEMS) faults.push(`${status}, ${results.length} results`);
  let sum = 0;
  for (const [index, result] of results.entries()) {
    const actual = `${result._operation_state} ${result.status}`;
    if (result._operation_id !== index + 1)
      faults.push(`item ${index + 1} is numbered ${result._operation_id}`);
    if (actual !== expected) faults.push(`${expected} expected, ${actual} got`);
    if (!(result._operation_total_ms > 0)) faults.push(`time of an item: ${result._operation_total_ms}`);
    sum += result._operation_total_ms;
  }
  // The items are the work: their times cannot exceed the whole, nor, when they are written, be next to nothing of it.
  const least = expected === 'CREATED 201' ? 0.1 : 0; // a busy machine lets a request wait
  if (!(total > 0) || total > answer.ms || sum > total * 1.01 || sum < total * least) {
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

function call(path, body) {
  const text = JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(
      service.base + path,
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
