/** Read scenarios: the same requests for every server and in every run. */
import { randomNumbers } from '../random.mjs';
import { dayOf, tickerOf } from './market.mjs';

/** Header that asks for a fresh answer. */
export const NO_CACHE = { 'cache-control': 'no-cache' };
/** Rows of the requests of a mix: 70 % are 20 rows, 25 % 250, 5 % 2,500. */
const MIX = [...Array(14).fill(20), ...Array(5).fill(250), 2500];

/**
 * Scenarios of a market of `tickers` × `days`: `name`, `paths`, `headers`; `etag`: requested with the answer's ETag;
 * `warm`: requested for a while before the measurement, with other windows of the same tickers.
 * An uncached request carries Cache-Control: no-cache, which makes the service compute a fresh answer.
 */
export function readScenarios({ tickers, days }) {
  const random = randomNumbers();
  const many = (make, count) => Array.from({ length: count }, make);
  const window = (rows) => {
    const from = dayOf(random(Math.max(0, days - rows) + 1)).replaceAll('-', '');
    return `/quote?ticker=${tickerOf(random(tickers))}&from_date=${from}&limit=${rows}`;
  };
  const newest = (rows, among) => `/quote?ticker=${tickerOf(random(Math.min(among, tickers)))}&limit=${rows}`;
  const mix = () => window(MIX[random(MIX.length)]);
  return [
    ...[20, 250, 2500].map((rows) => ({
      name: `uncached ${rows}`,
      paths: many(() => window(rows), 5000),
      headers: NO_CACHE,
    })),
    ...[20, 250, 2500].map((rows) => ({ name: `hot ${rows}`, paths: many(() => newest(rows, 100), 300) })),
    {
      name: 'market of a day',
      paths: many(() => `/quote?date=${dayOf(random(days)).replaceAll('-', '')}&limit=10000`, 500),
      headers: NO_CACHE,
    },
    { name: '304 at 2500', paths: many(() => newest(2500, 50), 50), etag: true },
    { name: 'uncached mix', paths: many(mix, 20_000), headers: NO_CACHE },
    { name: 'warm mix', paths: many(mix, 100_000), warm: true },
  ];
}
