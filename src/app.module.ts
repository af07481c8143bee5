import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { createDataSource } from '../ormconfig.js';
import { AuthModule } from './auth/auth.module.js';
import { BearerGuard } from './auth/bearer.guard.js';
import { LateBodyInterceptor } from './auth/late-body.interceptor.js';
import { PermissionGuard } from './auth/permission.guard.js';
import { PrincipalInterceptor } from './auth/principal.interceptor.js';
import { PrincipalPermissionInterceptor } from './auth/principal-permission.interceptor.js';
import { RateLimitGuard } from './auth/rate-limit.guard.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DATA_SETS } from './data-sets.js';
import type { PostgresAddress } from './database/connection/connection.js';
import { DatabaseModule } from './database/database.module.js';
import { FastLaneModule } from './fast-lane/fast-lane.module.js';
import { InputPipe } from './http/fields/input.pipe.js';
import { BodyInterceptor } from './http/fields/json-body.js';
import { StrictQueryInterceptor } from './http/fields/strict-query.interceptor.js';
import { ProblemFilter } from './http/replies/problem.filter.js';
import { ReplyInterceptor } from './http/replies/reply.interceptor.js';
import { CostInterceptor } from './limits/cost.interceptor.js';
import { LimitsModule } from './limits/limits.module.js';
import { LogModule } from './log/log.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ApprovalModule } from './modules/approval/approval.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { BulkModule } from './modules/bulk/bulk.module.js';
import { CorporateActionModule } from './modules/corporate-action/corporate-action.module.js';
import { DatasetModule } from './modules/dataset/dataset.module.js';
import { EconomicsModule } from './modules/economics/economics.module.js';
import { EventModule } from './modules/event/event.module.js';
import { WebhookModule } from './modules/event/webhook/webhook.module.js';
import { FundamentalModule } from './modules/fundamental/fundamental.module.js';
import { MarketIndexModule } from './modules/index/market-index.module.js';
import { MarketOverviewModule } from './modules/market-overview/market-overview.module.js';
import { NewsModule } from './modules/news/news.module.js';
import { PerformanceModule } from './modules/performance/performance.module.js';
import { ProfileModule } from './modules/profile/profile.module.js';
import { QualityModule } from './modules/quality/quality.module.js';
import { QuoteModule } from './modules/quote/quote.module.js';
import { ReferenceModule } from './modules/reference/reference.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { SettlementModule } from './modules/settlement/settlement.module.js';
import { SourceModule } from './modules/source/source.module.js';
import { TechnicalAnalysisModule } from './modules/technical-analysis/technical-analysis.module.js';
import { TokenModule } from './modules/token/token.module.js';
import { TradingDeskModule } from './modules/trading-desk/trading-desk.module.js';
import { TradingStatisticsModule } from './modules/trading-statistics/trading-statistics.module.js';
import { UdfModule } from './modules/udf/udf.module.js';
import { OperationsModule } from './operations/operations.module.js';

/** The whole service. Guards and interceptors run in the order in which they are listed here. */
@Module({})
export class AppModule {
  static with(config: Config, address: PostgresAddress, options: { connect?: boolean } = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        LogModule,
        DatabaseModule.at(address, createDataSource, options),
        MetricsModule,
        DatasetModule.of(DATA_SETS),
        LimitsModule,
        FastLaneModule,
        AuthModule,
        // Literal paths below /svc/quote come before /svc/quote/:id.
        ApprovalModule,
        BulkModule,
        AuditModule,
        EventModule,
        WebhookModule,
        SourceModule,
        QualityModule,
        TokenModule,
        QuoteModule,
        TradingStatisticsModule,
        TechnicalAnalysisModule,
        PerformanceModule,
        MarketIndexModule,
        MarketOverviewModule,
        ProfileModule,
        CorporateActionModule,
        SearchModule,
        FundamentalModule,
        SettlementModule,
        ReferenceModule,
        NewsModule,
        TradingDeskModule,
        EconomicsModule,
        UdfModule,
        OperationsModule,
      ],
      providers: [
        ProblemFilter,
        { provide: APP_FILTER, useExisting: ProblemFilter },
        { provide: APP_GUARD, useExisting: BearerGuard },
        { provide: APP_GUARD, useExisting: RateLimitGuard },
        { provide: APP_GUARD, useExisting: PermissionGuard },
        { provide: APP_INTERCEPTOR, useExisting: CostInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_INTERCEPTOR, useExisting: PrincipalInterceptor },
        { provide: APP_INTERCEPTOR, useExisting: PrincipalPermissionInterceptor },
        { provide: APP_INTERCEPTOR, useClass: StrictQueryInterceptor },
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_INTERCEPTOR, useExisting: LateBodyInterceptor },
        { provide: APP_PIPE, useClass: InputPipe },
      ],
    };
  }
}
