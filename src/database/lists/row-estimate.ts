import type { Database } from '../database.js';

/** Most rows that are counted one by one, some ten milliseconds of an index; more are estimated. */
export const EXACT_ROWS = 100_000;

/** Rows that may be too many to count. */
export interface RowSource {
  /** FROM without its keyword, and WHERE */
  from: string;
  values: readonly unknown[];
}

/** What EXPLAIN says of a part of a statement. */
interface Plan {
  'Plan Rows': number;
  /** what a cluster runs on its nodes, with the plan of one of its tasks if a node could make it alone */
  'Distributed Query'?: { Job: { 'Task Count': number; Tasks: { 'Remote Plan'?: { Plan: Plan }[][] }[] } };
}

/**
 * SELECT of the number `total` of rows, of which those beyond `most` are not counted. They have a column because the
 * nodes of a cluster cannot send rows without any.
 */
export const countUpTo = (from: string, most: number) =>
  `SELECT count(*)::int AS total FROM (SELECT 1 FROM ${from} LIMIT ${most}) counted`;

/**
 * How many rows the planner expects: from its last statistics of the tables and their present size. A cluster asks one
 * node about one of its shards, which are taken to be equal.
 */
export async function estimatedRows(database: Database, { from, values }: RowSource): Promise<number> {
  const row = await database.readOne<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${from}`,
    values,
  });
  if (row === undefined) return 0;
  const [{ Plan: plan }] = row['QUERY PLAN'];
  const job = plan['Distributed Query']?.Job;
  const ofTask = job?.Tasks[0]?.['Remote Plan']?.[0]?.[0]?.Plan['Plan Rows'];
  return job === undefined || ofTask === undefined ? plan['Plan Rows'] : job['Task Count'] * ofTask;
}
