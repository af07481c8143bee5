import type { Tile } from './layout.js';

/** Unit vectors of the arrow keys. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus to the nearest tile in the direction of an arrow key. */
export function nextTile(event: KeyboardEvent, tiles: readonly Tile[]): void {
  const direction = DIRECTIONS[event.key];
  const here = (event.target as HTMLElement).closest<HTMLElement>('[data-tile]');
  const from = tiles[Number(here?.dataset.tile)];
  if (direction === undefined || here === null || from === undefined) return;
  event.preventDefault();
  const to = nearest(from, tiles, direction);
  if (to !== null) here.parentElement?.querySelector<HTMLElement>(`[data-tile="${to}"]`)?.focus();
}

/** The nearest tile mainly in one direction; sideways distance counts more. Null at the edge. */
function nearest(
  from: Tile,
  tiles: readonly Tile[],
  [right, down]: readonly [number, number],
): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, tile] of tiles.entries()) {
    const x = tile.x + tile.width / 2 - (from.x + from.width / 2);
    const y = tile.y + tile.height / 2 - (from.y + from.height / 2);
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead <= 1) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) {
      least = distance;
      best = at;
    }
  }
  return best;
}
