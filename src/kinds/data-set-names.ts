/** Data sets with their own resource, in addition to /svc/record. */
const RESOURCES = ['quote', 'settlement'] as const;

/** Every data set, in the order in which they are listed and documented; `src/data-sets.ts` has their definitions. */
export const DATA_SET_NAMES = [
  ...RESOURCES,
  'security',
  'country',
  'mic',
  'currency',
  'asset_class',
  'account',
  'industry',
  'industry_membership',
  'daily_statistic',
  'foreign_trade',
  'trade_flow',
  'order_statistic',
  'corporate_action',
  'market_index',
  'index_constituent',
  'market_band',
  'market_tick',
  'market_lot',
  'news',
  'trading_suggestion',
  'market_insight',
  'market_depth',
  'economic_event',
  'filing',
  'statement_item',
  'statement_template',
  'estimate',
  'settlement_cycle',
] as const;

export type DataSetName = (typeof DATA_SET_NAMES)[number];

/** Address of the stored records of a data set, under which its items have their URLs. */
export const collectionPath = (name: DataSetName): string =>
  isResource(name) ? `/svc/${name}` : `/svc/record/${name}`;

/** Name of the schema of a record to be written: `SecurityWrite`. */
export const writeBody = (name: DataSetName): string =>
  `${name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Write`;

function isResource(name: DataSetName): boolean {
  return (RESOURCES as readonly string[]).includes(name);
}
