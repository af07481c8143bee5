import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { numberKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { PublishedAt, PublisherId, TickersAbout } from '../dataset/publication-columns.js';
import {
  categoryKind,
  languageKind,
  SOURCE_TYPE_TEXT,
  sentimentKind,
  sourceTypeKind,
  webAddressKind,
} from './news-kinds.js';

/** A piece of news; natural key the publisher's identifier. */
@RecordTable('news', 'news_by_time', 'news_by_category', 'news_tickers', 'news_words')
@Check('news_sentiment_score', `sentiment_score >= -1 AND sentiment_score <= 1`)
@Check('news_texts', `news_id <> '' AND title <> '' AND source <> ''`)
@Check('news_published_at', `isfinite(published_at)`)
export class News extends StoredRecord {
  @PublisherId('hose-2024-01-31-vnm-1') news_id: string;
  @DataColumn(textOf({ max: 500 }), 'Headline.', 'Vinamilk công bố kết quả kinh doanh quý IV', {
    columnNames: ['headline'],
  })
  title: string;
  @OptionalColumn(textOf({ max: 20_000 }), 'Summary.', 'Doanh thu hợp nhất tăng 3,6 % so với cùng kỳ.')
  summary?: string;
  @OptionalColumn(webAddressKind, 'URL of the article.', 'https://news.example.com/vnm-q4', {
    columnNames: ['link'],
  })
  url?: string;
  @OptionalColumn(webAddressKind, 'URL of its image.', 'https://news.example.com/vnm-q4.jpg')
  image_url?: string;
  @DataColumn(textOf({ max: 200 }), 'Name of the source.', 'HOSE') source: string;
  @DataColumn(sourceTypeKind, SOURCE_TYPE_TEXT, 'exchange') source_type: string;
  @DataColumn(categoryKind, 'Category.', 'securities') category: string;
  @TickersAbout(['VNM']) tickers?: string[];
  /** ISO 639-1 */
  @DataColumn(languageKind, 'Language of the text, ISO 639-1; vi by default.', 'vi', { default: 'vi' })
  language?: string;
  @PublishedAt('2024-01-31T08:15:00Z') published_at: string;
  @OptionalColumn(sentimentKind, 'Tone towards the securities it is about.', 'positive') sentiment?: string;
  /** from -1 to 1 */
  @OptionalColumn(
    numberKind({ min: -1, max: 1 }),
    'Sentiment as a number, from −1 to 1; its sign must not contradict the word.',
    0.42,
  )
  sentiment_score?: number;
}
