import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import { dateShown, instantShown, listOf, numberKind, textShown, tickerKind } from '../../kinds/kinds.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { publisherIdKind } from '../dataset/publication-columns.js';
import { News } from './news.entity.js';
import { categoryKind, languageKind, newsWordsKind, SOURCE_TYPE_TEXT, sourceTypeKind } from './news-kinds.js';

const COUNT = { schema: { type: 'integer', minimum: 0 } } as const;
/** A piece of news. */
export class NewsRecord {
  @Shown(publisherIdKind, "The publisher's identifier.", 'hose-2024-01-31-vnm-1') id: string;
  @FieldOf(News) title: string;
  @FieldOf(News) summary: string | null;
  @ShownOrNull(textShown, 'URL of the article.', 'https://news.example.com/vnm-q4') url: string | null;
  @ShownOrNull(textShown, 'URL of its image.', null) image_url: string | null;
  @FieldOf(News) source: string;
  @FieldOf(News) source_type: string;
  @FieldOf(News) category: string;
  @FieldOf(News) tickers: string[];
  @Shown(languageKind, 'Language of the text, ISO 639-1.', 'vi') language: string;
  @Shown(instantShown, 'Time of publication, UTC.', '2024-01-31T08:15:00.000000Z') published_at: string;
  @FieldOf(News) sentiment: string | null;
  @ShownOrNull(numberKind({ min: -1, max: 1 }), 'Sentiment as a number, from −1 to 1.', 0.42)
  sentiment_score: number | null;
}

/** Parameters of the lists of news. `from_date` and `to_date` are days of publication in Asia/Ho_Chi_Minh. */
class NewsFilter extends DateRangeQuery {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `Items about any of these securities: one symbol, or up to ${MAXIMUM_CODES} separated by commas.`,
    'VNM,FPT',
  )
  ticker?: string[];
  @QueryField(categoryKind, 'Category.', 'securities') category?: string;
  @QueryField(sourceTypeKind, SOURCE_TYPE_TEXT, 'exchange') source_type?: string;
  @QueryField(
    newsWordsKind,
    'Words of the title and the summary; all must match, each as a prefix, ignoring case and diacritics (`co tuc` finds `Cổ tức`).',
    'ket qua kinh doanh',
  )
  q?: string;
  @QueryField(languageKind, 'Language of the text, ISO 639-1.', 'vi') language?: string;
}

/** Parameters of GET /news. */
export class NewsQuery extends NewsFilter {}

/** Parameters of GET /news/index. */
export class IndexNewsQuery extends NewsFilter {
  @QueryField(
    tickerKind,
    `Index whose constituents on the day of publication count; ${HOME_INDEX} by default.`,
    'VN30',
    { default: HOME_INDEX },
  )
  code?: string;
}

/** Parameters of GET /news/sentiment. */
export class SentimentQuery extends DateRangeQuery {
  @QueryField(
    tickerKind,
    'News about this security; cannot be combined with code. All news if neither is given.',
    'VNM',
  )
  ticker?: string;
  @QueryField(tickerKind, 'News about constituents of this index on the day of publication.', 'VNINDEX')
  code?: string;
}

/** Sentiment of the news of one day. */
export class SentimentRecord {
  @Shown(dateShown, 'Day of publication in Asia/Ho_Chi_Minh.', '2024-01-31') date: string;
  @Shown(COUNT, 'Number of news items.', 7) news_count: number;
  @Shown(COUNT, 'Number of positive items.', 4) positive_count: number;
  @Shown(COUNT, 'Number of neutral items. Items with neither a word nor a score count in news_count only.', 2)
  neutral_count: number;
  @Shown(COUNT, 'Number of negative items.', 1) negative_count: number;
  @ShownOrNull(
    numberKind({ min: -1, max: 1 }),
    'Mean of the scores given, from −1 to 1; null if there are none.',
    0.31,
  )
  mean_score: number | null;
  @ShownOrNull(
    numberKind({ min: 0 }),
    'news_count ÷ mean daily count of the 30 calendar days before, decimal; null if they had no news.',
    1.75,
  )
  buzz_ratio: number | null;
}
