import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { notTogether } from '../../errors/domain-errors.js';
import { HOME_INDEX } from '../../market/home-index.js';
import type { IndexNewsQuery, NewsQuery, SentimentQuery } from './news.dto.js';
import { NewsRepository } from './news.repository.js';

/** News and its sentiment about securities. */
@Injectable()
export class NewsService {
  constructor(private readonly repository: NewsRepository) {}

  /** News by subject and source. */
  news(query: NewsQuery): List {
    return this.repository.news(query);
  }

  /** News about the constituents of an index on the day of publication. */
  ofIndex(query: IndexNewsQuery): List {
    return this.repository.ofIndex({ ...query, code: query.code ?? HOME_INDEX });
  }

  /** Sentiment day by day. InvalidInput if both a security and an index are named. */
  sentiment(query: SentimentQuery): List {
    if (query.ticker !== undefined && query.code !== undefined) {
      throw notTogether('code', 'give ticker or code, not both');
    }
    return this.repository.sentiment(query);
  }
}
