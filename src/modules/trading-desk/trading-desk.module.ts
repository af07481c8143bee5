import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { TechnicalAnalysisModule } from '../technical-analysis/technical-analysis.module.js';
import { SignalRepository } from './signal.repository.js';
import { TradingDeskController } from './trading-desk.controller.js';
import { TradingDeskRepository } from './trading-desk.repository.js';
import { TradingDeskService } from './trading-desk.service.js';

/** GET /trading: actions, suggestions, insight, order books, signals. */
@Module({
  imports: [MarketModule, TechnicalAnalysisModule],
  controllers: [TradingDeskController],
  providers: [TradingDeskRepository, SignalRepository, TradingDeskService],
})
export class TradingDeskModule {}
