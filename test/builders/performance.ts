/** A stored bar as used in the tests' computations: date YYYY-MM-DD and close. */
export interface Bar {
  date: string;
  close: number;
}

/** Bars on weekdays from the first to the last date, a walk that is the same in every run. */
export function walk(
  from: string,
  to: string,
  seed: number,
  keep: (day: number) => boolean = () => true,
): Bar[] {
  let state = seed;
  let close = 20_000;
  const bars: Bar[] = [];
  for (let time = Date.parse(from), day = 0; time <= Date.parse(to); time += 86_400_000) {
    const weekday = new Date(time).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    state = (state * 48_271) % 2_147_483_647;
    close = Math.max(1000, close + 50 * ((state % 41) - 19));
    if (keep(day++)) bars.push({ date: new Date(time).toISOString().slice(0, 10), close });
  }
  return bars;
}

/** Closes, each before an ex-date multiplied by its factor P'/P, P being the last close before it. */
export function adjustedBars(
  bars: readonly Bar[],
  actions: readonly { ex_date: string; cash?: number; ratio?: number }[],
): Bar[] {
  return bars.map(({ date, close }) => {
    let factor = 1;
    for (const { ex_date, cash = 0, ratio = 0 } of actions) {
      const before = bars.filter((bar) => bar.date < ex_date).at(-1)?.close ?? Number.NaN;
      const counts = bars.some((bar) => bar.date >= ex_date) && date < ex_date;
      if (counts) factor *= (before - cash) / (1 + ratio) / before;
    }
    return { date, close: close * factor };
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const returnsOf = (closes: readonly number[]) =>
  closes.slice(1).map((close, at) => close / (closes[at] ?? Number.NaN) - 1);

/** Base and later closes of a window. */
export function cutBars(bars: readonly Bar[], from: string, to: string): Bar[] {
  const until = bars.filter((bar) => bar.date <= to);
  const base = until.filter((bar) => bar.date <= from).at(-1) ?? until[0];
  const cut = until.filter((bar) => base !== undefined && bar.date >= base.date);
  return cut.length < 2 ? [] : cut;
}

/** The definitions of return and risk, implemented a second time. */
export function plainFigures(cut: readonly Bar[], benchmark: readonly Bar[], rate: number) {
  const closes = cut.map((bar) => bar.close);
  const returns = returnsOf(closes);
  const average = mean(returns);
  const variance = returns.reduce((sum, each) => sum + (each - average) ** 2, 0) / (returns.length - 1);
  const risk = Math.sqrt(252 * variance);
  const total = (closes.at(-1) ?? Number.NaN) / (closes[0] ?? Number.NaN) - 1;
  const [first, last] = [String(cut[0]?.date), String(cut.at(-1)?.date)];
  const levels = new Map(benchmark.map((bar) => [bar.date, bar.close]));
  const both = cut.filter((bar) => levels.has(bar.date));
  const own = returnsOf(both.map((bar) => bar.close));
  const other = returnsOf(both.map((bar) => levels.get(bar.date) ?? Number.NaN));
  const [ownMean, otherMean] = [mean(own), mean(other)];
  const slope =
    own.reduce((sum, each, at) => sum + (each - ownMean) * ((other[at] ?? 0) - otherMean), 0) /
    other.reduce((sum, each) => sum + (each - otherMean) ** 2, 0);
  return {
    first_date: first,
    last_date: last,
    observations: returns.length,
    total_return: total,
    annualized_return: (1 + total) ** (365 / ((Date.parse(last) - Date.parse(first)) / 86_400_000)) - 1,
    volatility: risk,
    max_drawdown: Math.min(...closes.map((close, at) => close / Math.max(...closes.slice(0, at + 1)) - 1)),
    sharpe_ratio: (252 * average - rate) / risk,
    beta: benchmark.length === 0 ? null : slope,
    alpha: benchmark.length === 0 ? null : 252 * ownMean - (rate + slope * (252 * otherMean - rate)),
  };
}

/** Return from the last close on or before a date to the last one on or before another; null without a base. */
export function plainReturn(bars: readonly Bar[], start: string, end: string): number | null {
  const base = bars.filter((bar) => bar.date <= start).at(-1);
  const last = bars.filter((bar) => bar.date <= end).at(-1);
  return base === undefined || last === undefined ? null : last.close / base.close - 1;
}
