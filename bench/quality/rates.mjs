/**
 * Measures how many planted faults the quality gate of sources finds in real bars, and how many untouched bars it holds
 * back:
 *
 *   npm run quality:rates -- <bars> [--scale 1000] [--each 200] [--report]
 *
 * `<bars>`: a folder or tar.gz of CSV files named after their tickers, or one CSV with a ticker column. `--scale`:
 * factor for prices; `--each`: faults per kind; `--report` writes docs/quality.md. The bars go through a dedicated
 * service and database: fetched over HTTP from a server of this program, checked, stored, quarantined.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../../scripts/build.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';
import { barsOf } from './bars.mjs';
import { PAGE_KINDS, plantDays, plantPages, plantRows, ROW_KINDS } from './plant.mjs';
import { reportText } from './report.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    each: { type: 'string', default: '200' },
    report: { type: 'boolean', default: false },
  },
});
const [path] = positionals;
if (path === undefined) {
  process.stderr.write('Usage: npm run quality:rates -- <bars> [--scale 1000] [--each 200] [--report]\n');
  process.exit(2);
}
/** A day counts as complete with this many tickers. */
const LEAST_TICKERS = 20;
const PRINCIPAL = 'feed@example.com';
const each = Number(values.each);
const say = (text) => process.stdout.write(`${text}\n`);

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'mds-quality-'));
const answers = new Map();
const vendor = createServer((request, response) => {
  const body = answers.get(decodeURIComponent(request.url)) ?? '[]';
  response.end(typeof body === 'string' ? body : JSON.stringify(body()));
});
await new Promise((resolve) => vendor.listen(0, '127.0.0.1', resolve));
const vendorUrl = `http://127.0.0.1:${vendor.address().port}`;
const service = await startService({ DATA_DIR: join(folder, 'data'), SOURCE_PRIVATE: 'allowed' });
try {
  await measure();
} finally {
  await service.stop();
  vendor.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const bars = await barsOf(path, Number(values.scale));
  const faults = plantRows(bars, each);
  const total = [...bars.values()].reduce((sum, list) => sum + list.length, 0);
  say(`${total} bars of ${bars.size} tickers; ${faults.length} faults in rows`);
  const rows = await feedRows(bars, faults);
  const days = await feedDays(plantDays(bars, each, LEAST_TICKERS));
  const pages = await feedPages(plantPages(bars, each));
  const date = new Date().toISOString().slice(0, 10);
  const text = reportText({ tickers: bars.size, ...rows, days, pages, date });
  say(text);
  if (values.report) writeFileSync(join(root, 'docs/quality.md'), text);
}

/**
 * Feeds every ticker's bars; returns how many were held back or rejected, by kind of fault and apart from the faults.
 */
async function feedRows(bars, faults) {
  for (const [ticker, list] of bars)
    answers.set(`/ticker/${ticker}`, () =>
      list.map(({ isTouched, isSplit, ...bar }) => ({ ticker, ...bar })),
    );
  await declare('rows', `${vendorUrl}/ticker/{ticker}`, { each: 'ticker', tickers: [...bars.keys()] });
  const { units } = await runOf('rows', '2000-01-01', '2030-01-01');
  const quarantined = await allRows('/svc/quarantine');
  const rulesByDay = new Map(
    quarantined.map(({ key, findings }) => [`${key.ticker} ${key.date}`, findings.map(({ rule }) => rule)]),
  );
  for (const { rejects } of units) {
    for (const { row } of rejects)
      rulesByDay.set(/[A-Z0-9]{3,},\d{4}-\d\d-\d\d/.exec(row)?.[0].replace(',', ' '), ['rejected']);
  }
  const isUntouched = new Map();
  for (const [ticker, list] of bars)
    for (const bar of list.filter(({ isTouched }) => !isTouched))
      isUntouched.set(`${ticker} ${bar.date}`, true);
  const planted = new Set(faults.map(({ ticker, date }) => `${ticker} ${date}`));
  const alarms = [...rulesByDay].filter(([key]) => isUntouched.has(key) && !planted.has(key));
  const byRule = {};
  for (const [, rules] of alarms) for (const rule of rules) byRule[rule] = (byRule[rule] ?? 0) + 1;
  const kinds = ROW_KINDS.map((kind) => {
    const own = faults.filter((fault) => fault.kind === kind);
    return {
      kind,
      planted: own.length,
      found: own.filter(({ ticker, date }) => rulesByDay.has(`${ticker} ${date}`)).length,
    };
  });
  return { kinds, untouched: isUntouched.size, alarms: alarms.length, byRule };
}

/** Feeds complete days and parts of days, each as a separate run; returns how many of each were refused. */
async function feedDays(days) {
  const counts = { planted: days.length, found: 0, alarms: 0 };
  await declare('days', `${vendorUrl}/day/{date}`, { each: 'date' });
  for (const { date, rows, part } of days) {
    await call('PUT', '/svc/settlement', {
      country: 'VN',
      date,
      timezone: 'Asia/Ho_Chi_Minh',
      name: 'Day',
      status: 'open',
    });
    for (const [name, arriving] of [
      ['found', part],
      ['alarms', rows],
    ]) {
      answers.set(`/day/${date}`, JSON.stringify(arriving.map(({ isTouched, isSplit, ...bar }) => bar)));
      const { run } = await runOf('days', date, date);
      if (run.state === 'failed') counts[name]++;
    }
  }
  return counts;
}

/** Feeds faulty answers; found: the unit failed and stored nothing. */
async function feedPages(pages) {
  for (const format of ['json', 'csv']) {
    const own = pages.filter((page) => page.format === format);
    own.forEach((page, at) => {
      page.name = `P${String(at).padStart(4, '0')}`;
      answers.set(`/page/${format}/${page.name}`, page.body);
    });
    if (own.length === 0) continue;
    const work = { each: 'ticker', tickers: own.map(({ name }) => name) };
    await declare(`pages-${format}`, `${vendorUrl}/page/${format}/{ticker}`, work, format);
    const { units } = await runOf(`pages-${format}`, '2000-01-01', '2030-01-01');
    for (const page of own) page.unit = units.find(({ values: { ticker } }) => ticker === page.name);
  }
  return PAGE_KINDS.map((kind) => {
    const own = pages.filter((page) => page.kind === kind);
    const isFound = ({ unit }) => unit.state === 'failed' || unit.quarantined > 0 || unit.rejected > 0;
    return { kind, planted: own.length, found: own.filter(isFound).length };
  });
}

function declare(name, url, work, format = 'json') {
  return call('PUT', `/svc/source/${name}`, {
    data_set: 'quote',
    principal: PRINCIPAL,
    request: { url },
    rows: { format },
    work,
    limits: { per_minute: 60_000, attempts: 1 },
  });
}

/** Starts a run, waits for its end, and resolves to it and its units. */
async function runOf(name, from, to) {
  const { id } = await call('POST', `/svc/source/${name}/run`, { from_date: from, to_date: to });
  for (;;) {
    const run = await call('GET', `/svc/source/${name}/run/${id}`);
    if (run.ended_at !== null) return { run, units: await allRows(`/svc/source/${name}/run/${id}/unit`) };
    await sleep(50);
  }
}

async function call(method, target, body) {
  const answer = await fetch(`${service.base}${target}`, {
    method,
    headers: { ...AUTHORIZATION, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function allRows(target) {
  const answer = await fetch(`${service.base}${target}?format=ndjson`, { headers: AUTHORIZATION });
  return (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
