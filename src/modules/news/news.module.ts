import { Module } from '@nestjs/common';
import { NewsController } from './news.controller.js';
import { NewsRepository } from './news.repository.js';
import { NewsService } from './news.service.js';

/** GET /news, its sentiment and the news of an index. */
@Module({
  controllers: [NewsController],
  providers: [NewsRepository, NewsService],
})
export class NewsModule {}
