import { CORPORATE_ACTION } from './modules/corporate-action/corporate-action.data-set.js';
import type { DataSets } from './modules/dataset/data-set.js';
import { ECONOMIC_EVENT } from './modules/economics/economic-event.data-set.js';
import { ESTIMATE } from './modules/fundamental/estimate/estimate.data-set.js';
import { FILING } from './modules/fundamental/statements/filing.data-set.js';
import { STATEMENT_ITEM } from './modules/fundamental/statements/statement-item.data-set.js';
import { STATEMENT_TEMPLATE } from './modules/fundamental/statements/statement-template.data-set.js';
import { INDEX_CONSTITUENT } from './modules/index/index-constituent.data-set.js';
import { MARKET_INDEX } from './modules/index/market-index.data-set.js';
import { MARKET_BAND, MARKET_LOT, MARKET_TICK } from './modules/listing/market-rules.data-set.js';
import { SECURITY } from './modules/listing/security.data-set.js';
import { NEWS } from './modules/news/news.data-set.js';
import { QUOTE } from './modules/quote/quote.data-set.js';
import { ACCOUNT } from './modules/reference/account.data-set.js';
import { ASSET_CLASS } from './modules/reference/asset-class.data-set.js';
import { COUNTRY } from './modules/reference/country.data-set.js';
import { CURRENCY } from './modules/reference/currency.data-set.js';
import { INDUSTRY, INDUSTRY_MEMBERSHIP } from './modules/reference/industry.data-set.js';
import { MIC } from './modules/reference/mic.data-set.js';
import { SETTLEMENT } from './modules/settlement/settlement.data-set.js';
import { SETTLEMENT_CYCLE } from './modules/settlement/settlement-cycle.data-set.js';
import { MARKET_DEPTH } from './modules/trading-desk/market-depth.data-set.js';
import { MARKET_INSIGHT } from './modules/trading-desk/market-insight.data-set.js';
import { TRADING_SUGGESTION } from './modules/trading-desk/trading-suggestion.data-set.js';
import { DAILY_STATISTIC } from './modules/trading-statistics/daily-statistic.data-set.js';
import { FOREIGN_TRADE } from './modules/trading-statistics/foreign-trade.data-set.js';
import { ORDER_STATISTIC } from './modules/trading-statistics/order-statistic.data-set.js';
import { TRADE_FLOW } from './modules/trading-statistics/trade-flow.data-set.js';

/** The definition of every data set: single write, bulk insert, import, the DataSource and documentation come from it. */
export const DATA_SETS: DataSets = {
  quote: QUOTE,
  settlement: SETTLEMENT,
  security: SECURITY,
  country: COUNTRY,
  mic: MIC,
  currency: CURRENCY,
  asset_class: ASSET_CLASS,
  account: ACCOUNT,
  industry: INDUSTRY,
  industry_membership: INDUSTRY_MEMBERSHIP,
  daily_statistic: DAILY_STATISTIC,
  foreign_trade: FOREIGN_TRADE,
  trade_flow: TRADE_FLOW,
  order_statistic: ORDER_STATISTIC,
  corporate_action: CORPORATE_ACTION,
  market_index: MARKET_INDEX,
  index_constituent: INDEX_CONSTITUENT,
  market_band: MARKET_BAND,
  market_tick: MARKET_TICK,
  market_lot: MARKET_LOT,
  news: NEWS,
  trading_suggestion: TRADING_SUGGESTION,
  market_insight: MARKET_INSIGHT,
  market_depth: MARKET_DEPTH,
  economic_event: ECONOMIC_EVENT,
  filing: FILING,
  statement_item: STATEMENT_ITEM,
  statement_template: STATEMENT_TEMPLATE,
  estimate: ESTIMATE,
  settlement_cycle: SETTLEMENT_CYCLE,
};
