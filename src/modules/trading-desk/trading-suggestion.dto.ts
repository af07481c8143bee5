import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import {
  choiceKind,
  instantKind,
  instantShown,
  priceKind,
  textOf,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { authorIdKind } from './trading-suggestion.entity.js';

/** What a suggestion says to do. */
export const sideKind = choiceKind(['buy', 'hold', 'sell']);

/** A suggestion to trade, to be written. */
export class TradingSuggestionWrite extends ReadBack {
  @BodyField(authorIdKind, {
    description: "The publisher's identifier; the key. Bulk insert and import also take it as `id`.",
    example: 'desk-2024-01-31-vnm',
    alias: 'id',
  })
  suggestion_id: string;
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(sideKind, { description: 'What to do.', example: 'buy' })
  side: string;
  @BodyField(priceKind, { description: 'Price aimed at, VND.', example: 74000, optional: true })
  target_price?: number;
  @BodyField(priceKind, {
    description: 'Price at which it is given up, VND: below the target of a buy, above that of a sell.',
    example: 64000,
    optional: true,
  })
  stop_price?: number;
  @BodyField(textOf({ max: 100 }), {
    description: 'How long it is meant for, in words of the author.',
    example: '3 months',
    optional: true,
  })
  horizon?: string;
  @BodyField(textOf({ max: 20_000 }), {
    description: 'Why.',
    example: 'Margins recover as milk powder becomes cheaper.',
    optional: true,
  })
  rationale?: string;
  @BodyField(textOf({ max: 200 }), {
    description: 'Who suggests it.',
    example: 'Research desk',
    optional: true,
  })
  author?: string;
  @BodyField(instantKind, {
    description:
      'When it was published: ISO 8601 with its zone; a date alone is its first moment in Asia/Ho_Chi_Minh.',
    example: '2024-01-31T02:00:00Z',
  })
  published_at: string;
}

/** A suggestion to trade. */
export class TradingSuggestionRecord {
  @Shown(authorIdKind, { description: "The publisher's identifier.", example: 'desk-2024-01-31-vnm' })
  id: string;
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(sideKind, { description: 'What to do.', example: 'buy' })
  side: string;
  @Shown(priceKind, { description: 'Price aimed at, VND.', example: 74000, nullable: true })
  target_price: number | null;
  @Shown(priceKind, { description: 'Price at which it is given up, VND.', example: 64000, nullable: true })
  stop_price: number | null;
  @Shown(textShown, { description: 'How long it is meant for.', example: '3 months', nullable: true })
  horizon: string | null;
  @Shown(textShown, {
    description: 'Why.',
    example: 'Margins recover as milk powder becomes cheaper.',
    nullable: true,
  })
  rationale: string | null;
  @Shown(textShown, { description: 'Who suggests it.', example: 'Research desk', nullable: true })
  author: string | null;
  @Shown(instantShown, { description: 'When it was published, UTC.', example: '2024-01-31T02:00:00.000000Z' })
  published_at: string;
}

/** Parameters of GET /trading/suggestions. */
export class TradingSuggestionQuery extends TickerRangeQuery {
  @QueryField(sideKind, { description: 'What they say to do.', example: 'buy' })
  side?: string;
}
