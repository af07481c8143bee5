import { Check } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { choiceKind, priceKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { DataColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { PublishedAt, PublisherId } from '../dataset/publication-columns.js';

/** Action that a suggestion recommends. */
export const sideKind = choiceKind(['buy', 'hold', 'sell']);

/** A suggestion to trade; natural key its author's identifier. */
@RecordTable('trading_suggestion', 'trading_suggestion_by_time', 'trading_suggestion_by_ticker')
@Check(
  'trading_suggestion_prices',
  `target_price >= 0 AND target_price < 'Infinity' AND stop_price >= 0 AND stop_price < 'Infinity'`,
)
@Check('trading_suggestion_key', `suggestion_id <> ''`)
@Check('trading_suggestion_published_at', `isfinite(published_at)`)
export class TradingSuggestion extends StoredRecord {
  @PublisherId('desk-2024-01-31-vnm') suggestion_id: string;
  @DataColumn(tickerKind, 'Security symbol.', 'VNM', { column: { collation: 'C' } }) ticker: string;
  @DataColumn(sideKind, 'What to do.', 'buy') side: string;
  @OptionalColumn(priceKind, 'Price aimed at, VND.', 74000, { columnNames: ['target'] })
  target_price?: number;
  @OptionalColumn(
    priceKind,
    'Price at which it is given up, VND: below the target of a buy, above that of a sell.',
    64000,
    { columnNames: ['stop', 'stop loss'] },
  )
  stop_price?: number;
  @OptionalColumn(textOf({ max: 100 }), 'How long it is meant for, in words of the author.', '3 months')
  horizon?: string;
  @OptionalColumn(textOf({ max: 20_000 }), 'Why.', 'Margins recover as milk powder becomes cheaper.')
  rationale?: string;
  @OptionalColumn(textOf({ max: 200 }), 'Who suggests it.', 'Research desk') author?: string;
  @PublishedAt('2024-01-31T02:00:00Z') published_at: string;
}
