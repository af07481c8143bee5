import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { PerformanceController } from './performance.controller.js';
import { PerformanceRepository } from './performance.repository.js';
import { PerformanceService } from './performance.service.js';
import { RelativeReturnController } from './relative-return.controller.js';

/** POST /performance and GET /trading/relative-return. */
@Module({
  imports: [MarketModule],
  controllers: [PerformanceController, RelativeReturnController],
  providers: [PerformanceRepository, PerformanceService],
})
export class PerformanceModule {}
