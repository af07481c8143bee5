/** Reading one ticker: the service against the floor and against the naive variant, in interleaved rounds. */
import { load } from '../load/load.mjs';
import { readScenarios } from '../read/scenarios.mjs';
import { AUTHORIZATION } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Seconds before the measured ones: for the compilers, and for the caches when these are measured. */
const WARM_UP = 1;
const warmUpOfCache = ({ tickers }) => Math.max(5, tickers / 85);

/** Resolves to the figures of each server by scenario. */
export async function measureReads({ options, servers, generator, folder, memory, is, say }) {
  const results = {};
  for (const scenario of readScenarios(options).filter(({ name }) => is(name))) {
    const requests = Object.fromEntries(
      await Promise.all(servers.map(async (server) => [server.name, await requestsOf(server, scenario)])),
    );
    const ask = (server, seconds, start) =>
      load(generator.name, {
        base: server.base,
        headers: { ...AUTHORIZATION, ...scenario.headers },
        requests: requests[server.name],
        start,
        seconds,
        folder,
      });
    const figures = Object.fromEntries(servers.map(({ name }) => [name, []]));
    for (const server of servers) {
      await ask(server, scenario.warm && server.name === 'service' ? warmUpOfCache(options) : WARM_UP, 0);
    }
    for (let round = 0; round < options.rounds; round++) {
      // Each round asks for other windows of a long list: a remembered whole answer is not the warm mix.
      const start = scenario.warm ? (round + 1) * 25_000 : 0;
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        figures[server.name].push(await ask(server, options.seconds, start));
      }
    }
    results[scenario.name] = summary(figures);
    await memory.note(scenario.name);
    say(line(scenario.name, results[scenario.name]));
  }
  return results;
}

/** The requests of a scenario, with this server's ETags, after a check of its first answer. */
async function requestsOf(server, { name, paths, etag, headers }) {
  const ask = (path, more) =>
    fetch(server.base + path, { headers: { ...AUTHORIZATION, 'accept-encoding': 'identity', ...more } });
  const first = await ask(paths[0], headers);
  const body = await first.json();
  const rows = (Array.isArray(body) ? body : body.data).length;
  const limit = Number(/limit=(\d+)/.exec(paths[0])[1]);
  if (first.status !== 200 || rows > limit) throw new Error(`${server.name}, ${name}: ${rows} rows`);
  if (!etag || server.name.startsWith('floor')) return paths.map((path) => ({ path }));
  const tagged = [];
  for (const path of new Set(paths)) {
    const answer = await ask(path);
    await answer.arrayBuffer();
    tagged.push({ path, etag: answer.headers.get('etag') });
  }
  const { status } = await ask(tagged[0].path, {
    'if-none-match': tagged[0].etag,
    'cache-control': 'max-age=0',
  });
  if (status !== 304) throw new Error(`${server.name}, ${name}: ${status}`);
  return tagged;
}

/** Medians over the rounds; ratios are of one round each, to the floor's and the naive variant's rate. */
function summary(figures) {
  const against = (name, key, rounds) =>
    figures[name] && median(rounds.map((figure, round) => figure[key] / figures[name][round][key]));
  return Object.fromEntries(
    Object.entries(figures).map(([name, rounds]) => [
      name,
      {
        rate: median(rounds.map(({ rate }) => rate)),
        p50: median(rounds.map(({ p50 }) => p50)),
        p99: median(rounds.map(({ p99 }) => p99)),
        to_floor: against('floor', 'rate', rounds),
        to_naive: against('naive', 'rate', rounds),
        p99_to_floor: against('floor', 'p99', rounds),
      },
    ]),
  );
}

function line(name, results) {
  const cells = Object.entries(results).map(
    ([server, { rate, p50, p99, to_floor }]) =>
      `${server} ${rate.toFixed(0)}/s ×${to_floor.toFixed(2)} p50 ${p50.toFixed(2)} p99 ${p99.toFixed(1)} ms`,
  );
  return `${name.padEnd(14)} ${cells.join(' | ')}`;
}
