import type { Items } from '../statements/items.js';
import type { CompanyType } from '../statements/statement-kinds.js';

/** Groups of ratios (specification 4.2), in its order. */
export const RATIO_GROUPS = [
  'valuation',
  'profitability',
  'growth',
  'liquidity',
  'operating_efficiency',
  'leverage',
  'cash_flow',
  'cost_structure',
  'current_asset_structure',
  'long_term_asset_structure',
  'asset_quality',
] as const;
export type RatioGroup = (typeof RATIO_GROUPS)[number];

/** Inputs of a ratio; figures in VND, null if unknown. */
export interface RatioInput {
  /** the period: its own flows, balances at its end */
  now: Items;
  /** the same period a year earlier */
  before: Items;
  /** flows of the twelve months to the end of the period */
  trailing: Items;
  /** last close on or before the end of the period, VND a share, and outstanding shares of that day */
  market: { close: number | null; shares: number | null };
}

/** A ratio as data. */
export interface Ratio {
  code: string;
  name: string;
  group: RatioGroup;
  companyTypes: readonly CompanyType[];
  /** `ratio` is decimal: 0.25 is 25 % */
  unit: 'ratio' | 'times' | 'days' | 'VND' | 'VND/share';
  /** in words, for people */
  formula: string;
  /** null where an input is missing or the formula divides by zero */
  compute(input: RatioInput): number | null;
}

/** A figure; null if unknown. */
export type Cell = number | null;

/** a ÷ b; null if either is missing or b is zero. */
export const divide = (a: Cell, b: Cell): Cell => (a === null || b === null || b === 0 ? null : a / b);
/** a ÷ b; null unless b is above zero: a price over a loss has no meaning. */
export const overPositive = (a: Cell, b: Cell): Cell => (b !== null && b > 0 ? divide(a, b) : null);
/** a + b; null if either is missing. */
export const plus = (a: Cell, b: Cell): Cell => (a === null || b === null ? null : a + b);
/** a − b; null if either is missing. */
export const minus = (a: Cell, b: Cell): Cell => (a === null || b === null ? null : a - b);
/** Mean of a and b; null if either is missing. */
export const mean = (a: Cell, b: Cell): Cell => (a === null || b === null ? null : (a + b) / 2);
/** now ÷ before − 1; null if the base is missing, zero or negative. */
export const growth = (now: Cell, before: Cell): Cell => minus(overPositive(now, before), 1);
/** Size of an outflow, regardless of the sign it was reported with. */
export const size = (a: Cell): Cell => (a === null ? null : Math.abs(a));

/** Mean of a balance at the end of the period and a year earlier. */
export const averageOf = ({ now, before }: RatioInput, balance: (items: Items) => Cell): Cell =>
  mean(balance(now), balance(before));

/** The same for one line of the balance sheet. */
export const averageBalance = (input: RatioInput, code: string): Cell =>
  averageOf(input, (items) => items.balance(code));

export const revenue = (items: Items) => items.income('10');
/** Of the parent's owners; the total if the statements do not separate it. */
export const netProfit = (items: Items) => items.ownersProfit();
/** Of the parent's owners: equity less non-controlling interests. */
export const parentEquity = (items: Items) => minus(items.balance('400'), items.balanceOrNil('429'));
export const totalAssets = (items: Items) => items.balance('270');
/** Borrowings and bonds, short-term and long-term. */
export const debt = (items: Items) =>
  plus(plus(items.balanceOrNil('320'), items.balanceOrNil('338')), items.balanceOrNil('339'));
/** Profit before tax and interest. */
export const ebit = (items: Items) => plus(items.income('50'), items.incomeOrNil('23'));
/** EBIT plus depreciation, a line of the indirect cash flow. */
export const ebitda = (items: Items) => plus(ebit(items), items.cash('02'));
/** Operating cash flow less purchases of fixed assets. */
export const freeCashFlow = (items: Items) => minus(items.cash('20'), size(items.cashOrNil('21')));
/** Close × outstanding shares; null if either is missing. No company has 0 shares: that count is an unknown one. */
export const marketCap = ({ market: { close, shares } }: RatioInput): Cell =>
  close === null || shares === null || shares === 0 ? null : close * shares;

export const NOT_BANK: readonly CompanyType[] = ['ordinary', 'insurance', 'securities'];
export const EVERY: readonly CompanyType[] = ['ordinary', 'bank', 'insurance', 'securities'];
export const ORDINARY: readonly CompanyType[] = ['ordinary'];
export const BANK: readonly CompanyType[] = ['bank'];

/** A ratio without the fields its group sets. */
type Row = Pick<Ratio, 'code' | 'name' | 'formula' | 'compute'>;

export const ratio = (code: string, name: string, formula: string, compute: Ratio['compute']): Row => ({
  code,
  name,
  formula,
  compute,
});

/** Ratios of one group, in one unit. */
export function group(
  name: RatioGroup,
  companyTypes: readonly CompanyType[],
  unit: Ratio['unit'],
  rows: readonly Row[],
): Ratio[] {
  return rows.map((row) => ({ ...row, group: name, companyTypes, unit }));
}
