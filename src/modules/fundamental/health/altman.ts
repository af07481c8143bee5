import { type Cell, divide } from '../ratios/ratio.js';

/** Figures the scores are computed from, in one currency; null if unknown. */
export interface AltmanFigures {
  workingCapital: Cell;
  retainedEarnings: Cell;
  ebit: Cell;
  revenue: Cell;
  totalAssets: Cell;
  totalLiabilities: Cell;
  /** market value of equity: Z of 1968 */
  marketValue: Cell;
  /** book value of equity: Z″ */
  bookValue: Cell;
}

/** A variant of the score: its coefficients and the bounds of its zones. */
interface Variant {
  name: string;
  constant: number;
  coefficients: { x1: number; x2: number; x3: number; x4: number; x5: number };
  /** below: distress */
  distress: number;
  /** above: safe */
  safe: number;
}

/**
 * E. Altman, "Financial Ratios, Discriminant Analysis and the Prediction of Corporate Bankruptcy", Journal of
 * Finance 23 (1968), with ratios as decimals: Z = 1.2 X1 + 1.4 X2 + 3.3 X3 + 0.6 X4 + 1.0 X5; listed
 * manufacturers. Bounds 1.81 and 2.99.
 */
export const Z_1968: Variant = {
  name: 'z_1968',
  constant: 0,
  coefficients: { x1: 1.2, x2: 1.4, x3: 3.3, x4: 0.6, x5: 1 },
  distress: 1.81,
  safe: 2.99,
};

/**
 * E. Altman, J. Hartzell, M. Peck, "Emerging Markets Corporate Bonds: A Scoring System" (1995): Z″ = 3.25 +
 * 6.56 X1 + 3.26 X2 + 6.72 X3 + 1.05 X4 with the book value of equity and without the turnover, which differs by
 * industry; non-manufacturers. Bounds 4.35 and 5.85 are those of Z″ without its constant, 1.10 and 2.60, plus 3.25.
 */
export const Z_1995: Variant = {
  name: 'z_double_prime_1995',
  constant: 3.25,
  coefficients: { x1: 6.56, x2: 3.26, x3: 6.72, x4: 1.05, x5: 0 },
  distress: 4.35,
  safe: 5.85,
};

/** A score with its components. */
export interface AltmanScore {
  variant: string;
  /** null where an input is missing */
  z: Cell;
  /** null with z */
  zone: 'safe' | 'grey' | 'distress' | null;
  /** X1 working capital, X2 retained earnings, X3 EBIT, X5 revenue, each ÷ total assets; X4 equity ÷ liabilities */
  components: Record<'x1' | 'x2' | 'x3' | 'x4' | 'x5', Cell>;
}

/** Computes a variant's score; X4 takes the market value in 1968's, the book value in 1995's, which has no X5. */
export function altmanScore(variant: Variant, figures: AltmanFigures): AltmanScore {
  const { totalAssets, totalLiabilities } = figures;
  const equity = variant === Z_1968 ? figures.marketValue : figures.bookValue;
  const components = {
    x1: divide(figures.workingCapital, totalAssets),
    x2: divide(figures.retainedEarnings, totalAssets),
    x3: divide(figures.ebit, totalAssets),
    x4: divide(equity, totalLiabilities),
    x5: variant.coefficients.x5 === 0 ? null : divide(figures.revenue, totalAssets),
  };
  let z: Cell = variant.constant;
  for (const name of ['x1', 'x2', 'x3', 'x4', 'x5'] as const) {
    const coefficient = variant.coefficients[name];
    const component: Cell = components[name];
    if (coefficient === 0) continue;
    z = z === null || component === null ? null : z + coefficient * component;
  }
  const zone = z === null ? null : z > variant.safe ? 'safe' : z < variant.distress ? 'distress' : 'grey';
  return { variant: variant.name, z, zone, components };
}

/**
 * Prefixes of GICS codes of non-manufacturers: commercial services, transportation, consumer services, retailing,
 * food retailing, health care services, software and services, communication, utilities, real estate.
 */
const NOT_MANUFACTURING = ['2020', '2030', '2530', '2550', '3010', '351020', '4510', '50', '55', '60'];

/** Picks the variant that fits an ordinary company, with the reason; `industry` is a GICS code, null if unknown. */
export function variantFor(industry: string | null): { variant: Variant; reason: string } {
  if (industry !== null && NOT_MANUFACTURING.some((code) => industry.startsWith(code))) {
    return {
      variant: Z_1995,
      reason: `Industry ${industry} does not manufacture: Z″ (1995) leaves out the turnover, which differs by industry, and takes equity at book value`,
    };
  }
  return {
    variant: Z_1968,
    reason:
      industry === null
        ? 'Listed company of unknown industry: Z (1968) with the market value of equity'
        : `Listed company of industry ${industry}: Z (1968) with the market value of equity`,
  };
}
