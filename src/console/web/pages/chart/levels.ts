/** Levels lie in this browser, by ticker: they are the reader's own, and no data of the market. */
const KEY = 'mds.levels.';
const MOST = 20;

/** The levels that were drawn on the chart of a ticker, the lowest first. */
export function levelsOf(ticker: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + ticker) ?? '[]');
    return Array.isArray(kept) ? kept.filter((level) => typeof level === 'number' && level > 0) : [];
  } catch {
    return [];
  }
}

/** Keeps the levels of a ticker in place of those before; returns what is kept of them. */
export function keepLevels(ticker: string, levels: readonly number[]): number[] {
  const kept = [...new Set(levels)]
    .filter((level) => level > 0)
    .sort((one, other) => one - other)
    .slice(0, MOST);
  if (kept.length === 0) localStorage.removeItem(KEY + ticker);
  else localStorage.setItem(KEY + ticker, JSON.stringify(kept));
  return kept;
}
