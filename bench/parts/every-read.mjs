/**
 * Every documented read out of the database, against a floor that runs the very statements which the service runs for
 * it, and, where it is a list of one table, against the naive variant; on the demo market, in interleaved rounds.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { notAsked } from '../every-read/coverage.mjs';
import { openData } from '../every-read/data.mjs';
import { HEADERS, record, textsAtRest } from '../every-read/record.mjs';
import { REQUESTS } from '../every-read/requests.mjs';
import { tablesOf } from '../every-read/tables.mjs';
import { openValues } from '../every-read/values.mjs';
import { load } from '../load/load.mjs';
import { startScript, startService } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Seconds of a server in a round: so many answers' times of one client, within bounds. */
const ANSWERS = 20;
const SHORTEST = 0.2;
const LONGEST = 3;
/** Seconds before the measured ones. */
const WARM_UP = 0.1;
/** Pause between two looks whether the database has finished what nobody waits for any more, ms. */
const PAUSE = 5;

/** Resolves to `reads`, the figures by request in the order of requests.mjs, and to the paths `missing` among them. */
export async function measureEveryRead({ options, generator, folder, say }) {
  const data = await openData();
  const servers = [];
  try {
    const recordings = await recordAll(data, say);
    await data.leave(); // the recorded service: from now on nobody listens
    const { url, client } = data.database;
    servers.push(
      await startScript('floor', 'bench/every-read/floor.mjs', {
        URL: url,
        FILE: written(recordings, folder),
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
    const missing = notAsked();
    if (missing.length > 0) say(`not asked: ${missing.join(', ')}`);
    return { reads, missing, rounds: options.rounds };
  } finally {
    for (const server of servers) await server.stop();
    await data.close();
  }
}

async function recordAll({ database: { client }, tap, base }, say) {
  const began = performance.now();
  const fill = await openValues(client);
  const atRest = await textsAtRest(tap);
  const recordings = [];
  for (const request of REQUESTS) {
    const recording = await record(request, { base, tap, atRest, fill, client });
    recordings.push({ path: request.path, ...recording });
  }
  const count = recordings.reduce((sum, { requests }) => sum + requests.length, 0);
  say(
    `${count} answers of ${REQUESTS.length} reads recorded in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return recordings;
}

/** The file of the floor: statements by their numbers, as each is sent by many requests. */
function written(recordings, folder) {
  const numbers = new Map();
  const numberOf = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const requests = recordings
    .flatMap((recording) => recording.requests)
    .map(({ path, type, body, statements }) => ({
      path,
      type,
      body,
      statements: statements.map(({ text, values }) => ({ text: numberOf(text), values })),
    }));
  const file = join(folder, 'recordings.json');
  writeFileSync(file, JSON.stringify({ texts: [...numbers.keys()], requests }));
  return file;
}

/** Resolves to the rates of each server by round, of each recording. */
async function measure(recordings, servers, { options, generator, folder, client }) {
  const figures = recordings.map(() => ({ floor: [], service: [], naive: [] }));
  const rateOf = async (of, seconds) => {
    const { rate } = await load(generator.name, { ...of, headers: HEADERS, seconds, folder });
    // Not one answer in time: the machine has other work.
    return rate === 0 ? rateOf(of, seconds * 2) : rate;
  };
  for (let round = -1; round < options.rounds; round++) {
    for (const [index, { requests, ms }] of recordings.entries()) {
      for (const { name, base } of round % 2 === 0 ? servers : servers.toReversed()) {
        const paths = requests.map(({ path, naive }) => ({ path: name === 'naive' ? naive : path }));
        if (paths[0].path === undefined) continue;
        if (round < 0) await ask(base + paths[0].path, name);
        const seconds = Math.min(LONGEST, Math.max(SHORTEST, (ANSWERS * ms) / 1000));
        const rate = await rateOf({ base, requests: paths }, round < 0 ? WARM_UP : seconds);
        await finished(client);
        if (round >= 0) figures[index][name].push(rate);
      }
    }
  }
  return figures;
}

/** Waits until no statement runs: those of the last requests of a load go on when it has ended. */
async function finished(client) {
  for (;;) {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return;
    await sleep(PAUSE);
  }
}

async function ask(url, name) {
  const answer = await fetch(url, { headers: HEADERS });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${name}, ${url}: ${answer.status} ${body}`);
}

/** Medians over the rounds; ratios are of one round each. */
function summary({ path, rows, made }, { floor, service, naive }) {
  const ratio = (others) =>
    others.length === 0 ? undefined : median(service.map((rate, round) => rate / others[round]));
  return {
    path,
    rows,
    made,
    floor: median(floor),
    service: median(service),
    naive: naive.length === 0 ? undefined : median(naive),
    to_floor: ratio(floor),
    to_naive: ratio(naive),
  };
}

function line({ path, rows, made, floor, service, to_floor, to_naive }) {
  const naive = to_naive === undefined ? '' : `, × naive ${to_naive.toFixed(1)}`;
  const size = rows === undefined ? 'record' : `${rows} rows`;
  return `${path} (${size}, ${made}): floor ${floor.toFixed(0)}/s, service ${service.toFixed(0)}/s, × floor ${to_floor.toFixed(2)}${naive}`;
}
