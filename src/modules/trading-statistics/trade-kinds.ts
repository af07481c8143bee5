import type { DataSetName } from '../../kinds/data-set-names.js';
import { patternKind } from '../../kinds/kinds.js';

/** Subject of a trade flow. */
export type FlowScope = 'ticker' | 'sector' | 'index';

/** Data sets that the codes of a scope are the keys of. */
export const OF_SCOPE: Readonly<Record<FlowScope, DataSetName>> = {
  ticker: 'security',
  sector: 'industry',
  index: 'market_index',
};

/** Code of the subject of a flow: a security or index symbol, or an industry code of 2 to 8 digits. */
export const flowCodeKind = patternKind(
  /^[A-Z0-9]{2,100}$/,
  '2 to 100 characters of A-Z and 0-9 are expected',
);
