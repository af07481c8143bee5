import type { RowOf } from '../../view/read.js';

/** A row of statements as reported: a figure, or a ratio if ratios are requested. */
type Row = RowOf<'/fundamental/as/reported'>;

/** A figure as reported. */
export type StatementItem = Extract<Row, { item_code: string }>;

export const isItem = (row: Row): row is StatementItem => 'item_code' in row;

/** A period with its own column. */
export interface Period {
  key: string;
  /** the same period of the previous year */
  yearBefore: string;
  /** 2025, or Q3 2026 */
  name: string;
}

/** An item over the periods. */
export interface Line {
  code: string;
  name: string;
  english: string | null;
  /** number of items above it in the hierarchy */
  depth: number;
  items: Map<string, StatementItem>;
}

/** Columns of the table. */
const COLUMNS = 8;
/** Precedence if a period was reported more than once. */
const CONSOLIDATIONS = ['consolidated', 'single', 'parent'];
const AUDITS = ['audited', 'reviewed', 'unreviewed'];

/** Items in the order of the form, over the newest periods. */
export function tableOf(items: readonly StatementItem[]): { lines: Line[]; periods: Period[] } {
  const best = bestOf(items);
  const lines = new Map<string, Line>();
  for (const item of best) {
    const key = `${item.item_code} ${item.item_order ?? ''}`;
    const line = lines.get(key) ?? lineOf(item, best);
    line.items.set(keyOf(item), item);
    lines.set(key, line);
  }
  const periods = new Map<string, Period>();
  for (const item of best)
    if (periods.size < COLUMNS || periods.has(keyOf(item))) periods.set(keyOf(item), periodOf(item));
  return { lines: [...lines.values()], periods: [...periods.values()] };
}

/** For each period the figures of one report: consolidated and audited, if possible. */
function bestOf(items: readonly StatementItem[]): StatementItem[] {
  const ranks = new Map<string, number>();
  for (const item of items)
    ranks.set(keyOf(item), Math.min(ranks.get(keyOf(item)) ?? rankOf(item), rankOf(item)));
  return items.filter((item) => rankOf(item) === ranks.get(keyOf(item)));
}

function rankOf({ consolidation, audit }: StatementItem): number {
  return CONSOLIDATIONS.indexOf(consolidation) * AUDITS.length + AUDITS.indexOf(audit);
}

function lineOf(item: StatementItem, items: readonly StatementItem[]): Line {
  let depth = 0;
  for (let parent = item.parent_code; parent !== null && depth < 4; depth += 1) {
    parent = items.find(({ item_code: code }) => code === parent)?.parent_code ?? null;
  }
  return {
    code: item.item_code,
    name: item.item_name ?? item.item_code,
    english: item.item_name_en,
    depth,
    items: new Map(),
  };
}

function keyOf({ fiscal_year: year, fiscal_quarter: quarter }: StatementItem): string {
  return `${year} ${quarter}`;
}

function periodOf(item: StatementItem): Period {
  const { fiscal_year: year, fiscal_quarter: quarter } = item;
  return {
    key: keyOf(item),
    yearBefore: `${year - 1} ${quarter}`,
    name: quarter === 0 ? String(year) : `Q${quarter} ${year}`,
  };
}
