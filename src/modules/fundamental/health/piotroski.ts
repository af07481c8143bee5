import { type Cell, divide, mean, revenue, totalAssets } from '../ratios/ratio.js';
import type { Items } from '../statements/items.js';

/** One of the nine signals. */
export interface Signal {
  code: string;
  /** 1 good, 0 not, null where an input is missing */
  score: 0 | 1 | null;
  /** of the year */
  value: Cell;
  /** of the year before, if the signal compares the two; otherwise null */
  previous_value: Cell;
  explanation: string;
}

/** Figures of a fiscal year and of the two before it. */
export interface ThreeYears {
  now: Items;
  before: Items;
  /** two years earlier: its balances are those at the start of the year before */
  earlier: Items;
}

const longTermDebt = (items: Items): Cell => items.balanceOrNil('338');
const grossMargin = (items: Items): Cell => divide(items.income('20'), revenue(items));
const currentRatio = (items: Items): Cell => divide(items.balance('100'), items.balance('310'));

/**
 * The nine signals of J. Piotroski, "Value Investing: The Use of Historical Financial Statement Information to
 * Separate Winners from Losers", Journal of Accounting Research 38 (2000): profitability (ROA, CFO, change of ROA,
 * accruals), leverage and liquidity (change of long-term debt to average assets, change of the current ratio,
 * issue of equity) and efficiency (change of gross margin, change of asset turnover). Returns and turnover are
 * over total assets at the beginning of the year, so changes need three balance sheets.
 */
export function piotroskiSignals({ now, before, earlier }: ThreeYears): Signal[] {
  const roa = divide(now.income('60'), totalAssets(before));
  const roaBefore = divide(before.income('60'), totalAssets(earlier));
  const cfo = divide(now.cash('20'), totalAssets(before));
  const leverage = divide(longTermDebt(now), mean(totalAssets(now), totalAssets(before)));
  const leverageBefore = divide(longTermDebt(before), mean(totalAssets(before), totalAssets(earlier)));
  const shareIssue = now.cashOrNil('31');
  const turnover = divide(revenue(now), totalAssets(before));
  const turnoverBefore = divide(revenue(before), totalAssets(earlier));
  return [
    above('roa', roa, 0, 'net profit after tax ÷ total assets at the beginning of the year is positive'),
    above('cfo', cfo, 0, 'net operating cash flow ÷ total assets at the beginning of the year is positive'),
    rising('delta_roa', roa, roaBefore, 'return on assets is above that of the year before'),
    above('accrual', cfo, roa, 'operating cash flow is above net profit, both over total assets'),
    rising(
      'delta_leverage',
      leverage,
      leverageBefore,
      'long-term debt ÷ average total assets is below that of the year before',
      (value, previous) => value < previous,
    ),
    rising(
      'delta_liquidity',
      currentRatio(now),
      currentRatio(before),
      'current ratio is above that of the year before',
    ),
    signal(
      'eq_offer',
      shareIssue,
      null,
      'no proceeds from an issue of shares in the year (a cash flow statement without the line has none)',
      shareIssue === null ? null : shareIssue <= 0,
    ),
    rising(
      'delta_margin',
      grossMargin(now),
      grossMargin(before),
      'gross margin is above that of the year before',
    ),
    rising(
      'delta_turnover',
      turnover,
      turnoverBefore,
      'net revenue ÷ total assets at the beginning of the year is above that of the year before',
    ),
  ];
}

/** Adds up the nine signals; null unless all of them are known. */
export function piotroskiScore(signals: readonly Signal[]): number | null {
  return signals.reduce<number | null>(
    (sum, { score }) => (sum === null || score === null ? null : sum + score),
    0,
  );
}

function above(code: string, value: Cell, bound: Cell, explanation: string): Signal {
  return signal(code, value, null, explanation, value === null || bound === null ? null : value > bound);
}

function rising(
  code: string,
  value: Cell,
  previous: Cell,
  explanation: string,
  isBetter = (now: number, before: number) => now > before,
): Signal {
  const isGood = value === null || previous === null ? null : isBetter(value, previous);
  return signal(code, value, previous, explanation, isGood);
}

function signal(
  code: string,
  value: Cell,
  previous_value: Cell,
  explanation: string,
  isGood: boolean | null,
): Signal {
  return { code, score: isGood === null ? null : isGood ? 1 : 0, value, previous_value, explanation };
}
