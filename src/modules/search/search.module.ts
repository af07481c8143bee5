import { Module } from '@nestjs/common';
import { QuoteModule } from '../quote/quote.module.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

/** GET /search. */
@Module({
  imports: [QuoteModule],
  controllers: [SearchController],
  providers: [SearchRepository, SearchService],
})
export class SearchModule {}
