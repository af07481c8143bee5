import { Module } from '@nestjs/common';
import { QuoteModule } from '../quote/quote.module.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisRepository } from './analysis.repository.js';
import { AnalysisService } from './analysis.service.js';
import { HeatmapRepository } from './heatmap.repository.js';
import { MovementRepository } from './movement.repository.js';
import { MoverRepository } from './mover.repository.js';

/** The market on a day. */
@Module({
  imports: [QuoteModule],
  controllers: [AnalysisController],
  providers: [AnalysisRepository, AnalysisService, HeatmapRepository, MovementRepository, MoverRepository],
})
export class AnalysisModule {}
