import { randomUUID } from 'node:crypto';
import { lastTradingDayBefore } from '../../demo/calendar.js';
import { DEMO_VERSION, type DemoDataSet } from '../../demo/demo-market.js';
import { generateDemo } from '../../demo/generate.js';
import { DATA_SETS } from '../data-sets.js';
import type { Database } from '../database/database.js';
import type { DuplicatePolicy } from '../modules/bulk/duplicate-policy.js';
import { columnsOf, type DataSet, findDataSet, keyText } from '../modules/dataset/data-set.js';
import { Batch } from '../modules/import/batch.js';
import { MergeRepository } from '../modules/import/merge.repository.js';
import { MARK } from './demo-database.js';

/** Maker of every record of the demo, and its name in the audit log. */
const MAKER = 'demo';
/** Rows per transaction. */
const BATCH = 20_000;
/** Data sets stored at the same time: one is prepared here while the database stores another. */
const LANES = 2;
/** Data sets whose shipped rows the demo replaces: indices of the same codes with names that say so. */
const REPLACED = new Set(['market_index']);

/** Result of a load. */
export interface DemoLoad {
  /** last day of the market now stored, YYYY-MM-DD; null when nothing of this version is stored */
  lastDay: string | null;
  /** rows written now */
  rows: number;
  /** false if the stored demo is of another version, which is left as it is */
  isCurrent: boolean;
}

/** The last trading day before today, Vietnam time. */
export function lastDemoDay(now: Date): string {
  const vietnam = new Date(now.getTime() + 7 * 3_600_000);
  return lastTradingDayBefore(vietnam.toISOString().slice(0, 10));
}

/**
 * Loads the synthetic market up to a last day, unless it is stored already. What an earlier load offered is not written
 * again: an operator's changes and deletions stay. Every batch is durable on its own, and the same records are generated
 * again after a crash, so that an interrupted load is completed by the next one.
 */
export async function loadDemo(database: Database, lastDay: string): Promise<DemoLoad> {
  const { storedDay, isCurrent } = await storedDemo(database);
  if (!isCurrent || (storedDay !== null && storedDay >= lastDay))
    return { lastDay: storedDay, rows: 0, isCurrent };
  await remember(database, `${MARK}${DEMO_VERSION}`);
  const load = { database, importId: randomUUID(), isFirst: storedDay === null };
  const before = new Map(
    storedDay === null ? [] : generateDemo(storedDay).map((each) => [each.dataSet, keysOf(each)]),
  );
  const queue = generateDemo(lastDay).map((each) => without(each, before.get(each.dataSet)));
  const counts = await Promise.all(Array.from({ length: LANES }, () => storeFrom(queue, load)));
  const rows = counts.reduce((sum, each) => sum + each, 0);
  await database.query({ text: 'SELECT refresh_statistics()', values: [] });
  await remember(database, `${MARK}${DEMO_VERSION} to ${lastDay}`);
  return { lastDay, rows, isCurrent };
}

/** Returns the last completely stored day, and whether the stored demo, if any, is of this version. */
async function storedDemo(database: Database): Promise<{ storedDay: string | null; isCurrent: boolean }> {
  const marks = await database.query<{ name: string }>({
    text: `SELECT name FROM shipped_data WHERE name LIKE '${MARK}%' ORDER BY name`,
    values: [],
  });
  const prefix = `${MARK}${DEMO_VERSION}`;
  const own = marks.filter(({ name }) => name === prefix || name.startsWith(`${prefix} `));
  const last = own.findLast(({ name }) => name.startsWith(`${prefix} to `));
  return { storedDay: last?.name.slice(-10) ?? null, isCurrent: own.length === marks.length };
}

async function remember(database: Database, name: string): Promise<void> {
  await database.query({
    text: 'INSERT INTO shipped_data (name) VALUES ($1::text) ON CONFLICT DO NOTHING',
    values: [name],
  });
}

function dataSetOf({ dataSet: name }: DemoDataSet): DataSet {
  const dataSet = findDataSet(DATA_SETS, name);
  if (dataSet === undefined) throw new Error(`the demo has records of an unknown data set ${name}`);
  return dataSet;
}

/** The natural keys of the records, as texts. */
function keysOf(demo: DemoDataSet): ReadonlySet<string> {
  const dataSet = dataSetOf(demo);
  return new Set(demo.records.map((record) => keyText(dataSet, record)));
}

/** The data set without the records that an earlier load has offered: what was deleted or moved since stays so. */
function without(demo: DemoDataSet, keys: ReadonlySet<string> | undefined): DemoDataSet {
  if (keys === undefined) return demo;
  const dataSet = dataSetOf(demo);
  return { ...demo, records: demo.records.filter((record) => !keys.has(keyText(dataSet, record))) };
}

/** What all data sets of a load have in common. */
interface Load {
  database: Database;
  importId: string;
  /** no day of the demo is stored completely */
  isFirst: boolean;
}

/** Stores data sets until none is left; returns the rows written. */
async function storeFrom(queue: DemoDataSet[], load: Load): Promise<number> {
  let rows = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) rows += await store(next, load);
  return rows;
}

/** A value as COPY takes it: JSON columns as text. */
const columnValue = (value: unknown, sqlType: string) =>
  sqlType === 'jsonb' && value !== undefined ? JSON.stringify(value) : value;

async function store(demo: DemoDataSet, { database, importId, isFirst }: Load): Promise<number> {
  const { dataSet: name, records } = demo;
  const dataSet = dataSetOf(demo);
  const policy: DuplicatePolicy = isFirst && REPLACED.has(name) ? 'update' : 'ignore';
  const mode = { removes: false, proposes: false };
  const repository = new MergeRepository(database, dataSet, policy, { actor: MAKER, importId }, mode);
  const columns = columnsOf(dataSet);
  return database.withConnection(async (client) => {
    let rows = 0;
    for (let from = 0; from < records.length; from += BATCH) {
      const batch = new Batch(BATCH);
      for (const [index, record] of records.slice(from, from + BATCH).entries()) {
        const values = { ...dataSet.defaults, ...record } as Record<string, unknown>;
        batch.add(
          columns.map(({ name, kind }) => columnValue(values[name], kind.sqlType)),
          { file: MAKER, line: from + index + 1, text: '' },
        );
      }
      const merged = await repository.store(client, batch, Promise.resolve());
      const [reject] = merged.rejects;
      if (reject !== undefined) throw new Error(`demo ${name}, record ${reject.line}: ${reject.reason}`);
      rows += merged.created + merged.updated;
    }
    await repository.leave(client);
    return rows;
  });
}
