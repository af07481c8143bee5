import type { Database } from '../database.js';
import type { Statement } from '../statement.js';

/** Most rows that are counted one by one, some ten milliseconds of an index; more are estimated. */
export const EXACT_ROWS = 100_000;

/** How many rows the planner expects of a SELECT: from its last statistics of the tables and their present size. */
export async function estimatedRows(database: Database, { text, values }: Statement): Promise<number> {
  const row = await database.readOne<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  });
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
