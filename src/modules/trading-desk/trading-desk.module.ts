import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { IndicatorModule } from '../technical-analysis/technical-analysis.module.js';
import { SignalRepository } from './signal.repository.js';
import { TradingController } from './trading-desk.controller.js';
import { TradingRepository } from './trading-desk.repository.js';
import { TradingService } from './trading-desk.service.js';

/** GET /trading: actions, suggestions, insight, order books, signals. */
@Module({
  imports: [MarketModule, IndicatorModule],
  controllers: [TradingController],
  providers: [TradingRepository, SignalRepository, TradingService],
})
export class TradingModule {}
