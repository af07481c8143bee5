import { Check } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { instantKind, patternKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { authorIdKind } from './trading-suggestion.entity.js';

/** Kind of insight, in the publisher's own words. */
export const insightTypeKind = patternKind(
  /^[a-z][a-z0-9_]{0,49}$/,
  'a word of lower-case letters, digits and underscores such as market_outlook is expected',
);

/** Most securities that one insight is tagged with. */
const MAXIMUM_TAGS = 200;

/** What the kind of insight is, in words. */
export const TYPE_TEXT =
  "Kind of insight, a word of the publisher's: market_outlook, sector, strategy, technical …";

/** A piece of market insight; natural key its author's identifier. */
@RecordTable('market_insight', 'market_insight_by_time', 'market_insight_tickers', 'market_insight_words')
@Check('market_insight_type', `type ~ '^[a-z][a-z0-9_]{0,49}$'`)
@Check('market_insight_texts', `insight_id <> '' AND title <> ''`)
@Check('market_insight_published_at', `isfinite(published_at)`)
export class MarketInsight extends StoredRecord {
  @KeyColumn(
    authorIdKind,
    "The publisher's identifier; the key. Bulk insert and import also take it as `id`.",
    'outlook-2024-02',
    { alias: 'id', columnNames: ['guid'] },
  )
  insight_id: string;
  @DataColumn(insightTypeKind, TYPE_TEXT, 'market_outlook') type: string;
  @DataColumn(textOf({ max: 500 }), 'Title.', 'Triển vọng thị trường tháng 2') title: string;
  @OptionalColumn(
    textOf({ max: 100_000 }),
    'Text.',
    'Thanh khoản cải thiện, dòng tiền trở lại nhóm ngân hàng.',
  )
  body?: string;
  @OptionalColumn(textOf({ max: 200 }), 'Who wrote it.', 'Research desk') author?: string;
  @DataColumn(
    arrayOf(tickerKind, MAXIMUM_TAGS),
    'Symbols of the securities that it is about.',
    ['TCB', 'ACB'],
    { default: [], columnNames: ['ticker', 'symbols', 'symbol'] },
  )
  tickers?: string[];
  @DataColumn(
    instantKind,
    'When it was published: ISO 8601 with its zone; a date alone is its first moment in Asia/Ho_Chi_Minh.',
    '2024-02-01T01:30:00Z',
    { columnNames: ['published', 'publish date', 'date', 'datetime', 'time'] },
  )
  published_at: string;
}
