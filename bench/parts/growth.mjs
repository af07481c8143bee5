/**
 * Every documented read, and those that have to look far, of markets of which each has four times the tickers of the one
 * before: what a request takes one client, and how that grows. The markets exist side by side and are asked alternately, so
 * that each figure of one has those of the others from the same minute.
 */
import http from 'node:http';
import { openData } from '../every-read/data.mjs';
import { openValues } from '../every-read/values.mjs';
import { awaitValuations, growMarket } from '../growth/market.mjs';
import { GROWING } from '../growth/requests.mjs';
import { NO_CACHE } from '../read/scenarios.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Tickers of the smallest market, and of each larger one in times of it. */
const TICKERS = 400;
/** Answers of each market: so many, or fewer where they take longer than this together, ms; the first ones do not count. */
const MOST = 100;
const LEAST = 3;
const PATIENCE = 1500;
const FIRST = 20;
/**
 * Values of each name that requests are filled with: as few of a large market as of a small one, so that memory holds their
 * pages in both. What a page costs that has to come from the disk is the machine's.
 */
const VALUES = 12;
const HEADERS = { ...AUTHORIZATION, ...NO_CACHE, accept: 'application/json' };

/** Resolves to `sizes` (`times`, `quotes`) and the `reads`: `path`, `isFlat`, `ms` by size (undefined: it failed, with `status`). */
export async function measureGrowth({ options, say }) {
  const markets = [];
  try {
    for (const times of options.sizes) markets.push(await openMarket(times, say));
    const reads = [];
    for (const request of GROWING) {
      const read = { ...request, ...(await compare(request, markets)) };
      reads.push(read);
      say(line(read));
    }
    return { sizes: markets.map(({ times, quotes }) => ({ times, quotes })), reads };
  } finally {
    for (const market of markets) await market.close();
  }
}

/** A market of so many times the tickers, and a service that has computed what it computes in the background. */
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

/** Asks the markets alternately: the median of each, `ms`, or a `status` that is none of success. */
async function compare({ path }, markets) {
  const times = markets.map(() => []);
  const status = [];
  const isAsked = (market) => {
    if (status[market] !== undefined || times[market].length >= MOST + FIRST) return false;
    const counted = times[market].slice(FIRST);
    return counted.length < LEAST || counted.reduce((sum, each) => sum + each, 0) < PATIENCE;
  };
  for (let asked = [...markets.keys()]; asked.length > 0; asked = asked.filter(isAsked)) {
    for (const market of asked) {
      const { base, agent, fill } = markets[market];
      const url = base + fill({ path }).path;
      const sent = performance.now();
      const answered = await statusOf(url, agent);
      if (answered === 200) times[market].push(performance.now() - sent);
      else status[market] = answered;
    }
  }
  return {
    ms: times.map((each, market) => (status[market] ? undefined : median(each.slice(FIRST)))),
    status,
  };
}

/** Status of an answer that was read to its end. */
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
