import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

/** GET /search. */
@Module({
  imports: [MarketModule],
  controllers: [SearchController],
  providers: [SearchRepository, SearchService],
})
export class SearchModule {}
