import { DataSource } from 'typeorm';
import { ApiToken, PrincipalRole, SubjectRole } from './src/auth/token.entity.js';
import type { PostgresAddress } from './src/database/connection.js';
import { type DataSourceUse, dataSourceSettings } from './src/database/data-source.js';
import { AuditEvent } from './src/modules/audit/audit-event.entity.js';
import { CorporateAction } from './src/modules/corporate-action/corporate-action.entity.js';
import { EconomicEvent } from './src/modules/economics/economic-event.entity.js';
import { Webhook } from './src/modules/event/webhook/webhook.entity.js';
import { Filing } from './src/modules/fundamental/statements/filing.entity.js';
import { StatementItem } from './src/modules/fundamental/statements/statement-item.entity.js';
import { StatementTemplate } from './src/modules/fundamental/statements/statement-template.entity.js';
import { IndexConstituent } from './src/modules/index/index-constituent.entity.js';
import { MarketIndex } from './src/modules/index/market-index.entity.js';
import { MarketBand } from './src/modules/listing/market-band.entity.js';
import { MarketLot } from './src/modules/listing/market-lot.entity.js';
import { MarketTick } from './src/modules/listing/market-tick.entity.js';
import { Security } from './src/modules/listing/security.entity.js';
import { News } from './src/modules/news/news.entity.js';
import { Quote } from './src/modules/quote/quote.entity.js';
import { Account } from './src/modules/reference/account.entity.js';
import { AssetClass } from './src/modules/reference/asset-class.entity.js';
import { Country } from './src/modules/reference/country.entity.js';
import { Currency } from './src/modules/reference/currency.entity.js';
import { Industry, IndustryMembership } from './src/modules/reference/industry.entity.js';
import { Mic } from './src/modules/reference/mic.entity.js';
import { Settlement } from './src/modules/settlement/settlement.entity.js';
import { MarketDepth } from './src/modules/trading-desk/market-depth.entity.js';
import { MarketInsight } from './src/modules/trading-desk/market-insight.entity.js';
import { TradingSuggestion } from './src/modules/trading-desk/trading-suggestion.entity.js';
import { DailyStatistic } from './src/modules/trading-statistics/daily-statistic.entity.js';
import { ForeignTrade } from './src/modules/trading-statistics/foreign-trade.entity.js';
import { OrderStatistic } from './src/modules/trading-statistics/order-statistic.entity.js';
import { TradeFlow } from './src/modules/trading-statistics/trade-flow.entity.js';

/** Every entity; the drift check compares them with what the migrations make. */
const ENTITIES = [
  Account,
  ApiToken,
  AssetClass,
  AuditEvent,
  CorporateAction,
  Country,
  Currency,
  DailyStatistic,
  EconomicEvent,
  Filing,
  ForeignTrade,
  IndexConstituent,
  Industry,
  IndustryMembership,
  MarketBand,
  MarketDepth,
  MarketIndex,
  MarketInsight,
  MarketLot,
  MarketTick,
  Mic,
  News,
  OrderStatistic,
  PrincipalRole,
  Quote,
  Security,
  Settlement,
  StatementItem,
  StatementTemplate,
  SubjectRole,
  TradeFlow,
  TradingSuggestion,
  Webhook,
];

/**
 * The only DataSource of the project: service, commands, migrations and tests all build on it.
 * The schema changes by migrations alone, never by synchronisation.
 */
export function createDataSource(address: PostgresAddress, use: DataSourceUse = {}): DataSource {
  return new DataSource({ ...dataSourceSettings(address, use), entities: ENTITIES });
}
