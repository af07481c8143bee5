import { CASH_FLOW, COST_STRUCTURE, OPERATING_EFFICIENCY } from './operation.js';
import { GROWTH, PROFITABILITY } from './performance.js';
import {
  ASSET_QUALITY,
  CURRENT_ASSET_STRUCTURE,
  LEVERAGE,
  LIQUIDITY,
  LONG_TERM_ASSET_STRUCTURE,
} from './position.js';
import type { Ratio } from './ratio.js';
import { VALUATION } from './valuation.js';

/** Every ratio, group by group in the order of the specification. */
export const RATIOS: readonly Ratio[] = [
  ...VALUATION,
  ...PROFITABILITY,
  ...GROWTH,
  ...LIQUIDITY,
  ...OPERATING_EFFICIENCY,
  ...LEVERAGE,
  ...CASH_FLOW,
  ...COST_STRUCTURE,
  ...CURRENT_ASSET_STRUCTURE,
  ...LONG_TERM_ASSET_STRUCTURE,
  ...ASSET_QUALITY,
];
