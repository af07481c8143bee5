import { Module } from '@nestjs/common';
import { IndicatorModule } from '../indicator/indicator.module.js';
import { QuoteModule } from '../quote/quote.module.js';
import { SignalRepository } from './signal.repository.js';
import { TradingController } from './trading.controller.js';
import { TradingRepository } from './trading.repository.js';
import { TradingService } from './trading.service.js';

/** GET /trading: actions, suggestions, insight, order books, signals. */
@Module({
  imports: [QuoteModule, IndicatorModule],
  controllers: [TradingController],
  providers: [TradingRepository, SignalRepository, TradingService],
})
export class TradingModule {}
