import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { patternKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { PublishedAt, PublisherId, TickersAbout } from '../dataset/publication-columns.js';

/** Kind of insight, in the publisher's own words. */
export const insightTypeKind = patternKind(
  /^[a-z][a-z0-9_]{0,49}$/,
  'a word of lower-case letters, digits and underscores such as market_outlook is expected',
);

/** Description of the kind of insight. */
export const TYPE_TEXT =
  'Kind of insight, as named by the publisher: market_outlook, sector, strategy, technical …';

/** A piece of market insight; natural key its author's identifier. */
@RecordTable('market_insight', 'market_insight_by_time', 'market_insight_tickers', 'market_insight_words')
@Check('market_insight_type', `type ~ '^[a-z][a-z0-9_]{0,49}$'`)
@Check('market_insight_texts', `insight_id <> '' AND title <> ''`)
@Check('market_insight_published_at', `isfinite(published_at)`)
export class MarketInsight extends StoredRecord {
  @PublisherId('outlook-2024-02') insight_id: string;
  @DataColumn(insightTypeKind, TYPE_TEXT, 'market_outlook') type: string;
  @DataColumn(textOf({ max: 500 }), 'Title.', 'Triển vọng thị trường tháng 2') title: string;
  @OptionalColumn(
    textOf({ max: 100_000 }),
    'Text.',
    'Thanh khoản cải thiện, dòng tiền trở lại nhóm ngân hàng.',
  )
  body?: string;
  @OptionalColumn(textOf({ max: 200 }), 'Author.', 'Research desk') author?: string;
  @TickersAbout(['TCB', 'ACB']) tickers?: string[];
  @PublishedAt('2024-02-01T01:30:00Z') published_at: string;
}
