import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { PriceAdjustmentController } from './price-adjustment.controller.js';
import { PriceAdjustmentRepository } from './price-adjustment.repository.js';
import { PriceAdjustmentService } from './price-adjustment.service.js';

/** GET /adjustments. */
@Module({
  imports: [MarketModule],
  controllers: [PriceAdjustmentController],
  providers: [PriceAdjustmentRepository, PriceAdjustmentService],
})
export class CorporateActionModule {}
