import { CORPORATE_ACTION } from '../corporate-action/corporate-action.data-set.js';
import { ECONOMIC_EVENT } from '../economics/economic-event.data-set.js';
import { FILING } from '../fundamental/filing.data-set.js';
import { STATEMENT_ITEM } from '../fundamental/statement-item.data-set.js';
import { STATEMENT_TEMPLATE } from '../fundamental/statement-template.data-set.js';
import { INDEX_CONSTITUENT } from '../market-index/index-constituent.data-set.js';
import { MARKET_INDEX } from '../market-index/market-index.data-set.js';
import { MARKET_BAND } from '../market-rules/market-band.data-set.js';
import { MARKET_LOT } from '../market-rules/market-lot.data-set.js';
import { MARKET_TICK } from '../market-rules/market-tick.data-set.js';
import { NEWS } from '../news/news.data-set.js';
import { QUOTE } from '../quote/quote.data-set.js';
import { ACCOUNT } from '../reference/account.data-set.js';
import { ASSET_CLASS } from '../reference/asset-class.data-set.js';
import { COUNTRY } from '../reference/country.data-set.js';
import { CURRENCY } from '../reference/currency.data-set.js';
import { INDUSTRY, INDUSTRY_MEMBERSHIP } from '../reference/industry.data-set.js';
import { MIC } from '../reference/mic.data-set.js';
import { SECURITY } from '../security/security.data-set.js';
import { SETTLEMENT } from '../settlement/settlement.data-set.js';
import { DAILY_STATISTIC } from '../trade/daily-statistic.data-set.js';
import { FOREIGN_TRADE } from '../trade/foreign-trade.data-set.js';
import { ORDER_STATISTIC } from '../trade/order-statistic.data-set.js';
import { TRADE_FLOW } from '../trade/trade-flow.data-set.js';
import { MARKET_DEPTH } from '../trading/market-depth.data-set.js';
import { MARKET_INSIGHT } from '../trading/market-insight.data-set.js';
import { TRADING_SUGGESTION } from '../trading/trading-suggestion.data-set.js';
import type { DataSet } from './data-set.js';

/** Every data set that bulk insert and import know, by name. One entry serves both, and their documentation. */
export const DATA_SETS: Readonly<Record<string, DataSet>> = Object.fromEntries(
  [
    QUOTE,
    SETTLEMENT,
    SECURITY,
    COUNTRY,
    MIC,
    CURRENCY,
    ASSET_CLASS,
    ACCOUNT,
    INDUSTRY,
    INDUSTRY_MEMBERSHIP,
    DAILY_STATISTIC,
    FOREIGN_TRADE,
    TRADE_FLOW,
    ORDER_STATISTIC,
    CORPORATE_ACTION,
    MARKET_INDEX,
    INDEX_CONSTITUENT,
    MARKET_BAND,
    MARKET_TICK,
    MARKET_LOT,
    NEWS,
    TRADING_SUGGESTION,
    MARKET_INSIGHT,
    MARKET_DEPTH,
    ECONOMIC_EVENT,
    FILING,
    STATEMENT_ITEM,
    STATEMENT_TEMPLATE,
  ].map((dataSet) => [dataSet.name, dataSet]),
);

export const DATA_SET_NAMES = Object.keys(DATA_SETS);

/** Data sets without a resource of their own: their stored records are read at /svc/record. */
export const RECORD_NAMES = Object.values(DATA_SETS)
  .filter((dataSet) => dataSet.path.startsWith('/svc/record/'))
  .map((dataSet) => dataSet.name);
