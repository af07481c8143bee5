import { percent, withSign } from '../../format.js';
import type { BodyOf, RowOf } from '../../view/read.js';
import type { ColorBy } from './state.js';

type HeatmapBody = BodyOf<'/market/heatmap'>;
type HeatmapChild = HeatmapBody['children'][number];

/** A security on the map. */
export interface MapLeaf {
  ticker: string;
  name: string | null;
  group: string;
  close: number;
  change: number | null;
  /** VND, or securities if sized by volume; null if unknown: it then has no tile */
  size: number | null;
  /** the figure behind its colour, percentage points; null if unknown */
  color: number | null;
}

/** Securities grouped together, the largest first. */
export interface MapGroup {
  name: string;
  size: number;
  leaves: MapLeaf[];
}

/** Names of groups: `names` by code for those whose name differs from the one in the tree. */
interface GroupNames {
  unclassified: string;
  names: ReadonlyMap<string, string>;
}
const NO_NAMES: GroupNames = { unclassified: '', names: new Map() };

/** The groups of a tree: its deepest nodes, which are industries of the requested level. */
export function groupsOf({ children }: HeatmapBody, { unclassified, names }: GroupNames): MapGroup[] {
  const groups: MapGroup[] = [];
  const walk = (name: string, nodes: readonly HeatmapChild[]) => {
    const leaves = nodes.flatMap((node) => ('ticker' in node ? [leafOf(node, name)] : []));
    if (leaves.length > 0) groups.push(groupOf(name, leaves));
    for (const node of nodes) if ('children' in node) walk(nameOf(node) ?? unclassified, node.children);
  };
  const nameOf = ({ code, name }: { code: string | null; name: string | null }) =>
    names.get(code ?? '') ?? name;
  walk(unclassified, children);
  return groups.sort((one, other) => other.size - one.size);
}

/**
 * The securities of a tree by exchange, whose own trees are given: the records of the map do not name it. Those of no
 * known exchange are a group too.
 */
export function exchangesOf(
  body: HeatmapBody,
  trees: readonly { exchange: string; body: HeatmapBody | null }[],
  unclassified: string,
): MapGroup[] {
  const exchangeByTicker = new Map(
    trees.flatMap(({ exchange, body: tree }) => leavesOf(tree).map(({ ticker }) => [ticker, exchange])),
  );
  const leaves = leavesOf(body);
  return [...trees.map(({ exchange }) => exchange), unclassified]
    .map((name) =>
      wholeOf(
        leaves.filter(({ ticker }) => (exchangeByTicker.get(ticker) ?? unclassified) === name),
        name,
      ),
    )
    .filter((group) => group.leaves.length > 0)
    .sort((one, other) => other.size - one.size);
}

/** Securities as one group, the largest first. */
export function wholeOf(leaves: readonly MapLeaf[], name: string): MapGroup {
  const ownLeaves = leaves.map((leaf) => ({ ...leaf, group: name }));
  return groupOf(
    name,
    ownLeaves.sort((one, other) => (other.size ?? 0) - (one.size ?? 0)),
  );
}

/** The securities of a tree. */
export function leavesOf(body: HeatmapBody | null): MapLeaf[] {
  return body === null ? [] : groupsOf(body, NO_NAMES).flatMap((group) => group.leaves);
}

function groupOf(name: string, leaves: MapLeaf[]): MapGroup {
  return { name, leaves, size: leaves.reduce((sum, { size }) => sum + (size ?? 0), 0) };
}

function leafOf(node: Extract<HeatmapChild, { ticker: string }>, group: string): MapLeaf {
  const { ticker, name, close, change_percent: change, size } = node;
  return { ticker, name, group, close, change, size, color: change };
}

/** Inputs of the colours other than the change; each null until loaded. */
export interface ColorInputs {
  value: HeatmapBody | null;
  capitalisation: HeatmapBody | null;
  foreign: readonly RowOf<'/trade/foreign'>[] | null;
}

/** The same groups coloured by another figure: a percentage of the trading value, or of the capitalisation. */
export function colorTiles(
  groups: readonly MapGroup[],
  color: ColorBy,
  inputs: ColorInputs,
): readonly MapGroup[] {
  if (color === 'change') return groups;
  const value = sizesOf(inputs.value);
  const parts =
    color === 'turnover'
      ? value
      : new Map((inputs.foreign ?? []).map((row) => [row.ticker, row.foreign_net_value ?? null]));
  const wholes = color === 'turnover' ? sizesOf(inputs.capitalisation) : value;
  const share = (ticker: string) => {
    const [part, whole] = [parts.get(ticker) ?? null, wholes.get(ticker) ?? null];
    return part === null || whole === null || whole === 0 ? null : (part / whole) * 100;
  };
  return groups.map((group) => ({
    ...group,
    leaves: group.leaves.map((leaf) => ({ ...leaf, color: share(leaf.ticker) })),
  }));
}

function sizesOf(body: HeatmapBody | null): Map<string, number | null> {
  return new Map(leavesOf(body).map(({ ticker, size }) => [ticker, size]));
}

/** Thresholds between the colours of each choice, percentage points; below zero they are mirrored. */
export const EDGES: Readonly<Record<ColorBy, readonly number[]>> = {
  change: [0, 1, 2.5, 4.5],
  turnover: [0.02, 0.1, 0.3, 0.8],
  foreign: [0, 3, 8, 20],
};

/** Class of a colour: `heat-p3`, `heat-n1`, `heat-zero`, `heat-none`; a share of turnover has one direction. */
export function heatOf(value: number | null, color: ColorBy): string {
  if (value === null) return 'heat-none';
  const step = EDGES[color].filter((edge) => Math.abs(value) > edge).length;
  if (step === 0) return 'heat-zero';
  if (color === 'turnover') return `heat-s${step}`;
  return value > 0 ? `heat-p${step}` : `heat-n${step}`;
}

/** The figure behind a colour; a turnover has no sign. */
export function figureOf(value: number | null, color: ColorBy): string {
  return color === 'turnover' && value !== null ? percent(value) : withSign(value, percent);
}
