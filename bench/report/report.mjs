/** Writes the figures of a run between the markers of docs/performance.md, and the chart beside it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';
import { aims, figure } from './aims.mjs';
import { chart } from './chart.mjs';

const FILE = join(root, 'docs/performance.md');
const CHART = join(root, 'docs/performance.svg');
const STATES = { reached: 'reached', kept: 'kept', missed: '**missed**' };

/** Replaces the sections that the run has figures for; the others stay. */
export function writeReport(results) {
  const sections = {
    machine: describe(results),
    aims: table(['work', 'at least', 'reach for', 'measured', ''], aims(results).map(aimRow)),
    ...(results.read && { reads: readTable(results.read) }),
    ...(results.bulk && { bulk: bulkTable(results.bulk) }),
    other: table(['work', 'measured'], otherRows(results)),
  };
  let text = readFileSync(FILE, 'utf8');
  for (const [name, content] of Object.entries(sections)) {
    const section = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
    if (!section.test(text)) throw new Error(`docs/performance.md has no section ${name}`);
    text = text.replace(section, (_all, open, close) => `${open}\n${content}\n\n${close}`);
  }
  writeFileSync(FILE, text);
  if (results.read) writeFileSync(CHART, chart(results.read));
}

function describe({ machine, generator, options, minutes }) {
  const { cpu, cores, memory_gb, node, postgresql, commit, changed, date } = machine;
  const bars = (options.tickers * options.days).toLocaleString('en');
  return [
    `- ${cpu}, ${cores} cores, ${memory_gb} GB; Node ${node}, PostgreSQL ${postgresql} (embedded)`,
    `- ${options.tickers} tickers × ${options.days} days: ${bars} quotes`,
    `- ${generator.name} ${generator.version}, 16 connections; ${options.rounds} rounds of ${options.seconds} s each`,
    `- commit ${commit}${changed ? ' with changes' : ''}, ${date}; the run took ${figure(minutes)} minutes`,
  ].join('\n');
}

const aimRow = ({ work, least, reach, measured, state }) => [work, least, reach, measured, STATES[state]];

function readTable(read) {
  const rows = Object.entries(read).flatMap(([scenario, servers]) =>
    Object.entries(servers).map(([server, { rate, p50, p99, to_floor, to_naive }], index) => [
      index === 0 ? scenario : '',
      server,
      figure(rate),
      figure(to_floor),
      figure(to_naive),
      figure(p50),
      figure(p99),
    ]),
  );
  return table(['requests', 'server', 'a second', '× floor', '× naive', 'p50 ms', 'p99 ms'], rows);
}

/** What bulk import is measured against. */
const OTHERS = ['set', 'ordered_set', 'audited_set', 'find_and_save', 'single'];

function bulkTable({ items, figures }) {
  const rows = Object.entries(figures).map(([way, each]) => [
    way.replaceAll('_', ' '),
    figure(each.value),
    figure(each.items_per_second),
    ...OTHERS.map((other) => each[`ratio_to_${other}`]).map((ratio) =>
      ratio === undefined ? '' : figure(ratio),
    ),
  ]);
  const head = [
    `${items} items`,
    'ms',
    'items/s',
    ...OTHERS.map((other) => `× ${other.replaceAll('_', ' ')}`),
  ];
  return table(head, rows);
}

function otherRows({ pages, csv, indicators, import: imported, start, memory }) {
  const rows = [];
  for (const [name, { database_ms, wait_ms }] of Object.entries(pages?.figures ?? {})) {
    rows.push([
      `${name} of all quotes, ${pages.rows} rows`,
      `${figure(database_ms)} ms in the database, ${figure(wait_ms)} ms to the client`,
    ]);
  }
  if (csv) {
    const { rows: count, megabytes, service_s, copy_s, floor } = csv;
    rows.push([
      `${count.toLocaleString('en')} quotes as CSV (${figure(megabytes)} MB)`,
      `${figure(service_s)} s; ${floor} ${figure(copy_s)} s`,
    ]);
  }
  if (imported) {
    const {
      rows: count,
      import_rows_per_second,
      copy_rows_per_second,
      again_rows_per_second,
      floor,
    } = imported;
    rows.push([
      `import of ${count.toLocaleString('en')} rows of CSV`,
      `${figure(import_rows_per_second)} rows/s; ${floor} ${figure(copy_rows_per_second)} rows/s; the same again ` +
        `${figure(again_rows_per_second)} rows/s; ${figure(imported.peak_memory_mb)} MB`,
    ]);
  }
  if (indicators) {
    const { analysis_ms, quote_ms, quote_from_memory_ms, bars } = indicators;
    rows.push([
      `ten indicators over ${bars.toLocaleString('en')} bars`,
      `${figure(analysis_ms)} ms; the bars ${figure(quote_ms)} ms, from memory ${figure(quote_from_memory_ms)} ms`,
    ]);
  }
  if (start) {
    rows.push([
      'start to the first 200 of /health/ready',
      `${figure(start.again_ms)} ms; first ${figure(start.first_ms)} ms`,
    ]);
  }
  if (memory) {
    const { rest_mb, peak_mb, cache_mb, beside_mb } = memory;
    rows.push([
      'resident memory of the service',
      `at rest ${figure(rest_mb)} MB, peak ${figure(peak_mb)} MB; caches ${figure(cache_mb)} MB, beside them at most ${figure(beside_mb)} MB`,
    ]);
  }
  return rows;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
