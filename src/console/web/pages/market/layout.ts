import { type Box, squarify } from '../../view/chart/treemap.js';
import type { MapGroup, MapLeaf } from './map-data.js';

/** Height of a group's heading, and minimum side of a tile, px: smaller ones are merged. */
const HEADING = 18;
const LEAST = 14;
const GAP = 1;

/** A rectangle of the map: one security, or the merged small ones of a group. */
export interface Tile extends Box {
  key: string;
  group: string;
  leaf: MapLeaf | null;
  /** number of merged securities; 1 for a single one */
  others: number;
  size: number;
  color: number | null;
}

/** The name of a group above its tiles. */
export interface Heading extends Box {
  name: string;
}

/** Places groups and their securities in a box. */
export function layoutOf(
  groups: readonly MapGroup[],
  { width, height }: { width: number; height: number },
): { tiles: Tile[]; headings: Heading[] } {
  const tiles: Tile[] = [];
  const headings: Heading[] = [];
  if (width === 0 || height === 0) return { tiles, headings };
  for (const { item, ...box } of squarify(groups, { x: 0, y: 0, width, height })) {
    const hasHeading = box.width > 44 && box.height > 3 * HEADING;
    if (hasHeading) headings.push({ name: item.name, ...box, height: HEADING });
    const head = hasHeading ? HEADING : 0;
    const inner = { ...box, y: box.y + head, height: box.height - head };
    tiles.push(...tilesOf(item, inner));
  }
  return { tiles, headings };
}

/** The tiles of a group. Those too small to see are merged, repeatedly, as long as that makes others too small. */
function tilesOf(group: MapGroup, box: Box): Tile[] {
  let tiles = group.leaves.filter(({ size }) => size !== null && size > 0).map(tileOf);
  for (;;) {
    const placedTiles = squarify(tiles, box);
    const small = placedTiles
      .filter(({ width, height }) => Math.min(width, height) < LEAST)
      .map(({ item }) => item);
    if (small.length < 2 || tiles.length === small.length) {
      return placedTiles.map(({ item, ...at }) => ({ ...item, ...inset(at) }));
    }
    const rest = mergedTile(small, group.name);
    tiles = [...tiles.filter((tile) => !small.includes(tile)), rest].sort(
      (one, other) => other.size - one.size,
    );
  }
}

function tileOf(leaf: MapLeaf): Tile {
  const { ticker, group, size, color } = leaf;
  return { key: ticker, group, leaf, others: 1, size: size ?? 0, color, ...NOWHERE };
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

function mergedTile(tiles: readonly Tile[], group: string): Tile {
  const size = tiles.reduce((sum, tile) => sum + tile.size, 0);
  const coloredTiles = tiles.filter(({ color }) => color !== null);
  const weight = coloredTiles.reduce((sum, tile) => sum + tile.size, 0);
  const color = coloredTiles.reduce((sum, tile) => sum + (tile.color ?? 0) * tile.size, 0) / weight;
  return {
    key: `${group} …`,
    group,
    leaf: null,
    others: tiles.reduce((sum, { others }) => sum + others, 0),
    size,
    color: weight === 0 ? null : color,
    ...NOWHERE,
  };
}

function inset({ x, y, width, height }: Box): Box {
  return { x, y, width: Math.max(1, width - GAP), height: Math.max(1, height - GAP) };
}
