import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { TechnicalAnalysisController } from './technical-analysis.controller.js';
import { TechnicalAnalysisRepository } from './technical-analysis.repository.js';
import { TechnicalAnalysisService } from './technical-analysis.service.js';

/** GET /trade/technical-analysis and the catalogue of its indicators. */
@Module({
  imports: [MarketModule],
  controllers: [TechnicalAnalysisController],
  providers: [TechnicalAnalysisRepository, TechnicalAnalysisService],
  exports: [TechnicalAnalysisService],
})
export class TechnicalAnalysisModule {}
