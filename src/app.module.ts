import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthModule } from './auth/auth.module.js';
import { BearerGuard } from './auth/bearer.guard.js';
import { PermissionGuard } from './auth/permission.guard.js';
import { PrincipalInterceptor } from './auth/principal.interceptor.js';
import { RateLimitGuard } from './auth/rate-limit.guard.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import type { PostgresAddress } from './database/connection.js';
import { DatabaseModule } from './database/database.module.js';
import { InputPipe } from './http/input.pipe.js';
import { BodyInterceptor } from './http/json-body.js';
import { LogModule } from './http/log.module.js';
import { ProblemFilter } from './http/problem.filter.js';
import { ReplyInterceptor } from './http/reply.interceptor.js';
import { StrictQueryInterceptor } from './http/strict-query.interceptor.js';
import { AnalysisModule } from './modules/analysis/analysis.module.js';
import { ApprovalModule } from './modules/approval/approval.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { BulkModule } from './modules/bulk/bulk.module.js';
import { CorporateActionModule } from './modules/corporate-action/corporate-action.module.js';
import { EconomicsModule } from './modules/economics/economics.module.js';
import { EventModule } from './modules/event/event.module.js';
import { FundamentalModule } from './modules/fundamental/fundamental.module.js';
import { IndicatorModule } from './modules/indicator/indicator.module.js';
import { MarketIndexModule } from './modules/market-index/market-index.module.js';
import { NewsModule } from './modules/news/news.module.js';
import { PerformanceModule } from './modules/performance/performance.module.js';
import { ProfileModule } from './modules/profile/profile.module.js';
import { QuoteModule } from './modules/quote/quote.module.js';
import { ReferenceModule } from './modules/reference/reference.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { SettlementModule } from './modules/settlement/settlement.module.js';
import { TokenModule } from './modules/token/token.module.js';
import { TradeModule } from './modules/trade/trade.module.js';
import { TradingModule } from './modules/trading/trading.module.js';
import { UdfModule } from './modules/udf/udf.module.js';
import { WebhookModule } from './modules/webhook/webhook.module.js';
import { MetricsModule } from './operations/metrics.module.js';
import { OperationsModule } from './operations/operations.module.js';

/** The whole service. The order of guards and interceptors is their order here. */
@Module({})
export class AppModule {
  static with(config: Config, address: PostgresAddress, options: { connect?: boolean } = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        LogModule,
        DatabaseModule.at(address, options),
        MetricsModule,
        AuthModule,
        // Literal paths below /svc/quote come before /svc/quote/:id.
        ApprovalModule,
        BulkModule,
        AuditModule,
        EventModule,
        WebhookModule,
        TokenModule,
        QuoteModule,
        TradeModule,
        IndicatorModule,
        PerformanceModule,
        MarketIndexModule,
        AnalysisModule,
        ProfileModule,
        CorporateActionModule,
        SearchModule,
        FundamentalModule,
        SettlementModule,
        ReferenceModule,
        NewsModule,
        TradingModule,
        EconomicsModule,
        UdfModule,
        OperationsModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: BearerGuard },
        { provide: APP_GUARD, useExisting: RateLimitGuard },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: PrincipalInterceptor },
        { provide: APP_INTERCEPTOR, useClass: StrictQueryInterceptor },
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_PIPE, useClass: InputPipe },
      ],
    };
  }
}
