import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { UdfController } from './udf.controller.js';
import { UdfRepository } from './udf.repository.js';
import { UdfService } from './udf.service.js';

/** The datafeed of TradingView's charts: its UDF protocol. */
@Module({
  imports: [MarketModule],
  controllers: [UdfController],
  providers: [UdfService, UdfRepository],
})
export class UdfModule {}
