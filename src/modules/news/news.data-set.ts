import type { FieldError } from '../../errors/domain-errors.js';
import type { Written } from '../dataset/columns.js';
import { dataSet } from '../dataset/data-set.js';
import { News } from './news.entity.js';
import { NEWS_FLAGS } from './news-flags.js';

export const NEWS = dataSet(News, {
  title: 'News of companies and the market',
  isComputedFrom: false,
  check: checkSentiment,
  dateColumn: 'published_at',
  notAhead: 'published_at',
  flags: NEWS_FLAGS,
});

/** Checks that the sign of the score does not contradict the word. */
function checkSentiment({ sentiment, sentiment_score: score }: Written<News>): FieldError[] {
  if (score === undefined) return [];
  const contradicts = (sentiment === 'positive' && score < 0) || (sentiment === 'negative' && score > 0);
  return contradicts
    ? [{ pointer: '/sentiment_score', code: 'inconsistent', detail: `${score} is not ${sentiment}` }]
    : [];
}
