/**
 * A service that fills an empty database on its own: a YAML file with three presets against a local server, schedules
 * included, compared with the file import of the same bars.
 *
 *   npm run feeds:fill -- [--tickers 400] [--years 20]
 *
 * Securities, splits and bars of EODHD's presets, with only addresses, limits and schedules changed: the quality gate
 * holds none of the bars back. Once the bars are there, the next scheduled run brings those of the day. Prints rows
 * per second of both ways and the service's peak memory.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dist, ensureBuilt, root } from '../../scripts/build.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';

const { values } = parseArgs({
  options: { tickers: { type: 'string', default: '400' }, years: { type: 'string', default: '20' } },
});
ensureBuilt();
const { vietnamCalendar } = await import(join(dist, 'src/modules/settlement/vietnam-calendar.js'));
const DAY = 86_400_000;
const LAST = Date.UTC(2024, 0, 31);
/** Days that the service's calendar has as closed; before its first year weekdays are open. */
const closed = new Set(
  vietnamCalendar(2015, new Date().getUTCFullYear()).flatMap(({ date, status }) =>
    status === 'closed' ? [date] : [],
  ),
);
const isOpen = (moment) => {
  const date = new Date(moment);
  return date.getUTCDay() % 6 !== 0 && !closed.has(date.toISOString().slice(0, 10));
};
const dates = [];
for (let moment = LAST - Number(values.years) * 365.25 * DAY; moment <= LAST; moment += DAY)
  if (isOpen(moment)) dates.push(new Date(moment).toISOString().slice(0, 10));
const tickers = Array.from({ length: Number(values.tickers) }, (_, at) => `T${String(at).padStart(3, '0')}`);
const rows = tickers.length * dates.length;
const say = (text) => process.stdout.write(`${text}\n`);

/** One share in twenty is free, every fifth year: the price falls by less than any band. */
const SPLIT = 1.05;
const SPLIT_DAYS = 5 * 261;
const splitsBy = (at) => Math.floor(at / SPLIT_DAYS);

/** Bar of a day of a ticker, a slow walk within every band. */
function bar(seed, date, at) {
  const walk = Math.abs(((at + seed) % 40) - 20);
  const close = Math.round((20_000 + seed * 10 + 100 * walk) / SPLIT ** splitsBy(at) / 10) * 10;
  const volume = 5_000 + ((at * 7919 + seed) % 997);
  return { date, open: close, high: close + 50, low: close - 50, close, volume };
}

const barsOf = (ticker) => dates.map((date, at) => bar(Number(ticker.slice(1)), date, at));
const splits = JSON.stringify(
  dates.filter((_, at) => at > 0 && at % SPLIT_DAYS === 0).map((date) => ({ date, split: '21/20' })),
);

const answers = new Map(tickers.map((ticker) => [ticker, JSON.stringify(barsOf(ticker))]));
const vendor = createServer((request, response) => {
  const url = new URL(request.url, 'http://vendor');
  const ticker = /\/(T\d+)\.VN/.exec(url.pathname)?.[1];
  response.setHeader('content-type', 'application/json');
  if (url.pathname.includes('exchange-symbol-list'))
    response.end(JSON.stringify(tickers.map((Code) => ({ Code, Name: `Company ${Code}`, Isin: null }))));
  else if (url.pathname.includes('/splits/'))
    response.end(url.searchParams.get('from') <= dates[0] ? splits : '[]');
  else if (url.searchParams.get('from') <= dates[0]) response.end(answers.get(ticker));
  else response.end(JSON.stringify([bar(Number(ticker.slice(1)), url.searchParams.get('to'), dates.length)]));
});
await new Promise((resolve) => vendor.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${vendor.address().port}/api`;

const folder = mkdtempSync(join(tmpdir(), 'mds-fill-'));
const since = dates[0];
const limits = '{ per_minute: 60000 }';
writeFileSync(
  join(folder, 'sources.yaml'),
  `sources:
  securities:
    preset: eodhd-symbols
    request: { url: "${base}/exchange-symbol-list/VN?fmt=json" }
    schedule: { cron: "* * * * *" }
    limits: ${limits}
  splits:
    preset: eodhd-splits
    request: { url: "${base}/splits/{ticker}.VN?from={from}&to={to}&fmt=json" }
    work: { each: ticker, since: ${since} }
    schedule: { cron: "* * * * *" }
    limits: ${limits}
  bars:
    preset: eodhd-eod
    request: { url: "${base}/eod/{ticker}.VN?from={from}&to={to}&period=d&order=a&fmt=json" }
    work: { each: ticker, since: ${since} }
    schedule: { cron: "* * * * *" }
    limits: ${limits}
`,
);
const filled = await fill();
const imported = await importFile();
const ratio = filled.rate / imported;
say(`${rows} bars of ${tickers.length} tickers`);
say(
  `by sources: ${filled.seconds.toFixed(1)} s, ${Math.round(filled.rate)} rows/s, at most ${filled.memory} MB`,
);
if (filled.next !== undefined) say(`the day:    ${filled.next} rows by the next run of the schedule`);
say(`by file:    ${Math.round(imported)} rows/s`);
say(`ratio:      ${ratio.toFixed(2)}`);
vendor.close();
rmSync(folder, { recursive: true, force: true });

async function fill() {
  const service = await startService({
    DATA_DIR: join(folder, 'sources'),
    SOURCE_PRIVATE: 'allowed',
    SOURCES_FILE: join(folder, 'sources.yaml'),
    SOURCE_SECRET_EODHD_TOKEN: 'token-of-the-bench',
  });
  let memory = 0;
  const endOf = async (source, nth) => {
    for (;;) {
      await sleep(250);
      memory = Math.max(memory, memoryOf(service.pid));
      const { data } = await get(service, `/svc/source/${source}/run?order=asc`);
      const run = data.filter(({ units }) => units > 0)[nth];
      if (run?.ended_at != null) return run;
    }
  };
  try {
    const run = await endOf('bars', 0);
    const seconds = (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1_000;
    expectRows(run, rows);
    expectRows(await endOf('splits', 0), tickers.length * splitsBy(dates.length - 1));
    const isToday = isOpen(Date.now() + 7 * 3_600_000);
    const next = isToday ? await endOf('bars', 1) : undefined;
    if (next !== undefined) expectRows(next, tickers.length);
    return { seconds, rate: rows / seconds, memory, next: next?.created };
  } finally {
    await service.stop();
  }
}

function expectRows(run, count) {
  if (run.read !== count || run.created !== count)
    throw new Error(`${JSON.stringify(run)}: ${count} rows are expected`);
}

async function importFile() {
  const file = join(folder, 'bars.csv');
  const lines = tickers.flatMap((ticker) =>
    barsOf(ticker).map(({ date, open, high, low, close, volume }) =>
      [ticker, date, open, high, low, close, volume].join(','),
    ),
  );
  writeFileSync(file, `ticker,date,open,high,low,close,volume\n${lines.join('\n')}\n`);
  const service = await startService({ DATA_DIR: join(folder, 'file') });
  try {
    const began = performance.now();
    const child = spawn('npm', ['run', '-s', 'import', '--', 'quote', file], {
      cwd: root,
      env: { ...process.env, DATA_DIR: join(folder, 'file') },
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`the import ended with ${code}`);
    return rows / ((performance.now() - began) / 1_000);
  } finally {
    await service.stop();
  }
}

async function get(service, path) {
  return (await fetch(`${service.base}${path}`, { headers: AUTHORIZATION })).json();
}

/** Resident memory of a process, MB. */
function memoryOf(pid) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
