/**
 * Every quote as CSV into a file: GET /quote?format=csv against COPY … TO STDOUT of the same statement by a bare
 * client, psql if it is installed; interleaved. The files must be equal. Also measures how the service's memory grows
 * meanwhile.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { residentMemory, watchMemory } from '../memory.mjs';
import { command } from '../process.mjs';
import { AUTHORIZATION } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

const SELECT = 'SELECT ticker, date, open, high, low, close, volume FROM quote ORDER BY date DESC, ticker';

export async function measureCsv({ options, market, service, folder, say }) {
  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  const ways = {
    copy: hasPsql ? psqlCopy : streamCopy,
    service: answer,
  };
  const seconds = { copy: [], service: [] };
  const growth = [];
  let bytes = 0;
  for (let round = 0; round < options.rounds; round++) {
    const order = Object.keys(ways);
    if (round % 2 === 1) order.reverse();
    const digests = new Set();
    for (const way of order) {
      const file = join(folder, `${way}.csv`);
      const before = residentMemory(service.pid);
      const watch = watchMemory(service.pid);
      const began = performance.now();
      await ways[way](file);
      seconds[way].push((performance.now() - began) / 1000);
      const peak = watch.peak();
      watch.end();
      if (way === 'service') growth.push(peak - before);
      bytes = statSync(file).size;
      digests.add(await digestOf(file));
      rmSync(file);
    }
    if (digests.size !== 1) throw new Error('the CSV files differ');
  }
  const result = {
    floor: hasPsql ? 'psql \\copy' : 'COPY through pg-copy-streams',
    rows: options.tickers * options.days,
    megabytes: bytes / 1e6,
    copy_s: median(seconds.copy),
    service_s: median(seconds.service),
    ratio: median(seconds.copy.map((each, round) => each / seconds.service[round])),
    growth_mb: Math.max(...growth),
  };
  say(
    `CSV of everything (${result.megabytes.toFixed(0)} MB): service ${result.service_s.toFixed(1)} s, ` +
      `${result.floor} ${result.copy_s.toFixed(1)} s, ratio ${result.ratio.toFixed(2)}, memory +${result.growth_mb.toFixed(0)} MB`,
  );
  return result;

  async function answer(file) {
    const response = await new Promise((resolve, reject) => {
      http.get(`${service.base}/quote?format=csv`, { headers: AUTHORIZATION }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`CSV was answered with ${response.statusCode}`);
    await pipeline(response, createWriteStream(file));
  }

  async function psqlCopy(file) {
    await command('psql', [market.url, '-qXc', `\\copy (${SELECT}) TO '${file}' CSV HEADER`]);
  }

  async function streamCopy(file) {
    const client = new pg.Client({ connectionString: market.url });
    await client.connect();
    const rows = client.query(copyTo(`COPY (${SELECT}) TO STDOUT WITH (FORMAT csv, HEADER)`));
    await pipeline(rows, createWriteStream(file));
    await client.end();
  }
}

async function digestOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
