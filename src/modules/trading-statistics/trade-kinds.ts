import type { DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind, patternKind } from '../../kinds/kinds.js';

/** Data sets that the codes of a scope are the keys of. */
export const OF_SCOPE = {
  ticker: 'security',
  sector: 'industry',
  index: 'market_index',
} as const satisfies Readonly<Record<string, DataSetName>>;
/** What the code of a trade flow identifies. */
export type FlowScope = keyof typeof OF_SCOPE;
export const flowScopeKind = choiceKind(Object.keys(OF_SCOPE) as FlowScope[]);

/** Code of the subject of a flow: a security or index symbol, or an industry code of 2 to 8 digits. */
export const flowCodeKind = patternKind(
  /^[A-Z0-9]{2,100}$/,
  '2 to 100 characters of A-Z and 0-9 are expected',
);
