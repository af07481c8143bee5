/** A rectangle, px. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something with a size that takes a share of a {@link Box}. */
export interface Sized {
  size: number;
}

/**
 * Fills a box with rectangles proportional to the sizes, each as close to a square as possible (squarified treemap:
 * Bruls, Huizing, van Wijk 2000). `items` are sorted, largest first; those without a positive size are left out.
 */
export function squarify<Item extends Sized>(items: readonly Item[], box: Box): (Box & { item: Item })[] {
  const boxes: (Box & { item: Item })[] = [];
  const itemsWithSize = items.filter(({ size }) => size > 0);
  const total = itemsWithSize.reduce((sum, { size }) => sum + size, 0);
  const scale = (box.width * box.height) / total;
  let rest = { ...box };
  for (let from = 0; from < itemsWithSize.length; ) {
    const side = Math.min(rest.width, rest.height);
    const to = rowEnd(itemsWithSize, from, side ** 2 / scale);
    const row = itemsWithSize.slice(from, to);
    rest = place(row, rest, scale, boxes);
    from = to;
  }
  return boxes;
}

/**
 * End of the row that begins at `from`: one more item must not make its longest rectangle longer. The ratio of an
 * item's sides is size × `shape` ÷ sum², where `shape` is the square of the row's side over the scale.
 */
function rowEnd(items: readonly Sized[], from: number, shape: number): number {
  const largest = items[from]?.size ?? 0;
  let sum = 0;
  let worst = Number.POSITIVE_INFINITY;
  for (let at = from; at < items.length; at += 1) {
    const smallest = items[at]?.size ?? 0;
    const next = sum + smallest;
    const longest = Math.max((largest * shape) / next ** 2, next ** 2 / (smallest * shape));
    if (longest > worst) return at;
    worst = longest;
    sum = next;
  }
  return items.length;
}

/** Puts a row along the shorter side of the remaining box, and returns what then remains. */
function place<Item extends Sized>(
  row: readonly Item[],
  box: Box,
  scale: number,
  placed: (Box & { item: Item })[],
): Box {
  const area = row.reduce((sum, { size }) => sum + size, 0) * scale;
  const isUpright = box.width >= box.height;
  const depth = area / (isUpright ? box.height : box.width);
  let along = isUpright ? box.y : box.x;
  for (const item of row) {
    const length = (item.size * scale) / depth;
    placed.push(
      isUpright
        ? { item, x: box.x, y: along, width: depth, height: length }
        : { item, x: along, y: box.y, width: length, height: depth },
    );
    along += length;
  }
  return isUpright
    ? { x: box.x + depth, y: box.y, width: box.width - depth, height: box.height }
    : { x: box.x, y: box.y + depth, width: box.width, height: box.height - depth };
}
