import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { HeatmapRepository } from './heatmap.repository.js';
import { AnalysisController } from './market-overview.controller.js';
import { AnalysisService } from './market-overview.service.js';
import { MovementRepository } from './movement.repository.js';
import { MoverRepository } from './mover.repository.js';

/** The market on a day. */
@Module({
  imports: [MarketModule],
  controllers: [AnalysisController],
  providers: [AnalysisService, HeatmapRepository, MovementRepository, MoverRepository],
})
export class AnalysisModule {}
