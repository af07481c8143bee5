import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { EventModule } from '../event/event.module.js';
import { QuoteCheckRepository } from './quote-check.repository.js';
import { QuoteChecks } from './quote-checks.js';

/** Flags of quotes and gaps between them, updated after writes. */
@Module({
  imports: [MarketModule, EventModule],
  providers: [QuoteCheckRepository, QuoteChecks],
  exports: [QuoteChecks],
})
export class QuoteCheckModule {}
