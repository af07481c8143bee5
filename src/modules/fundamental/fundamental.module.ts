import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { EventModule } from '../event/event.module.js';
import { FundamentalController } from './fundamental.controller.js';
import { FundamentalService } from './fundamental.service.js';
import { HealthController } from './health/health.controller.js';
import { HealthService } from './health/health.service.js';
import { RatioService } from './ratios/ratio.service.js';
import { FilingRepository } from './statements/filing.repository.js';
import { MarketRepository } from './statements/market.repository.js';
import { ShippedStatements } from './statements/shipped-statements.js';
import { StatementRepository } from './statements/statement.repository.js';
import { CompanyFiguresRepository } from './valuation/company-figures.repository.js';
import { IndexHistory } from './valuation/index-history.js';
import { ValuationController } from './valuation/valuation.controller.js';
import { ValuationRepository } from './valuation/valuation.repository.js';
import { ValuationService } from './valuation/valuation.service.js';
import { ValuedDayRepository } from './valuation/valued-day.repository.js';
import { ValuedDays } from './valuation/valued-days.js';

/** Financial statements, ratios, financial health and valuation. */
@Module({
  imports: [MarketModule, EventModule],
  controllers: [FundamentalController, HealthController, ValuationController],
  providers: [
    CompanyFiguresRepository,
    FilingRepository,
    FundamentalService,
    HealthService,
    IndexHistory,
    MarketRepository,
    RatioService,
    ShippedStatements,
    StatementRepository,
    ValuationRepository,
    ValuationService,
    ValuedDayRepository,
    ValuedDays,
  ],
  exports: [ShippedStatements],
})
export class FundamentalModule {}
