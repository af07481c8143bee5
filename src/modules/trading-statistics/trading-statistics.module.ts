import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { ForeignTradeRepository } from './foreign-trade.repository.js';
import { MarketResultRepository } from './market-result.repository.js';
import { TradeFlowRepository } from './trade-flow.repository.js';
import { TradingStatisticsController } from './trading-statistics.controller.js';
import { TradingStatisticsService } from './trading-statistics.service.js';

/** GET /trade/market/result, /trade/foreign and /trade/flow. */
@Module({
  imports: [MarketModule],
  controllers: [TradingStatisticsController],
  providers: [TradingStatisticsService, MarketResultRepository, ForeignTradeRepository, TradeFlowRepository],
})
export class TradingStatisticsModule {}
