import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { instantShown, priceKind, textShown } from '../../kinds/kinds.js';
import { publisherIdKind } from '../dataset/publication-columns.js';
import { sideKind, TradingSuggestion } from './trading-suggestion.entity.js';

/** A suggestion to trade. */
export class TradingSuggestionRecord {
  @Shown(publisherIdKind, "The publisher's identifier.", 'desk-2024-01-31-vnm') id: string;
  @FieldOf(TradingSuggestion) ticker: string;
  @FieldOf(TradingSuggestion) side: string;
  @FieldOf(TradingSuggestion) target_price: number | null;
  @ShownOrNull(priceKind, 'Stop-loss price, VND.', 64000) stop_price: number | null;
  @ShownOrNull(textShown, 'Intended time horizon.', '3 months') horizon: string | null;
  @FieldOf(TradingSuggestion) rationale: string | null;
  @FieldOf(TradingSuggestion) author: string | null;
  @Shown(instantShown, 'Time of publication, UTC.', '2024-01-31T02:00:00.000000Z') published_at: string;
}

/** Parameters of GET /trading/suggestions. */
export class TradingSuggestionQuery extends TickerRangeQuery {
  @QueryField(sideKind, 'Recommended action.', 'buy') side?: string;
}
