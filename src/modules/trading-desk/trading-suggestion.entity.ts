import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
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
  @DataColumn(sideKind, 'Recommended action.', 'buy') side: string;
  @OptionalColumn(priceKind, 'Target price, VND.', 74000, { columnNames: ['target'] })
  target_price?: number;
  @OptionalColumn(
    priceKind,
    'Stop-loss price, VND: below the target of a buy, above that of a sell.',
    64000,
    { columnNames: ['stop', 'stop loss'] },
  )
  stop_price?: number;
  @OptionalColumn(textOf({ max: 100 }), "Intended time horizon, in the author's words.", '3 months')
  horizon?: string;
  @OptionalColumn(textOf({ max: 20_000 }), 'Rationale.', 'Margins recover as milk powder becomes cheaper.')
  rationale?: string;
  @OptionalColumn(textOf({ max: 200 }), 'Author.', 'Research desk') author?: string;
  @PublishedAt('2024-01-31T02:00:00Z') published_at: string;
}
