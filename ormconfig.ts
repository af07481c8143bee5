import { DataSource } from 'typeorm';
import { ApiToken, PrincipalRole } from './src/auth/token.entity.js';
import { connectionSettings, type PostgresAddress } from './src/database/connection.js';
import { MIGRATIONS } from './src/database/migrations/index.js';
import { AuditEvent } from './src/modules/audit/audit-event.entity.js';
import { CorporateAction } from './src/modules/corporate-action/corporate-action.entity.js';
import { EconomicEvent } from './src/modules/economics/economic-event.entity.js';
import { Filing } from './src/modules/fundamental/filing.entity.js';
import { StatementItem } from './src/modules/fundamental/statement-item.entity.js';
import { StatementTemplate } from './src/modules/fundamental/statement-template.entity.js';
import { IndexConstituent } from './src/modules/market-index/index-constituent.entity.js';
import { MarketIndex } from './src/modules/market-index/market-index.entity.js';
import { MarketBand } from './src/modules/market-rules/market-band.entity.js';
import { MarketLot } from './src/modules/market-rules/market-lot.entity.js';
import { MarketTick } from './src/modules/market-rules/market-tick.entity.js';
import { News } from './src/modules/news/news.entity.js';
import { Quote } from './src/modules/quote/quote.entity.js';
import { Account } from './src/modules/reference/account.entity.js';
import { AssetClass } from './src/modules/reference/asset-class.entity.js';
import { Country } from './src/modules/reference/country.entity.js';
import { Currency } from './src/modules/reference/currency.entity.js';
import { Industry, IndustryMembership } from './src/modules/reference/industry.entity.js';
import { Mic } from './src/modules/reference/mic.entity.js';
import { Security } from './src/modules/security/security.entity.js';
import { Settlement } from './src/modules/settlement/settlement.entity.js';
import { DailyStatistic } from './src/modules/trade/daily-statistic.entity.js';
import { ForeignTrade } from './src/modules/trade/foreign-trade.entity.js';
import { OrderStatistic } from './src/modules/trade/order-statistic.entity.js';
import { TradeFlow } from './src/modules/trade/trade-flow.entity.js';
import { MarketDepth } from './src/modules/trading/market-depth.entity.js';
import { MarketInsight } from './src/modules/trading/market-insight.entity.js';
import { TradingSuggestion } from './src/modules/trading/trading-suggestion.entity.js';
import { Webhook } from './src/modules/webhook/webhook.entity.js';

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
  TradeFlow,
  TradingSuggestion,
  Webhook,
];

/** Connections of the entity and read pool; the others are those of src/database/database.ts. */
const POOL_SIZE = 16;

/**
 * The only DataSource of the project: service, commands, migrations and tests all build on it.
 * The schema changes by migrations alone, never by synchronisation. `pipeline`: statements may be sent on a
 * connection before the one before them is answered. `limits: false` for migrations: a table may take minutes to rewrite.
 */
export function createDataSource(
  address: PostgresAddress,
  { pipeline = false, limits = true } = {},
): DataSource {
  const { connectionString, ...settings } = connectionSettings(address, { limits });
  return new DataSource({
    type: 'postgres',
    ...(connectionString ? { url: connectionString } : {}),
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto', // gen_random_uuid(), which PostgreSQL has built in
    poolErrorHandler: () => undefined, // an idle connection lost is replaced by the next request
    extra: { ...settings, max: POOL_SIZE, pipeline },
  });
}
