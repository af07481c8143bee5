/** Writes the figures of a run between the markers of docs/performance.md, and the chart next to it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';
import { aims, figure, stateOfRead } from './aims.mjs';
import { chart } from './chart.mjs';
import { growthOf, stateOfGrowth } from './growth.mjs';

const FILE = join(root, 'docs/performance.md');
const CHART = join(root, 'docs/performance.svg');
const STATES = { reached: 'reached', met: 'met', missed: '**missed**' };

/**
 * Replaces the sections that the run has figures for and keeps the others. In the tables that all parts share, rows of
 * parts that did not run stay, as some run only when named. The machine is that of the last run of all others (`isWhole`).
 */
export function writeReport(results, { isWhole }) {
  const { read, bulk, growth, 'every read': everyRead } = results;
  const text = readFileSync(FILE, 'utf8');
  const shared = (name, head, rows) => table(head, merged(rowsOf(sectionOf(text, name)[2]), rows));
  const sections = {
    ...(isWhole && { machine: describe(results) }),
    aims: shared('aims', ['work', 'at least', 'reach for', 'measured', ''], aims(results).map(aimRow)),
    ...(read && { reads: readTable(read) }),
    ...(everyRead && { 'every read': everyReadTable(everyRead, results.machine) }),
    ...(growth && { growth: growthTable(growth, results.machine) }),
    ...(bulk && { bulk: bulkTable(bulk) }),
    other: shared('other', ['work', 'measured'], otherRows(results)),
  };
  const written = Object.entries(sections).reduce((former, [name, content]) => {
    const [section, open, , close] = sectionOf(former, name);
    return former.replace(section, () => `${open}\n${content}\n\n${close}`);
  }, text);
  writeFileSync(FILE, written);
  if (read) writeFileSync(CHART, chart(read));
}

/** A whole section: its opening marker, its content and its closing marker. */
function sectionOf(text, name) {
  const section = new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- /${name} -->)`).exec(text);
  if (section === null) throw new Error(`docs/performance.md has no section ${name}`);
  return section;
}

/** Cells of the rows of a table below its head. */
const rowsOf = (content) =>
  content
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/**
 * The former rows, with the new ones replacing those of the same name; a text in brackets is not part of a row's name.
 */
function merged(former, rows) {
  const nameOf = ([work]) => work.split(' (')[0];
  const isNew = (row) => former.every((each) => nameOf(each) !== nameOf(row));
  return [
    ...former.map((each) => rows.find((row) => nameOf(row) === nameOf(each)) ?? each),
    ...rows.filter(isNew),
  ];
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

function everyReadTable({ reads, missing, rounds }, { commit, changed, date }) {
  const rows = reads.map((read) => [
    `\`${read.path}\``,
    read.rows === undefined ? '' : read.rows.toLocaleString('en'),
    read.made,
    figure(read.rate.floor),
    figure(read.rate.service),
    figure(read.to_floor),
    read.to_naive === undefined ? '' : figure(read.to_naive),
    read.isAim ? STATES[stateOfRead(read)] : '',
  ]);
  const aimed = reads.filter(({ isAim }) => isAim);
  const missedCount = aimed.filter((read) => stateOfRead(read) === 'missed').length;
  return [
    `Commit ${commit}${changed ? ' with changes' : ''}, ${date}; medians of ${rounds} rounds. ${aimed.length - missedCount} of ${aimed.length} meet their aims.`,
    ...(missing.length === 0 ? [] : [`Not requested: ${missing.join(', ')}.`]),
    table(['GET', 'rows', 'made by', 'floor, a second', 'service, a second', '× floor', '× naive', ''], rows),
  ].join('\n\n');
}

function growthTable({ sizes, reads }, { commit, changed, date }) {
  const rows = reads.map((read) => {
    const steps = sizes.slice(1).map((_, step) => growthOf(read, step));
    return [
      `\`${read.path}\``,
      ...read.ms.map((ms, size) => (ms === undefined ? `**${read.status[size]}**` : figure(ms))),
      ...steps.map((step) => (step === undefined ? '' : figure(step))),
      STATES[stateOfGrowth(read)],
    ];
  });
  const missedCount = reads.filter((read) => stateOfGrowth(read) === 'missed').length;
  const names = sizes.map(({ quotes }) => `${figure(quotes / 1e6)} million, ms`);
  return [
    `Commit ${commit}${changed ? ' with changes' : ''}, ${date}. ${reads.length - missedCount} of ${reads.length} meet their aims.`,
    table(['GET', ...names, ...sizes.slice(1).map(({ times }) => `growth to ${times}×`), ''], rows),
  ].join('\n\n');
}

/** The ways that bulk import is measured against. */
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
