import { text } from '../../text/language.js';
import { isDay } from '../../view/days.js';
import { toastRefusal } from '../../view/toast.js';

/** Drawings are stored in this browser, by ticker: they are the reader's own, not market data. */
const LEVELS = 'mds.levels.';
const LINES = 'mds.lines.';
/** Maximum levels of a ticker, and maximum lines. */
const MOST_DRAWN = 20;

/** A point on the chart. */
export interface Point {
  /** day, YYYY-MM-DD */
  date: string;
  price: number;
}

/** A line through two points, the earlier one first. */
export interface Line {
  from: Point;
  to: Point;
}

/** What a reader drew on the chart of a ticker. */
export interface ChartDrawings {
  /** prices, the lowest first */
  levels: readonly number[];
  lines: readonly Line[];
}

/** The stored drawings of a ticker; invalid entries are left out. */
export function drawingsOf(ticker: string): ChartDrawings {
  return {
    levels: storedList(LEVELS + ticker).filter(
      (level): level is number => typeof level === 'number' && level > 0,
    ),
    lines: storedList(LINES + ticker).filter(isLine),
  };
}

/** Replaces the stored drawings of a ticker; returns what was stored. */
export function storeDrawings(ticker: string, { levels, lines }: ChartDrawings): ChartDrawings {
  const drawings = {
    levels: [...new Set(levels)]
      .filter((level) => level > 0)
      .sort((one, other) => one - other)
      .slice(0, MOST_DRAWN),
    lines: lines.filter(isLine).slice(0, MOST_DRAWN),
  };
  keep(LEVELS + ticker, drawings.levels);
  keep(LINES + ticker, drawings.lines);
  return drawings;
}

/** Whether there is room for one more level, or one more line; the reader is told if there is not. */
export function hasRoom(drawn: readonly unknown[]): boolean {
  if (drawn.length < MOST_DRAWN) return true;
  toastRefusal(text.value.chart.level.most(MOST_DRAWN));
  return false;
}

/** The line through two points, in either order. */
export function lineThrough(one: Point, other: Point): Line {
  return one.date <= other.date ? { from: one, to: other } : { from: other, to: one };
}

function storedList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function keep(key: string, values: readonly unknown[]): void {
  if (values.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(values));
}

function isLine(value: unknown): value is Line {
  const { from, to } = (value ?? {}) as Partial<Line>;
  return isPoint(from) && isPoint(to) && from.date < to.date;
}

function isPoint(value: Partial<Point> | undefined): value is Point {
  return (
    typeof value?.date === 'string' && isDay(value.date) && typeof value.price === 'number' && value.price > 0
  );
}
