import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { MarketModule } from '../../market/market.module.js';
import { QuoteCheckModule } from '../quote-check/quote-check.module.js';
import { RecordModule } from '../record/record.module.js';
import { ExtendedQuoteRepository } from './extended-quote.repository.js';
import { QuoteController } from './quote.controller.js';
import { QuoteRepository } from './quote.repository.js';
import { QuoteService } from './quote.service.js';
import { QuoteGapRepository } from './quote-gap.repository.js';
import { QuoteSeries } from './quote-series.js';

/** GET /quote and the stored quote resource /svc/quote. */
@Module({
  imports: [RecordModule, MarketModule, QuoteCheckModule, AuthModule],
  controllers: [QuoteController],
  providers: [QuoteRepository, ExtendedQuoteRepository, QuoteGapRepository, QuoteService, QuoteSeries],
  exports: [QuoteService],
})
export class QuoteModule {}
