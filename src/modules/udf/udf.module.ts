import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { SymbolSearch } from './symbol-search.js';
import { UdfController } from './udf.controller.js';
import { UdfRepository } from './udf.repository.js';
import { UdfService } from './udf.service.js';

/** The datafeed of TradingView's charts: its UDF protocol. */
@Module({
  imports: [MarketModule],
  controllers: [UdfController],
  providers: [UdfService, SymbolSearch, UdfRepository],
})
export class UdfModule {}
