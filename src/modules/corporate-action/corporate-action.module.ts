import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { AdjustmentController } from './price-adjustment.controller.js';
import { AdjustmentRepository } from './price-adjustment.repository.js';
import { AdjustmentService } from './price-adjustment.service.js';

/** GET /adjustments. */
@Module({
  imports: [MarketModule],
  controllers: [AdjustmentController],
  providers: [AdjustmentRepository, AdjustmentService],
})
export class CorporateActionModule {}
