import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module.js';
import { QuoteModule } from '../quote/quote.module.js';
import { FilingRepository } from './filing.repository.js';
import { FundamentalController } from './fundamental.controller.js';
import { FundamentalService } from './fundamental.service.js';
import { HealthController } from './health/health.controller.js';
import { HealthService } from './health/health.service.js';
import { MarketRepository } from './market.repository.js';
import { RatioService } from './ratio.service.js';
import { ShippedStatements } from './shipped-statements.js';
import { StatementRepository } from './statement.repository.js';
import { ValuationController } from './valuation.controller.js';
import { ValuationRepository } from './valuation.repository.js';
import { ValuationService } from './valuation.service.js';

/** Financial statements, ratios, financial health and valuation. */
@Module({
  imports: [DatasetModule, QuoteModule],
  controllers: [FundamentalController, HealthController, ValuationController],
  providers: [
    FilingRepository,
    FundamentalService,
    HealthService,
    MarketRepository,
    RatioService,
    ShippedStatements,
    StatementRepository,
    ValuationRepository,
    ValuationService,
  ],
  exports: [ShippedStatements],
})
export class FundamentalModule {}
