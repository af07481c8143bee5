import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { FundamentalController } from './fundamental.controller.js';
import { FundamentalService } from './fundamental.service.js';
import { HealthController } from './health/health.controller.js';
import { HealthService } from './health/health.service.js';
import { RatioService } from './ratios/ratio.service.js';
import { FilingRepository } from './statements/filing.repository.js';
import { MarketRepository } from './statements/market.repository.js';
import { ShippedStatements } from './statements/shipped-statements.js';
import { StatementRepository } from './statements/statement.repository.js';
import { CompanyEarnings } from './valuation/company-earnings.js';
import { IndexHistory } from './valuation/index-history.js';
import { IndexTotals } from './valuation/index-totals.js';
import { MarketMedians } from './valuation/market-medians.js';
import { ValuationController } from './valuation/valuation.controller.js';
import { ValuationRepository } from './valuation/valuation.repository.js';
import { ValuationService } from './valuation/valuation.service.js';

/** Financial statements, ratios, financial health and valuation. */
@Module({
  imports: [MarketModule],
  controllers: [FundamentalController, HealthController, ValuationController],
  providers: [
    CompanyEarnings,
    FilingRepository,
    FundamentalService,
    HealthService,
    IndexHistory,
    IndexTotals,
    MarketMedians,
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
