import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { Expensive } from '../../limits/expensive.js';
import { ReadsFrom, type Sources } from '../dataset/reads-from.js';
import { IndexNewsQuery, NewsQuery, NewsRecord, SentimentQuery, SentimentRecord } from './news.dto.js';
import { NewsService } from './news.service.js';

const INDEX_NEWS: Sources = {
  needs: { news: 'news with their tickers' },
  needsOneOf: { index_constituent: 'members of the index', security: 'stocks, for indices of all shares' },
};

const OF_INDEX =
  'News about securities that were constituents of the index on the day of publication, newest first: (published_at descending, id). Days are in Asia/Ho_Chi_Minh.';

/** News of companies and the market. */
@ApiTags('News')
@Controller()
@Requires('market-data:read')
export class NewsController {
  constructor(private readonly service: NewsService) {}

  @ReadsFrom({ needs: { news: 'news with their tickers' } })
  @ReadList('news', NewsRecord, {
    operationId: 'listNews',
    summary: 'News of companies and the market',
    description:
      'Newest first: (published_at descending, id). `from_date` and `to_date` are days of publication in Asia/Ho_Chi_Minh. Also available at `/news/`.',
  })
  news(@Query() query: NewsQuery): List {
    return this.service.news(query);
  }

  @Expensive(({ code }) => code !== undefined)
  @ReadsFrom({ needs: { news: 'news with sentiment' }, adds: { index_constituent: 'members of indices' } })
  @ReadList('news/sentiment', SentimentRecord, {
    operationId: 'listNewsSentiment',
    summary: 'News sentiment by day',
    description:
      'Days with news, newest first. A news item is counted by its word, or without a word by the sign of its score. Nothing later than a day is used for its row.',
  })
  sentiment(@Query() query: SentimentQuery): List {
    return this.service.sentiment(query);
  }

  @Expensive()
  @ReadsFrom(INDEX_NEWS)
  @ReadList('news/index', NewsRecord, {
    operationId: 'listIndexNews',
    summary: 'News of the constituents of an index',
    description: `${OF_INDEX} The same as /market/stock-news.`,
  })
  ofIndex(@Query() query: IndexNewsQuery): List {
    return this.service.ofIndex(query);
  }

  @Expensive()
  @ReadsFrom(INDEX_NEWS)
  @ReadList('market/stock-news', NewsRecord, {
    operationId: 'listStockNews',
    summary: 'News on the stocks of an index',
    description: `${OF_INDEX} The same as /news/index.`,
  })
  ofStocks(@Query() query: IndexNewsQuery): List {
    return this.service.ofIndex(query);
  }
}
