import { Check } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { instantKind, numberKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import {
  categoryKind,
  languageKind,
  publisherIdKind,
  SOURCE_TYPE_TEXT,
  sentimentKind,
  sourceTypeKind,
  webAddressKind,
} from './news-kinds.js';

/** Most securities that one piece of news is tagged with. */
const MAXIMUM_TAGS = 200;

/** A piece of news; natural key the publisher's identifier. */
@RecordTable('news', 'news_by_time', 'news_by_category', 'news_tickers', 'news_words')
@Check('news_sentiment_score', `sentiment_score >= -1 AND sentiment_score <= 1`)
@Check('news_texts', `news_id <> '' AND title <> '' AND source <> ''`)
@Check('news_published_at', `isfinite(published_at)`)
export class News extends StoredRecord {
  @KeyColumn(
    publisherIdKind,
    "The publisher's identifier; the key. Bulk insert and import also take it as `id`.",
    'hose-2024-01-31-vnm-1',
    { alias: 'id', columnNames: ['guid'] },
  )
  news_id: string;
  @DataColumn(textOf({ max: 500 }), 'Headline.', 'Vinamilk công bố kết quả kinh doanh quý IV', {
    columnNames: ['headline'],
  })
  title: string;
  @OptionalColumn(textOf({ max: 20_000 }), 'Summary.', 'Doanh thu hợp nhất tăng 3,6 % so với cùng kỳ.')
  summary?: string;
  @OptionalColumn(webAddressKind, 'Address of the article.', 'https://news.example.com/vnm-q4', {
    columnNames: ['link'],
  })
  url?: string;
  @OptionalColumn(webAddressKind, 'Address of its image.', 'https://news.example.com/vnm-q4.jpg')
  image_url?: string;
  @DataColumn(textOf({ max: 200 }), 'Name of the source.', 'HOSE') source: string;
  @DataColumn(sourceTypeKind, SOURCE_TYPE_TEXT, 'exchange') source_type: string;
  @DataColumn(categoryKind, 'Category.', 'securities') category: string;
  @DataColumn(arrayOf(tickerKind, MAXIMUM_TAGS), 'Symbols of the securities that it is about.', ['VNM'], {
    default: [],
    columnNames: ['ticker', 'symbols', 'symbol'],
  })
  tickers?: string[];
  /** ISO 639-1 */
  @DataColumn(languageKind, 'Language of the text, ISO 639-1; vi when not given.', 'vi', { default: 'vi' })
  language?: string;
  @DataColumn(
    instantKind,
    'When it was published: ISO 8601 with its zone; a date alone is its first moment in Asia/Ho_Chi_Minh.',
    '2024-01-31T08:15:00Z',
    { columnNames: ['published', 'publish date', 'date', 'datetime', 'time'] },
  )
  published_at: string;
  @OptionalColumn(sentimentKind, 'Tone for the securities that it is about.', 'positive') sentiment?: string;
  /** from -1 to 1 */
  @OptionalColumn(
    numberKind({ min: -1, max: 1 }),
    'The same as a number, from −1 to 1; its sign does not contradict the word.',
    0.42,
  )
  sentiment_score?: number;
}
