import { FLAT, growthOf, SLOWEST, STEEPEST } from './growth.mjs';

/** The service's aims for each work, and how a run compares. */
const WITH_AIMS = {
  'uncached 20': [0.9, 1.5],
  'uncached 250': [0.9, 3],
  'uncached 2500': [1.2, 3],
  'hot 20': [3, 5],
  'hot 250': [10, 15],
  'hot 2500': [30, 50],
  '304 at 2500': [30, 100],
  'warm mix': [4, 15],
};

/** Least share of the floor's rate that a scenario aims at, if it has an aim. */
export const leastOf = (scenario) => WITH_AIMS[scenario]?.[0];

/**
 * Rows of the table: `work`, `least`, `reach` and `measured` as texts, `state`; only for works that the run measured.
 */
export function aims({
  read = {},
  pages,
  csv,
  indicators,
  bulk,
  import: imported,
  start,
  memory,
  'every read': everyRead,
  growth,
}) {
  const rows = Object.entries(WITH_AIMS)
    .filter(([scenario]) => read[scenario] !== undefined)
    .map(([scenario, [least, reach]]) =>
      atLeast(`${scenario}, against the floor`, read[scenario].service.to_floor, { least, reach, unit: '×' }),
    );
  const scenarios = Object.keys(WITH_AIMS).filter((scenario) => read[scenario] !== undefined);
  if (scenarios.length > 0) {
    const naive = lowest(scenarios, (scenario) => read[scenario].service.to_naive);
    rows.push(
      atLeast(`the same, against the naive variant (lowest: ${naive.of})`, naive.value, {
        least: 6,
        reach: 12,
        unit: '×',
      }),
    );
    const late = lowest(scenarios, (scenario) => -read[scenario].service.p99_to_floor);
    rows.push(
      atMost(`the same, 99th percentile against the floor's (worst: ${late.of})`, -late.value, {
        least: 1.5,
        reach: 1,
        unit: '×',
      }),
    );
  }
  if (everyRead !== undefined) rows.push(...aimsOfEveryRead(everyRead));
  if (growth !== undefined) rows.push(...aimsOfGrowth(growth));
  if (pages !== undefined) {
    const database = (way) => pages.figures[`page ${pages.deep}, ${way}`].database_ms;
    const page = `page ${pages.deep.toLocaleString('en')} of all quotes`;
    rows.push(atMost(`${page} by cursor, in the database`, database('cursor'), { least: 2, unit: ' ms' }));
    rows.push(atMost(`${page} by offset, in the database`, database('offset'), { least: 100, unit: ' ms' }));
  }
  if (csv !== undefined) {
    rows.push(
      atLeast(`all quotes as CSV, against ${csv.floor}`, csv.ratio, { least: 0.7, reach: 0.9, unit: '×' }),
    );
    rows.push(atMost('growth of memory meanwhile', csv.growth_mb, { least: 200, unit: ' MB' }));
  }
  if (bulk !== undefined) {
    const policies = ['error', 'update', 'ignore'];
    const of = (key) => lowest(policies, (policy) => bulk.figures[policy][key]);
    const [set, savedRatio] = [of('ratio_to_set'), of('ratio_to_find_and_save')];
    rows.push(
      atLeast(`bulk import against one set-based INSERT (lowest policy: ${set.of})`, set.value, {
        least: 0.6,
        reach: 0.7,
        unit: '×',
      }),
    );
    rows.push(
      atLeast(`bulk import against find and save (lowest policy: ${savedRatio.of})`, savedRatio.value, {
        least: 40,
        unit: '×',
      }),
    );
  }
  if (imported !== undefined) {
    rows.push(atLeast(`CSV import against ${imported.floor}`, imported.ratio, { least: 0.7, unit: '×' }));
  }
  if (indicators !== undefined) {
    rows.push(atMost('ten indicators, against the bars alone', indicators.ratio, { least: 3, unit: '×' }));
  }
  if (start !== undefined) {
    rows.push(atMost('start', start.again_ms / 1000, { least: 1.5, unit: ' s' }));
    rows.push(
      atMost('first start, which creates the database', start.first_ms / 1000, { least: 3, unit: ' s' }),
    );
  }
  if (memory !== undefined) {
    rows.push(atMost('memory beside the caches, peak', memory.beside_mb, { least: 250, unit: ' MB' }));
  }
  return rows;
}

/** Aims of each kind of read, as shares of the floor's rate. */
const READS = {
  'lists of 20 rows': { least: 0.5, reach: 0.9 },
  'lists of 250 rows': { least: 0.65, reach: 1 },
  'lists of 2,500 rows': { least: 0.8, reach: 1.2 },
  'single records': { least: 0.5 },
  'answers without SQL': { least: 0.5 },
};
const READ_TO_NAIVE = { least: 3 };

function kindOf({ rows, made }) {
  if (made === 'no SQL' || made === 'cached') return 'answers without SQL';
  if (rows === undefined) return 'single records';
  if (rows <= 100) return 'lists of 20 rows';
  return rows <= 1000 ? 'lists of 250 rows' : 'lists of 2,500 rows';
}

/** Whether a read reaches its aim. */
export function stateOfRead(read) {
  const state = stateAtLeast(read.to_floor, READS[kindOf(read)]);
  return stateAtLeast(read.to_naive ?? Number.POSITIVE_INFINITY, READ_TO_NAIVE) === 'missed'
    ? 'missed'
    : state;
}

function aimsOfEveryRead({ reads: all }) {
  const reads = all.filter(({ isAim }) => isAim);
  const rows = Object.entries(READS).flatMap(([kind, aim]) => {
    const ratios = Object.fromEntries(
      reads.filter((read) => kindOf(read) === kind).map(({ path, to_floor }) => [path, to_floor]),
    );
    if (Object.keys(ratios).length === 0) return [];
    const least = lowest(Object.keys(ratios), (path) => ratios[path]);
    return atLeast(`every read, ${kind}, against the floor (lowest: ${least.of})`, least.value, {
      ...aim,
      unit: '×',
    });
  });
  const listed = reads.filter(({ to_naive }) => to_naive !== undefined);
  const naive = Object.fromEntries(listed.map(({ path, to_naive }) => [path, to_naive]));
  const least = lowest(Object.keys(naive), (path) => naive[path]);
  rows.push(
    atLeast(`every read, against the naive variant (lowest: ${least.of})`, least.value, {
      ...READ_TO_NAIVE,
      unit: '×',
    }),
  );
  return rows;
}

function aimsOfGrowth({ reads }) {
  const worst = (among, figureOf) => lowest(among, (read) => -figureOf(read));
  const steps = (read) =>
    Math.max(1, ...read.ms.slice(1).map((_, step) => growthOf(read, step) ?? Number.POSITIVE_INFINITY));
  const slowest = (read) => Math.max(...read.ms.map((ms) => ms ?? Number.POSITIVE_INFINITY)) / 1000;
  const [late, steep, sloped] = [
    worst(reads, slowest),
    worst(
      reads.filter(({ isFlat }) => !isFlat),
      steps,
    ),
    worst(
      reads.filter(({ isFlat }) => isFlat),
      steps,
    ),
  ];
  return [
    atMost(`a growing market, every read (slowest: ${late.of.path})`, -late.value, {
      least: SLOWEST,
      unit: ' s',
    }),
    atMost(`a growing market, for four times the tickers (worst: ${steep.of.path})`, -steep.value, {
      least: STEEPEST,
      unit: '×',
    }),
    atMost(`a growing market, of one ticker or page (worst: ${sloped.of.path})`, -sloped.value, {
      least: FLAT,
      unit: '×',
    }),
  ];
}

const stateAtLeast = (value, { least, reach = Number.POSITIVE_INFINITY }) =>
  value >= reach ? 'reached' : value >= least ? 'met' : 'missed';

function atLeast(work, value, { least, reach = Number.POSITIVE_INFINITY, unit }) {
  const state = stateAtLeast(value, { least, reach });
  return row(work, value, { sign: '≥ ', least, reach, unit, state });
}

function atMost(work, value, { least, reach = Number.NEGATIVE_INFINITY, unit }) {
  const state = value <= reach ? 'reached' : value <= least ? 'met' : 'missed';
  return row(work, value, { sign: '≤ ', least, reach, unit, state });
}

function row(work, value, { sign, least, reach, unit, state }) {
  return {
    work,
    least: `${sign}${least}${unit}`,
    reach: Number.isFinite(reach) ? `${sign}${reach}${unit}` : '',
    measured: `${figure(value)}${unit}`,
    state,
  };
}

/** A number with as many digits as are significant. */
export function figure(value) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function lowest(names, figureOf) {
  return names
    .map((of) => ({ of, value: figureOf(of) }))
    .reduce((least, each) => (each.value < least.value ? each : least));
}
