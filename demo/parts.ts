import type { DemoPart } from './demo-market.js';
import { statements } from './statements.js';

/** Every part of the demo beside the market itself, in the order of loading. A new part is one import and one entry here. */
export const PARTS: readonly DemoPart[] = [statements];
