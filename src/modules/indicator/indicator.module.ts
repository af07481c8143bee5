import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Quote } from '../quote/quote.entity.js';
import { QuoteModule } from '../quote/quote.module.js';
import { TechnicalAnalysisController } from './technical-analysis.controller.js';
import { TechnicalAnalysisRepository } from './technical-analysis.repository.js';
import { TechnicalAnalysisService } from './technical-analysis.service.js';

/** GET /trade/technical-analysis and the catalogue of its indicators. */
@Module({
  imports: [TypeOrmModule.forFeature([Quote]), QuoteModule],
  controllers: [TechnicalAnalysisController],
  providers: [TechnicalAnalysisRepository, TechnicalAnalysisService],
})
export class IndicatorModule {}
