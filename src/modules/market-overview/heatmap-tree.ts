import type { HeatmapLeaf, HeatmapNode } from './heatmap.dto.js';

/** A security with the code of its industry and its capitalisation before the day, VND; null where unknown. */
export interface ClassifiedLeaf extends HeatmapLeaf {
  industry_code: string | null;
  previous_cap: number | null;
}

/** A leaf with the weight of its change. */
interface WeightedLeaf {
  leaf: HeatmapLeaf;
  previousCap: number | null;
}

/** Sum of sizes and mean change of the leaves below a node. */
type Total = Pick<HeatmapNode, 'size' | 'change_percent'>;

/** A node under construction. */
interface Branch {
  code: string | null;
  level: number;
  leaves: WeightedLeaf[];
  branches: Map<string | null, Branch>;
}

/** Codes of industries have two digits per level. */
const CODE = /^(\d\d){1,4}$/;
const UNCLASSIFIED = 'Unclassified';

/**
 * Builds the tree of securities by industry, `depth` levels deep (1–4). A security is attached at its deepest level
 * within the depth; one without such a code, to a node of code null. For each node, size = Σ of the known sizes below
 * it (null: none known), change_percent = Σ w × change ÷ Σ w over the leaves with both, where w is the capitalisation
 * before the day: so it is the move of their joint capitalisation. If none below has one, w is the size. Nodes are
 * ordered by size, the largest first, then by code or ticker; unknown sizes last.
 */
export function heatmapTree(
  leaves: readonly ClassifiedLeaf[],
  { depth, names }: { depth: number; names: ReadonlyMap<string, string> },
): Total & Pick<HeatmapNode, 'children'> {
  const root: Branch = { code: null, level: 0, leaves: [], branches: new Map() };
  for (const { industry_code, previous_cap: previousCap, ...leaf } of leaves) {
    let branch = root;
    for (const code of pathOf(industry_code, depth)) branch = branchAt(branch, code);
    branch.leaves.push({ leaf, previousCap });
  }
  const { size, change_percent, children } = finishedNode(root, names).node;
  return { size, change_percent, children };
}

function pathOf(code: string | null, depth: number): (string | null)[] {
  if (code === null || !CODE.test(code)) return [null];
  const levels = Math.min(depth, code.length / 2);
  return Array.from({ length: levels }, (_, level) => code.slice(0, 2 * level + 2));
}

function branchAt(parent: Branch, code: string | null): Branch {
  const present = parent.branches.get(code);
  if (present !== undefined) return present;
  const branch: Branch = { code, level: parent.level + 1, leaves: [], branches: new Map() };
  parent.branches.set(code, branch);
  return branch;
}

/** The finished node of a branch, with all leaves below it. */
function finishedNode(
  { code, level, leaves, branches }: Branch,
  names: ReadonlyMap<string, string>,
): { node: HeatmapNode; below: WeightedLeaf[] } {
  const parts = [...branches.values()].map((branch) => finishedNode(branch, names));
  const below = [...leaves, ...parts.flatMap((part) => part.below)];
  const children = [...parts.map((part) => part.node), ...leaves.map(({ leaf }) => leaf)].sort(bySize);
  const name = code === null ? UNCLASSIFIED : (names.get(code) ?? null);
  return { node: { code, name, level, ...totalOf(below), children }, below };
}

function totalOf(leaves: readonly WeightedLeaf[]): Total {
  const isCapped = leaves.some(
    ({ leaf, previousCap }) => previousCap !== null && leaf.change_percent !== null,
  );
  let size: number | null = null;
  let weight = 0;
  let weightedChange = 0;
  for (const { leaf, previousCap } of leaves) {
    if (leaf.size !== null) size = (size ?? 0) + leaf.size;
    const own = isCapped ? previousCap : leaf.size;
    if (own === null || leaf.change_percent === null) continue;
    weight += own;
    weightedChange += own * leaf.change_percent;
  }
  return { size, change_percent: weight > 0 ? weightedChange / weight : null };
}

function bySize(a: HeatmapNode | HeatmapLeaf, b: HeatmapNode | HeatmapLeaf): number {
  const difference = (b.size ?? -1) - (a.size ?? -1);
  if (difference !== 0) return difference;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

const nameOf = (node: HeatmapNode | HeatmapLeaf) => ('ticker' in node ? node.ticker : (node.code ?? '~'));
