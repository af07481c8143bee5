/**
 * Every documented read, and those that have to look far, of markets of which each has four times the tickers of the one
 * before: what a request takes one client, and how that grows.
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
/** Answers of each request: so many, or fewer where they take longer than this together, ms; the first ones do not count. */
const MOST = 25;
const LEAST = 3;
const PATIENCE = 1500;
const FIRST = 2;
const HEADERS = { ...AUTHORIZATION, ...NO_CACHE, accept: 'application/json' };

/** Resolves to `sizes` (`times`, `quotes`) and the `reads`: `path`, `isFlat`, `ms` by size (undefined: it failed, with `status`). */
export async function measureGrowth({ options, say }) {
  const data = await openData();
  try {
    await data.leave();
    const { client, url } = data.database;
    const sizes = [];
    const reads = GROWING.map((request) => ({ ...request, ms: [], status: [] }));
    for (const times of options.sizes) {
      const began = performance.now();
      const quotes = await growMarket(client, TICKERS * times);
      sizes.push({ times, quotes });
      say(`${quotes.toLocaleString('en')} quotes in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      const service = await startService({ DATABASE_URL: url });
      try {
        const fill = await openValues(client);
        const filling = performance.now();
        await awaitValuations(client);
        say(`figures of companies and days in ${((performance.now() - filling) / 1000).toFixed(0)} s`);
        for (const read of reads) {
          const { ms, status } = await timeOf(service.base, () => fill({ path: read.path }).path);
          read.ms.push(ms);
          read.status.push(status);
          say(`${times}× ${line(read)}`);
        }
      } finally {
        await service.stop();
      }
    }
    return { sizes, reads };
  } finally {
    await data.close();
  }
}

/** Median milliseconds of the answers to paths, one after the other on one connection; or a `status` that is none of success. */
async function timeOf(base, next) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  const began = performance.now();
  try {
    for (let count = 0; count < MOST + FIRST; count++) {
      const sent = performance.now();
      const status = await statusOf(base + next(), agent);
      if (status !== 200) return { status };
      if (count >= FIRST) times.push(performance.now() - sent);
      if (times.length >= LEAST && performance.now() - began > PATIENCE) break;
    }
  } finally {
    agent.destroy();
  }
  return { ms: median(times) };
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
