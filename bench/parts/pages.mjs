/** Page 1 and page 10,000 of the unfiltered list: the time the client waits, and the work the database does for it. */
import { dayOf, tickerOf } from '../read/market.mjs';
import { AUTHORIZATION } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

const ROWS = 100;
const DEEP = 10_000;
const TIMES = 15;

/** Resolves to the medians by page and way. */
export async function measurePages({ options, market, service, say }) {
  const deep = Math.min(DEEP, Math.floor((options.tickers * options.days) / ROWS) - 1);
  const [before] = await ask(`/quote?limit=${ROWS}&offset=${(deep - 2) * ROWS}`);
  const cursor = new URL(before.meta.next, service.base).searchParams.get('cursor');
  const pages = {
    'page 1': `/quote?limit=${ROWS}`,
    [`page ${deep}, cursor`]: `/quote?limit=${ROWS}&cursor=${cursor}`,
    [`page ${deep}, offset`]: `/quote?limit=${ROWS}&offset=${(deep - 1) * ROWS}`,
  };
  const results = {};
  const firsts = [];
  for (const [name, path] of Object.entries(pages)) {
    const waits = [];
    const { milliseconds } = await market.statementTimes('FROM quote', async () => {
      for (let time = 0; time < TIMES; time++) {
        const [body, ms] = await ask(path);
        waits.push(ms);
        if (time === 0) firsts.push(body.data[0]);
      }
    });
    if (milliseconds.length !== TIMES)
      throw new Error(`${name}: ${milliseconds.length} statements in the log`);
    results[name] = { wait_ms: median(waits), database_ms: median(milliseconds) };
    say(
      `${name}: ${results[name].database_ms.toFixed(2)} ms in the database, ${results[name].wait_ms.toFixed(2)} ms`,
    );
  }
  const [newest, byCursor, byOffset] = firsts.map(({ ticker, date }) => `${date} ${ticker}`);
  if (byCursor !== byOffset || newest !== `${dayOf(options.days - 1)} ${tickerOf(0)}`)
    throw new Error('other rows');
  return { deep, rows: ROWS, figures: results };

  async function ask(path) {
    const began = performance.now();
    const answer = await fetch(service.base + path, { headers: AUTHORIZATION });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return [body, performance.now() - began];
  }
}
