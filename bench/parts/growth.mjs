/**
 * Every documented read, and reads that have to search widely, on markets that each have four times the tickers of the
 * one before: how long a request takes for one client, and how that grows. The markets exist side by side and are
 * queried alternately, so that the figures of each have counterparts of the others from the same minute.
 */
import http from 'node:http';
import { openData } from '../every-read/data.mjs';
import { openValues } from '../every-read/values.mjs';
import { awaitValuations, growMarket } from '../growth/market.mjs';
import { GROWING } from '../growth/requests.mjs';
import { NO_CACHE } from '../read/scenarios.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Tickers of the smallest market; the larger ones are multiples of it. */
const TICKERS = 400;
/**
 * All requests are repeated this many times: a neighbour that is busy for a minute slows down one round of a request.
 */
const ROUNDS = 3;
/**
 * Answers of each market in a round: this many, or fewer if together they take longer than the time below, ms; the
 * first ones do not count, of which later rounds need few.
 */
const MOST = 34;
const LEAST = 3;
const PATIENCE = 500;
const FIRST = 20;
const FIRST_AGAIN = 2;
/**
 * Values of each name that requests are filled with: as few of a large market as of a small one, so that their pages
 * are in memory in both. The cost of a page read from disk depends on the machine.
 */
const VALUES = 12;
const HEADERS = { ...AUTHORIZATION, ...NO_CACHE, accept: 'application/json' };

/** Resolves to `sizes` (`times`, `quotes`) and the `reads`: `path`, `isFlat`, `ms` by size (undefined: it failed, with `status`). */
export async function measureGrowth({ options, say }) {
  const markets = [];
  try {
    for (const times of options.sizes) markets.push(await openMarket(times, say));
    const reads = await measureReads(GROWING, markets, say);
    for (const read of reads) say(line(read));
    return { sizes: markets.map(({ times, quotes }) => ({ times, quotes })), reads };
  } finally {
    for (const market of markets) await market.close();
  }
}

/** A market with `times` times the tickers, and a service that has finished its background computation. */
export async function openMarket(times, say) {
  const data = await openData();
  const ends = [data.close];
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    await data.leave();
    const { client, url } = data.database;
    const began = performance.now();
    const quotes = await growMarket(client, TICKERS * times);
    say(`${quotes.toLocaleString('en')} quotes in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const service = await startService({ DATABASE_URL: url });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    ends.push(service.stop, () => agent.destroy());
    const filling = performance.now();
    await awaitValuations(client);
    say(`figures of companies and days in ${((performance.now() - filling) / 1000).toFixed(0)} s`);
    const fill = await openValues(client, VALUES);
    return { times, quotes, url, base: service.base, agent, fill, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each request with its median per market, `ms`, or a `status` other than success. */
export async function measureReads(requests, markets, say) {
  const reads = requests.map((request) => ({
    ...request,
    status: [],
    times: markets.map(() => []),
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const read of reads) await measureRead(read, markets, round === 0 ? FIRST : FIRST_AGAIN);
    say(`round ${round + 1} of ${ROUNDS} is done`);
  }
  return reads.map(({ times, ...read }) => ({
    ...read,
    ms: times.map((each, market) => (read.status[market] ? undefined : median(each))),
  }));
}

/** Queries the markets alternately; adds the times of all but the first answers to those of the read. */
async function measureRead({ path, status, times }, markets, first) {
  const durations = markets.map(() => []);
  const toSkip = markets.map(() => first);
  const isPending = (market) => {
    const own = durations[market];
    if (status[market] !== undefined || own.length >= MOST) return false;
    return own.length < LEAST || own.reduce((sum, each) => sum + each, 0) < PATIENCE;
  };
  for (let pending = [...markets.keys()]; pending.length > 0; pending = pending.filter(isPending)) {
    for (const market of pending) {
      const { base, agent, fill } = markets[market];
      const url = base + fill({ path }).path;
      const began = performance.now();
      const statusCode = await statusOf(url, agent);
      if (statusCode !== 200) status[market] = statusCode;
      else if (toSkip[market]-- <= 0) durations[market].push(performance.now() - began);
    }
  }
  for (const [market, own] of durations.entries()) times[market].push(...own);
}

/** Status of an answer that was read to the end. */
function statusOf(url, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: HEADERS }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
        response.on('error', reject);
      })
      .on('error', reject);
  });
}

const line = ({ path, ms, status }) =>
  `${path}: ${ms.map((each, size) => (each === undefined ? status[size] : `${each.toFixed(1)} ms`)).join(' | ')}`;
