/**
 * Speed of the CSV of all quotes over HTTP against COPY TO a file by one client, interleaved in rounds; medians,
 * ratios within a round, and the greatest memory of the service.
 *
 *   node bench/export.mjs [--tickers 1700] [--days 2500] [--rounds 5] [--json result.json]
 *
 * - copy: the table as it lies, which needs no order
 * - ordered copy: the same rows in the order of the answer, newest first
 */
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { residentMemory } from './memory.mjs';
import { openMarket, WHOLE_MARKET } from './read/market.mjs';
import { startServer, TOKEN } from './read/servers.mjs';
import { median } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    tickers: { type: 'string', default: String(WHOLE_MARKET.tickers) },
    days: { type: 'string', default: String(WHOLE_MARKET.days) },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
const [tickers, days, rounds] = [values.tickers, values.days, values.rounds].map(Number);
const COLUMNS = 'ticker, date, open, high, low, close, volume';
/** How often the service's memory is sampled, ms. */
const LOOK = 100;

const market = await openMarket({ tickers, days });
const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
const file = join(folder, 'quotes.csv');
const service = await startServer('service', market.url);
const client = new pg.Client({ connectionString: market.url });
await client.connect();
let memory = 0;
const look = setInterval(() => {
  memory = Math.max(memory, residentMemory(service.pid));
}, LOOK);
try {
  const copy = (rows) =>
    pipeline(
      client.query(copyTo(`COPY ${rows} TO STDOUT WITH (FORMAT csv, HEADER)`)),
      createWriteStream(file),
    );
  const ways = {
    copy: () => copy(`quote (${COLUMNS})`),
    ordered_copy: () => copy(`(SELECT ${COLUMNS} FROM quote ORDER BY date DESC, ticker)`),
    service: async () => {
      const answer = await fetch(`${service.base}/quote?format=csv`, {
        headers: { authorization: `Bearer ${TOKEN}`, 'accept-encoding': 'identity' },
      });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
    },
  };
  const seconds = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  let size = 0;
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? Object.keys(ways) : Object.keys(ways).toReversed();
    for (const way of order) {
      const began = performance.now();
      await ways[way]();
      if (round >= 0) seconds[way].push((performance.now() - began) / 1000);
      const written = statSync(file).size;
      if (size !== 0 && written !== size) throw new Error(`${way}: ${written} bytes instead of ${size}`);
      size = written;
    }
  }
  report(seconds, size);
} finally {
  clearInterval(look);
  await client.end();
  await service.stop();
  await market.close();
  rmSync(folder, { recursive: true, force: true });
}

function report(seconds, size) {
  const figures = Object.fromEntries(
    Object.entries(seconds).map(([way, list]) => [
      way,
      { value: Math.round((tickers * days) / median(list)), unit: 'rows/s' },
    ]),
  );
  const ratio = (to) => median(seconds[to].map((each, round) => each / seconds.service[round]));
  Object.assign(figures.service, {
    ratio_to_copy: ratio('copy'),
    ratio_to_ordered_copy: ratio('ordered_copy'),
    memory_mb: Math.round(memory),
  });
  if (values.json) {
    const result = { rows: tickers * days, rounds, file_mb: Math.round(size / 1e6), figures };
    writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  }
  console.log(
    [
      `${tickers * days} rows (${Math.round(size / 1e6)} MB), medians of ${rounds} interleaved rounds`,
      ...Object.entries(figures).map(([way, { value }]) => `${way.padEnd(13)} ${value} rows/s`),
      `service: ×${figures.service.ratio_to_copy.toFixed(2)} of copy, ×${figures.service.ratio_to_ordered_copy.toFixed(2)} of ordered copy, ${figures.service.memory_mb} MB`,
    ].join('\n'),
  );
}
