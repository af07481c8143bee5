import { percent, signed } from '../../format.js';
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
  /** VND, or securities where the size is the volume; null where it is not known: it has no place then */
  size: number | null;
  /** what its colour stands for, percent points; null where it is not known */
  color: number | null;
}

/** Securities that stand together, the largest first. */
export interface MapGroup {
  name: string;
  size: number;
  leaves: MapLeaf[];
}

/** How groups are named: `names` by their code where they have another one than the tree gives. */
interface GroupNames {
  unclassified: string;
  names: ReadonlyMap<string, string>;
}
const NO_NAMES: GroupNames = { unclassified: '', names: new Map() };

/** The groups of a tree: its deepest nodes, which are industries of the level that was asked for. */
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

/** All securities of a tree as one group, for a map by exchange. */
export function wholeOf(body: HeatmapBody, name: string): MapGroup[] {
  const leaves = groupsOf(body, NO_NAMES)
    .flatMap((group) => group.leaves)
    .map((leaf) => ({ ...leaf, group: name }))
    .sort((one, other) => (other.size ?? 0) - (one.size ?? 0));
  return leaves.length === 0 ? [] : [groupOf(name, leaves)];
}

function groupOf(name: string, leaves: MapLeaf[]): MapGroup {
  return { name, leaves, size: leaves.reduce((sum, { size }) => sum + (size ?? 0), 0) };
}

function leafOf(node: Extract<HeatmapChild, { ticker: string }>, group: string): MapLeaf {
  const { ticker, name, close, change_percent: change, size } = node;
  return { ticker, name, group, close, change, size, color: change };
}

/** What colours other than the change are computed from; each null while it is not here. */
export interface ColorInputs {
  value: HeatmapBody | null;
  capitalisation: HeatmapBody | null;
  foreign: readonly RowOf<'/trade/foreign'>[] | null;
}

/** The same groups with the colour of another figure: a share in percent of what was traded, or of what it is worth. */
export function colored(
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
  const leaves = body === null ? [] : groupsOf(body, NO_NAMES).flatMap((group) => group.leaves);
  return new Map(leaves.map(({ ticker, size }) => [ticker, size]));
}

/** Edges between the colours of each choice, percent points; below zero they are the same, mirrored. */
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

/** The figure of a colour; a turnover has no sign. */
export function figureOf(value: number | null, color: ColorBy): string {
  return color === 'turnover' && value !== null ? percent(value) : signed(value, percent);
}
