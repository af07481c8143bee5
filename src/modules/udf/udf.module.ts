import { Module } from '@nestjs/common';
import { QuoteModule } from '../quote/quote.module.js';
import { UdfController } from './udf.controller.js';
import { UdfRepository } from './udf.repository.js';
import { UdfService } from './udf.service.js';

/** The datafeed of TradingView's charts: its UDF protocol. */
@Module({
  imports: [QuoteModule],
  controllers: [UdfController],
  providers: [UdfService, UdfRepository],
})
export class UdfModule {}
