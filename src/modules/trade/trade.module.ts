import { Module } from '@nestjs/common';
import { QuoteModule } from '../quote/quote.module.js';
import { ForeignTradeRepository } from './foreign-trade.repository.js';
import { MarketResultRepository } from './market-result.repository.js';
import { TradeController } from './trade.controller.js';
import { TradeService } from './trade.service.js';
import { TradeFlowRepository } from './trade-flow.repository.js';

/** GET /trade/market/result, /trade/foreign and /trade/flow. */
@Module({
  imports: [QuoteModule],
  controllers: [TradeController],
  providers: [TradeService, MarketResultRepository, ForeignTradeRepository, TradeFlowRepository],
})
export class TradeModule {}
