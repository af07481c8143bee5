import { Module } from '@nestjs/common';
import { QuoteModule } from '../quote/quote.module.js';
import { ContributorRepository } from './contributor.repository.js';
import { MarketIndexController } from './market-index.controller.js';
import { MarketIndexRepository } from './market-index.repository.js';
import { MarketIndexService } from './market-index.service.js';

/** Market indices. */
@Module({
  imports: [QuoteModule],
  controllers: [MarketIndexController],
  providers: [ContributorRepository, MarketIndexRepository, MarketIndexService],
})
export class MarketIndexModule {}
