import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../../auth/auth.module.js';
import { DatasetModule } from '../dataset/dataset.module.js';
import { ExtendedQuoteRepository } from './extended-quote.repository.js';
import { Publication } from './publication.js';
import { QuoteController } from './quote.controller.js';
import { Quote } from './quote.entity.js';
import { QuoteFastRoute } from './quote.fast-route.js';
import { QuoteRepository } from './quote.repository.js';
import { QuoteService } from './quote.service.js';
import { QuoteGapRepository } from './quote-gap.repository.js';
import { QuoteSeries } from './quote-series.js';

/** GET /quote and the stored quote resource /svc/quote. */
@Module({
  imports: [TypeOrmModule.forFeature([Quote]), AuthModule, DatasetModule],
  controllers: [QuoteController],
  providers: [
    QuoteRepository,
    ExtendedQuoteRepository,
    QuoteGapRepository,
    QuoteService,
    QuoteSeries,
    QuoteFastRoute,
    Publication,
  ],
  exports: [QuoteService, Publication],
})
export class QuoteModule {}
