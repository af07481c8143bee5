import { nulls } from './series.js';
import { isRounding } from './zero.js';

/** Turning points and the lines between them. */
export interface Zigzag {
  /** the straight line from pivot to pivot, price units; null outside the pivots */
  zigzag: Float64Array;
  /** the turning points; the last one may still move, see `confirmed` */
  pivot: ('high' | 'low' | null)[];
  /** null before the first pivot, true up to the last confirmed one, then false: that leg may be redrawn */
  confirmed: (boolean | null)[];
}

type Direction = 'none' | 'rising' | 'falling';

/**
 * Zigzag: turning points at moves of at least `deviation` percent of the price (not of the leg).
 * Before a direction exists the highest high and the lowest low so far (first occurrence) wait for an opposite
 * move on a later bar; the one that sees it first is pivot 1 (both on one bar: the larger move; a tie: up).
 * Rising, a higher high moves the candidate and that bar is not tested; otherwise low ≤ candidate · (1 - d)
 * confirms the high. When falling, the reverse: high ≥ candidate · (1 + d). The last leg runs from the last
 * confirmed pivot to the candidate. First valid index: the first pivot. Pass the close twice for a zigzag of closes.
 * Moves are compared as 100 · move ≥ deviation · price, up to rounding, so a touch is a touch; no move is no touch, even
 * from a price of 0.
 * Source: the service's contract, after AmiBroker and MultiCharts.
 */
export function zigzag(high: Float64Array, low: Float64Array, deviation: number): Zigzag {
  const drawing = new Drawing(high, low);
  let direction: Direction = 'none';
  let top = 0;
  let bottom = 0;
  for (let i = 1; i < high.length; i++) {
    const barHigh = high[i] as number;
    const barLow = low[i] as number;
    const peak = high[top] as number;
    const trough = low[bottom] as number;
    const rise = barHigh - trough;
    const fall = peak - barLow;
    const isRise = rise > 0 && isAtLeast(100 * rise, deviation * trough, 100 * barHigh);
    const isFall = fall > 0 && isAtLeast(100 * fall, deviation * peak, 100 * peak);
    if (direction === 'none') {
      if (isRise && (!isFall || isAtLeast(rise * peak, fall * trough, barHigh * peak))) {
        drawing.confirm(bottom, 'low');
        direction = 'rising';
        top = i;
      } else if (isFall) {
        drawing.confirm(top, 'high');
        direction = 'falling';
        bottom = i;
      } else {
        if (barHigh > peak) top = i;
        if (barLow < trough) bottom = i;
      }
    } else if (direction === 'rising') {
      if (barHigh > peak) top = i;
      else if (isFall) {
        drawing.confirm(top, 'high');
        direction = 'falling';
        bottom = i;
      }
    } else if (barLow < trough) bottom = i;
    else if (isRise) {
      drawing.confirm(bottom, 'low');
      direction = 'rising';
      top = i;
    }
  }
  if (direction === 'rising') drawing.supposeLast(top, 'high');
  if (direction === 'falling') drawing.supposeLast(bottom, 'low');
  return drawing.result;
}

/** Whether one value is as large as another, up to the rounding of values about as large as `size`. */
function isAtLeast(value: number, bound: number, size: number): boolean {
  return value >= bound || isRounding(value - bound, size);
}

/** Draws the legs as pivots come in. */
class Drawing {
  readonly result: Zigzag;
  private last = -1;

  constructor(
    private readonly high: Float64Array,
    private readonly low: Float64Array,
  ) {
    const count = high.length;
    this.result = {
      zigzag: nulls(count),
      pivot: new Array(count).fill(null),
      confirmed: new Array(count).fill(null),
    };
  }

  confirm(index: number, kind: 'high' | 'low'): void {
    this.mark(index, kind);
    this.result.confirmed.fill(true, this.last === -1 ? index : this.last, index + 1);
    this.last = index;
  }

  supposeLast(index: number, kind: 'high' | 'low'): void {
    this.mark(index, kind);
    this.result.confirmed.fill(false, this.last + 1);
  }

  private mark(index: number, kind: 'high' | 'low'): void {
    const line = this.result.zigzag;
    const price = (kind === 'high' ? this.high[index] : this.low[index]) as number;
    line[index] = price;
    this.result.pivot[index] = kind;
    if (this.last === -1) return;
    const start = line[this.last] as number;
    const bars = index - this.last;
    for (let i = 1; i < bars; i++) line[this.last + i] = start + ((price - start) * i) / bars;
  }
}
