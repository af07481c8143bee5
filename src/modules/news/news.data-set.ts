import { instant } from '../../database/sql.js';
import type { FieldError } from '../../errors/domain-errors.js';
import type { DataSet } from '../dataset/data-set.js';
import { NewsWrite } from './news.dto.js';

/** News of companies and the market. */
export const NEWS: DataSet<NewsWrite> = {
  name: 'news',
  title: 'News of companies and the market',
  table: 'news',
  key: ['news_id'],
  record: NewsWrite,
  defaults: { tickers: [], language: 'vi' },
  check: checkSentiment,
  dateColumn: 'published_at',
  path: '/svc/record/news',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.news_id, r.title, r.summary, r.url, r.image_url, r.source, r.source_type, r.category, r.tickers,
      r.language, ${instant('r.published_at')} AS published_at, r.sentiment, r.sentiment_score,
      r.id, ${instant('r.changed_at')} AS timestamp) item`,
  columnNames: {
    news_id: ['guid'],
    title: ['headline'],
    tickers: ['ticker', 'symbols', 'symbol'],
    published_at: ['published', 'publish date', 'date', 'datetime', 'time'],
    url: ['link'],
  },
};

/** The sign of the score does not contradict the word. */
function checkSentiment({ sentiment, sentiment_score: score }: NewsWrite): FieldError[] {
  if (score === undefined) return [];
  const contradicts = (sentiment === 'positive' && score < 0) || (sentiment === 'negative' && score > 0);
  return contradicts
    ? [{ pointer: '/sentiment_score', code: 'inconsistent', detail: `${score} is not ${sentiment}` }]
    : [];
}
