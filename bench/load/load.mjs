/**
 * The load generator: wrk if it is installed, otherwise autocannon, which tops out at some 10,000 requests a second.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { root } from '../../scripts/build.mjs';
import { command } from '../process.mjs';

/** Connections kept busy at the same time. */
export const CONNECTIONS = 16;

/** Most requests of a long list that autocannon gets, because it prepares each once per connection. */
const PREPARED = 2_000;
/** Shortest run of autocannon, seconds: it accepts whole ones only. */
const SHORTEST = 1;

/** Name of the generator in use, for reports. */
export function generator() {
  const { stdout, stderr, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  if (error !== undefined) return { name: 'autocannon', version: '' };
  return { name: 'wrk', version: /wrk \S*?(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? '' };
}

/**
 * Sends `requests` (`path`, `etag`) in their order from `start`, again from the first after the last, for `seconds`.
 * Resolves to the count of answers, requests a second and the percentiles of their times in ms.
 * @throws Error when anything but 2xx and 3xx comes back
 */
export async function load(
  name,
  { base, headers, requests, start = 0, seconds, connections = CONNECTIONS, folder },
) {
  const of = { base, headers, requests, start, seconds, connections, folder };
  const figures = await (name === 'wrk' ? withWrk(of) : withAutocannon(of));
  if (figures.errors > 0) throw new Error(`${base}${requests[0].path}: ${figures.errors} requests failed`);
  return figures;
}

async function withWrk({ base, headers, requests, start, seconds, connections, folder }) {
  const file = join(folder, 'requests.txt');
  writeFileSync(file, requests.map(({ path, etag = '' }) => `${path}\t${etag}\n`).join(''));
  const line = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', '--timeout', '60s'];
  for (const [header, value] of Object.entries(headers)) line.push('-H', `${header}: ${value}`);
  line.push('-s', join(root, 'bench/load/requests.lua'), base, '--', file, String(start));
  // wrk accepts whole seconds; an interrupt ends a shorter run, and wrk reports the time that it actually took.
  const output = await command('wrk', line, Number.isInteger(seconds) ? {} : { interruptAfter: seconds });
  const { requests: count, microseconds, p50, p99, errors } = JSON.parse(output.trim().split('\n').at(-1));
  return { count, rate: count / (microseconds / 1e6), p50: p50 / 1000, p99: p99 / 1000, errors };
}

async function withAutocannon({ base, headers, requests, start, seconds, connections }) {
  const from = start % requests.length;
  const rotated = [...requests.slice(from), ...requests.slice(0, from)].slice(0, PREPARED);
  const result = await autocannon({
    url: base,
    connections,
    duration: Math.max(SHORTEST, Math.round(seconds)),
    timeout: 60,
    headers,
    requests: rotated.map(({ path, etag }) => ({
      path,
      headers: etag === undefined ? headers : { ...headers, 'if-none-match': etag },
    })),
  });
  const refused = result.non2xx - (result['3xx'] ?? 0);
  const { average } = result.requests;
  return {
    count: result.requests.total,
    rate: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: refused + result.errors,
  };
}
