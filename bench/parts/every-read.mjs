/**
 * Every documented read from the database, against a floor that runs the very statements the service runs for it and,
 * for lists of one table, against the naive variant; on the demo market, in interleaved rounds.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openData } from '../every-read/data.mjs';
import { headersOf, record, textsBesideReads } from '../every-read/record.mjs';
import { NOT_REQUESTED, REQUESTS } from '../every-read/requests.mjs';
import { tablesOf } from '../every-read/tables.mjs';
import { openValues } from '../every-read/values.mjs';
import { awaitValuations } from '../growth/market.mjs';
import { CONNECTIONS, load } from '../load/load.mjs';
import { processorTime } from '../processor-time.mjs';
import { startScript, startService } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Seconds of a server in a round: the time of this many answers to one client, within bounds. */
const ANSWERS = 20;
const SHORTEST = 0.2;
const LONGEST = 3;
/**
 * An answer that takes this long, ms, is requested over fewer connections: otherwise they wait for the pool instead.
 */
const SLOW = 100;
const FEW = 4;
/** Seconds before the measured ones. */
const WARM_UP = 0.1;
/** Pause between two checks whether the database has finished statements that nobody waits for any more, ms. */
const PAUSE = 5;

/** Resolves to `reads`, the figures by request in the order of requests.mjs, and to the paths `missing` among them. */
export async function measureEveryRead({ options, generator, folder, say }) {
  const data = await openData();
  const servers = [];
  try {
    await awaitValuations(data.database.client); // the background computation sends statements too
    const requests = REQUESTS.filter(({ path }) => options.reads.some((word) => path.includes(word)));
    const recordings = await recordAll(requests, data, say);
    await data.leave(); // the recorded service: nothing is recorded from here on
    const { url, client } = data.database;
    servers.push(
      await startScript('floor', 'bench/every-read/floor.mjs', {
        URL: url,
        FILE: writeRecordings(recordings, folder),
      }),
      await startService({ DATABASE_URL: url }),
      await startScript('naive', 'bench/every-read/naive.mjs', {
        URL: url,
        TABLES: JSON.stringify(await tablesOf(recordings, client)),
      }),
    );
    const figures = await measure(recordings, servers, { options, generator, folder, client });
    const reads = recordings.map((recording, index) => summary(recording, figures[index]));
    for (const read of reads) say(line(read));
    if (NOT_REQUESTED.length > 0) say(`not requested: ${NOT_REQUESTED.join(', ')}`);
    return { reads, missing: NOT_REQUESTED, rounds: options.rounds };
  } finally {
    for (const server of servers) await server.stop();
    await data.close();
  }
}

async function recordAll(reads, { database: { client }, tap, base }, say) {
  const began = performance.now();
  const fill = await openValues(client);
  const beside = await textsBesideReads({ base, tap });
  const recordings = [];
  for (const request of reads) {
    const recording = await record(request, { base, tap, beside, fill, client });
    recordings.push({ ...request, ...recording });
  }
  const count = recordings.reduce((sum, { requests }) => sum + requests.length, 0);
  say(
    `${count} answers of ${reads.length} reads recorded in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return recordings;
}

/** The floor's input file: statements by number, because many requests send the same one. */
function writeRecordings(recordings, folder) {
  const numbers = new Map();
  const numberOf = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const requests = recordings
    .flatMap(({ requests, isCached = false }) => requests.map((request) => ({ ...request, isCached })))
    .map(({ path, isCached, type, body, statements }) => ({
      path,
      isCached,
      type,
      body,
      statements: statements.map(({ text, values }) => ({ text: numberOf(text), values })),
    }));
  const file = join(folder, 'recordings.json');
  writeFileSync(file, JSON.stringify({ texts: [...numbers.keys()], requests }));
  return file;
}

/**
 * Resolves to the figures (see {@link load}, `processor`: µs of processor time per answer) of each server by round, for
 * each recording.
 */
async function measure(recordings, servers, { options, client, ...how }) {
  const figures = recordings.map(() => ({ floor: [], service: [], naive: [] }));
  for (let round = -1; round < options.rounds; round++) {
    for (const [index, { requests, ms, isCached }] of recordings.entries()) {
      const headers = headersOf({ isCached });
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        const paths = requests.map(({ path, naive }) => ({ path: server.name === 'naive' ? naive : path }));
        if (paths[0].path === undefined) continue;
        // Answers are cached from the second time on.
        const warmUpPaths = isCached && server.name === 'service' ? [...paths, ...paths] : paths.slice(0, 1);
        if (round < 0) for (const { path } of warmUpPaths) await ask(server, path, headers);
        const seconds = round < 0 ? WARM_UP : Math.min(LONGEST, Math.max(SHORTEST, (ANSWERS * ms) / 1000));
        const connections = ms < SLOW && !isCached ? CONNECTIONS : FEW;
        const figure = await measureLoad(server, paths, { seconds, connections, headers, ...how });
        await awaitBackground(client);
        if (round >= 0) figures[index][server.name].push(figure);
      }
    }
  }
  return figures;
}

async function measureLoad({ base, pid }, requests, { generator, seconds, ...how }) {
  const before = processorTime(pid);
  const { rate, count } = await load(generator.name, { base, requests, seconds, ...how });
  // Not one answer in time: the machine has other work.
  if (count === 0) return measureLoad({ base, pid }, requests, { generator, seconds: seconds * 2, ...how });
  return { rate, processor: before === undefined ? undefined : (processorTime(pid) - before) / count };
}

/** Waits until no statement runs: those of the last requests go on after a load has ended. */
async function awaitBackground(client) {
  for (;;) {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return;
    await sleep(PAUSE);
  }
}

async function ask({ name, base }, path, headers) {
  const answer = await fetch(base + path, { headers });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${name}, ${path}: ${answer.status} ${body}`);
}

/** Medians over the rounds; ratios are of one round each. */
function summary({ path, rows, made, isCached }, figures) {
  const { service, floor, naive } = figures;
  const ratio = (others) =>
    others.length === 0 ? undefined : median(service.map(({ rate }, round) => rate / others[round].rate));
  const medians = (key) =>
    Object.fromEntries(
      Object.entries(figures)
        .filter(([, rounds]) => rounds.length > 0)
        .map(([server, rounds]) => [server, median(rounds.map((figure) => figure[key]))]),
    );
  return {
    path,
    rows,
    made,
    isAim: isCached || !REQUESTS.some((request) => request.isCached && request.path === path),
    rate: medians('rate'),
    processor: medians('processor'),
    to_floor: ratio(floor),
    to_naive: ratio(naive),
  };
}

function line({ path, rows, made, rate, processor, to_floor, to_naive }) {
  const cells = Object.entries(rate).map(([server, each]) => {
    const time =
      processor[server] === undefined ? '' : ` (${processor[server].toFixed(0)} µs of its process)`;
    return `${server} ${each.toFixed(0)}/s${time}`;
  });
  const naive = to_naive === undefined ? '' : ` × naive ${to_naive.toFixed(1)}`;
  const size = rows === undefined ? 'record' : `${rows} rows`;
  return `${path} (${size}, ${made}): × floor ${to_floor.toFixed(2)}${naive} | ${cells.join(' | ')}`;
}
