/** A node of an executed plan: EXPLAIN (ANALYZE, FORMAT JSON). */
export interface PlanNode {
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** Pairs of rows that the joins of a plan have examined and discarded. */
export function removedBy(node: PlanNode): number {
  const own = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, each) => sum + removedBy(each), own);
}
