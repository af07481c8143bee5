import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewsController } from './news.controller.js';
import { News } from './news.entity.js';
import { NewsRepository } from './news.repository.js';
import { NewsService } from './news.service.js';

/** GET /news, its sentiment and the news of an index. */
@Module({
  imports: [TypeOrmModule.forFeature([News])],
  controllers: [NewsController],
  providers: [NewsRepository, NewsService],
})
export class NewsModule {}
