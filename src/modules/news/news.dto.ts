import { BodyField, Ignored, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import {
  dateShown,
  instantKind,
  instantShown,
  listOf,
  numberKind,
  textOf,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import {
  categoryKind,
  languageKind,
  newsWordsKind,
  publisherIdKind,
  sentimentKind,
  sourceTypeKind,
  webAddressKind,
} from './news-kinds.js';

/** Most securities that one piece of news is tagged with. */
const MAXIMUM_TAGS = 200;

const COUNT = { schema: { type: 'integer', minimum: 0 } } as const;
const CATEGORY_TEXT = 'Category.';
const SOURCE_TYPE_TEXT =
  "Kind of source: an exchange's disclosures, the publisher's own articles, other press.";

/** A piece of news to be written; its `url` is its own, so that only `id` and `timestamp` are control fields. */
export class NewsWrite {
  @BodyField(publisherIdKind, {
    description: "The publisher's identifier; the key. Bulk insert and import also take it as `id`.",
    example: 'hose-2024-01-31-vnm-1',
    alias: 'id',
  })
  news_id: string;
  @BodyField(textOf({ max: 500 }), {
    description: 'Headline.',
    example: 'Vinamilk công bố kết quả kinh doanh quý IV',
  })
  title: string;
  @BodyField(textOf({ max: 20_000 }), {
    description: 'Summary.',
    example: 'Doanh thu hợp nhất tăng 3,6 % so với cùng kỳ.',
    optional: true,
  })
  summary?: string;
  @BodyField(webAddressKind, {
    description: 'Address of the article.',
    example: 'https://news.example.com/vnm-q4',
    optional: true,
  })
  url?: string;
  @BodyField(webAddressKind, {
    description: 'Address of its image.',
    example: 'https://news.example.com/vnm-q4.jpg',
    optional: true,
  })
  image_url?: string;
  @BodyField(textOf({ max: 200 }), { description: 'Name of the source.', example: 'HOSE' })
  source: string;
  @BodyField(sourceTypeKind, { description: SOURCE_TYPE_TEXT, example: 'exchange' })
  source_type: string;
  @BodyField(categoryKind, { description: CATEGORY_TEXT, example: 'securities' })
  category: string;
  @BodyField(arrayOf(tickerKind, MAXIMUM_TAGS), {
    description: 'Symbols of the securities that it is about.',
    example: ['VNM'],
    optional: true,
  })
  tickers?: string[];
  @BodyField(languageKind, {
    description: 'Language of the text, ISO 639-1; vi when not given.',
    example: 'vi',
    default: 'vi',
    optional: true,
  })
  language?: string;
  @BodyField(instantKind, {
    description:
      'When it was published: ISO 8601 with its zone; a date alone is its first moment in Asia/Ho_Chi_Minh.',
    example: '2024-01-31T08:15:00Z',
  })
  published_at: string;
  @BodyField(sentimentKind, {
    description: 'Tone for the securities that it is about.',
    example: 'positive',
    optional: true,
  })
  sentiment?: string;
  @BodyField(numberKind({ min: -1, max: 1 }), {
    description: 'The same as a number, from −1 to 1; its sign does not contradict the word.',
    example: 0.42,
    optional: true,
  })
  sentiment_score?: number;

  @Ignored() id?: unknown;
  @Ignored() timestamp?: unknown;
}

/** A piece of news. */
export class NewsRecord {
  @Shown(publisherIdKind, { description: "The publisher's identifier.", example: 'hose-2024-01-31-vnm-1' })
  id: string;
  @Shown(textShown, { description: 'Headline.', example: 'Vinamilk công bố kết quả kinh doanh quý IV' })
  title: string;
  @Shown(textShown, {
    description: 'Summary.',
    example: 'Doanh thu hợp nhất tăng 3,6 % so với cùng kỳ.',
    nullable: true,
  })
  summary: string | null;
  @Shown(textShown, {
    description: 'Address of the article.',
    example: 'https://news.example.com/vnm-q4',
    nullable: true,
  })
  url: string | null;
  @Shown(textShown, { description: 'Address of its image.', example: null, nullable: true })
  image_url: string | null;
  @Shown(textShown, { description: 'Name of the source.', example: 'HOSE' })
  source: string;
  @Shown(sourceTypeKind, { description: SOURCE_TYPE_TEXT, example: 'exchange' })
  source_type: string;
  @Shown(categoryKind, { description: CATEGORY_TEXT, example: 'securities' })
  category: string;
  @Shown(arrayOf(tickerKind, MAXIMUM_TAGS), {
    description: 'Symbols of the securities that it is about.',
    example: ['VNM'],
  })
  tickers: string[];
  @Shown(languageKind, { description: 'Language of the text, ISO 639-1.', example: 'vi' })
  language: string;
  @Shown(instantShown, { description: 'When it was published, UTC.', example: '2024-01-31T08:15:00.000000Z' })
  published_at: string;
  @Shown(sentimentKind, {
    description: 'Tone for the securities that it is about.',
    example: 'positive',
    nullable: true,
  })
  sentiment: string | null;
  @Shown(numberKind({ min: -1, max: 1 }), {
    description: 'The same as a number, from −1 to 1.',
    example: 0.42,
    nullable: true,
  })
  sentiment_score: number | null;
}

/** Parameters of the lists of news. `from_date` and `to_date` are days of publication in Asia/Ho_Chi_Minh. */
class NewsFilter extends DateRangeQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_CODES), {
    description: `About one of these securities: one symbol, or up to ${MAXIMUM_CODES} separated by commas.`,
    example: 'VNM,FPT',
  })
  ticker?: string[];
  @QueryField(categoryKind, { description: CATEGORY_TEXT, example: 'securities' })
  category?: string;
  @QueryField(sourceTypeKind, { description: SOURCE_TYPE_TEXT, example: 'exchange' })
  source_type?: string;
  @QueryField(newsWordsKind, {
    description:
      'Words of the title and the summary, all of them, each by its beginning, in any letter case, with or without diacritics (`co tuc` finds `Cổ tức`).',
    example: 'ket qua kinh doanh',
  })
  q?: string;
  @QueryField(languageKind, { description: 'Language of the text, ISO 639-1.', example: 'vi' })
  language?: string;
}

/** Parameters of GET /news. */
export class NewsQuery extends NewsFilter {}

/** Parameters of GET /news/index. */
export class IndexNewsQuery extends NewsFilter {
  @QueryField(tickerKind, {
    description: 'Index whose constituents count, those of the day of publication; VNINDEX when not given.',
    example: 'VN30',
    default: 'VNINDEX',
  })
  code?: string;
}

/** Parameters of GET /news/sentiment. */
export class SentimentQuery extends DateRangeQuery {
  @QueryField(tickerKind, {
    description: 'News about this security; not together with code. All news without either.',
    example: 'VNM',
  })
  ticker?: string;
  @QueryField(tickerKind, {
    description: 'News about constituents of this index on the day of publication.',
    example: 'VNINDEX',
  })
  code?: string;
}

/** Sentiment of the news of one day. */
export class SentimentRecord {
  @Shown(dateShown, { description: 'Day of publication in Asia/Ho_Chi_Minh.', example: '2024-01-31' })
  date: string;
  @Shown(COUNT, { description: 'Pieces of news.', example: 7 })
  news_count: number;
  @Shown(COUNT, { description: 'Positive ones among them.', example: 4 })
  positive_count: number;
  @Shown(COUNT, {
    description: 'Neutral ones. What has neither a word nor a score counts in news_count only.',
    example: 2,
  })
  neutral_count: number;
  @Shown(COUNT, { description: 'Negative ones.', example: 1 })
  negative_count: number;
  @Shown(numberKind({ min: -1, max: 1 }), {
    description: 'Mean of the scores given, from −1 to 1; null where none is.',
    example: 0.31,
    nullable: true,
  })
  mean_score: number | null;
  @Shown(numberKind({ min: 0 }), {
    description:
      'news_count ÷ mean daily count of the 30 calendar days before, decimal; null where they had no news.',
    example: 1.75,
    nullable: true,
  })
  buzz_ratio: number | null;
}
