import type { DemoPart } from './demo-market.js';
import { economicsPart } from './economics.js';
import { newsPart } from './news.js';
import { statements } from './statements.js';
import { tradingDeskPart } from './trading-desk.js';

/** Every part of the demo except the market itself, in the order of loading. A new part is one import and one entry here. */
export const PARTS: readonly DemoPart[] = [statements, newsPart, tradingDeskPart, economicsPart];
