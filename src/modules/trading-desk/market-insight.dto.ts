import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import {
  instantKind,
  instantShown,
  listOf,
  patternKind,
  textOf,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { authorIdKind } from './trading-suggestion.entity.js';

/** Kind of insight, in the publisher's own words. */
export const insightTypeKind = patternKind(
  /^[a-z][a-z0-9_]{0,49}$/,
  'a word of lower-case letters, digits and underscores such as market_outlook is expected',
);

/** Most securities that one insight is tagged with. */
const MAXIMUM_TAGS = 200;
const TYPE_TEXT = "Kind of insight, a word of the publisher's: market_outlook, sector, strategy, technical …";

/** A piece of market insight, to be written. */
export class MarketInsightWrite extends ReadBack {
  @BodyField(authorIdKind, {
    description: "The publisher's identifier; the key. Bulk insert and import also take it as `id`.",
    example: 'outlook-2024-02',
    alias: 'id',
  })
  insight_id: string;
  @BodyField(insightTypeKind, { description: TYPE_TEXT, example: 'market_outlook' })
  type: string;
  @BodyField(textOf({ max: 500 }), { description: 'Title.', example: 'Triển vọng thị trường tháng 2' })
  title: string;
  @BodyField(textOf({ max: 100_000 }), {
    description: 'Text.',
    example: 'Thanh khoản cải thiện, dòng tiền trở lại nhóm ngân hàng.',
    optional: true,
  })
  body?: string;
  @BodyField(textOf({ max: 200 }), { description: 'Who wrote it.', example: 'Research desk', optional: true })
  author?: string;
  @BodyField(arrayOf(tickerKind, MAXIMUM_TAGS), {
    description: 'Symbols of the securities that it is about.',
    example: ['TCB', 'ACB'],
    optional: true,
  })
  tickers?: string[];
  @BodyField(instantKind, {
    description:
      'When it was published: ISO 8601 with its zone; a date alone is its first moment in Asia/Ho_Chi_Minh.',
    example: '2024-02-01T01:30:00Z',
  })
  published_at: string;
}

/** A piece of market insight. */
export class MarketInsightRecord {
  @Shown(authorIdKind, { description: "The publisher's identifier.", example: 'outlook-2024-02' })
  id: string;
  @Shown(insightTypeKind, { description: TYPE_TEXT, example: 'market_outlook' })
  type: string;
  @Shown(textShown, { description: 'Title.', example: 'Triển vọng thị trường tháng 2' })
  title: string;
  @Shown(textShown, {
    description: 'Text.',
    example: 'Thanh khoản cải thiện, dòng tiền trở lại nhóm ngân hàng.',
    nullable: true,
  })
  body: string | null;
  @Shown(textShown, { description: 'Who wrote it.', example: 'Research desk', nullable: true })
  author: string | null;
  @Shown(arrayOf(tickerKind, MAXIMUM_TAGS), {
    description: 'Symbols of the securities that it is about.',
    example: ['TCB', 'ACB'],
  })
  tickers: string[];
  @Shown(instantShown, { description: 'When it was published, UTC.', example: '2024-02-01T01:30:00.000000Z' })
  published_at: string;
}

/** Parameters of GET /trading/market-insight. */
export class MarketInsightQuery extends DateRangeQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_CODES), {
    description: `About one of these securities: one symbol, or up to ${MAXIMUM_CODES} separated by commas.`,
    example: 'TCB',
  })
  ticker?: string[];
  @QueryField(insightTypeKind, { description: TYPE_TEXT, example: 'market_outlook' })
  type?: string;
  @QueryField(textOf({ max: 100 }), {
    description:
      'Words of the title and the text, all of them, each by its beginning, in any letter case, with or without diacritics.',
    example: 'trien vong',
  })
  q?: string;
}
