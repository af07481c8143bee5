import { FieldOf, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import { instantShown, listOf, textOf, tickerKind } from '../../kinds/kinds.js';
import { publisherIdKind } from '../dataset/publication-columns.js';
import { insightTypeKind, MarketInsight, TYPE_TEXT } from './market-insight.entity.js';

/** A piece of market insight. */
export class MarketInsightRecord {
  @Shown(publisherIdKind, "The publisher's identifier.", 'outlook-2024-02') id: string;
  @FieldOf(MarketInsight) type: string;
  @FieldOf(MarketInsight) title: string;
  @FieldOf(MarketInsight) body: string | null;
  @FieldOf(MarketInsight) author: string | null;
  @FieldOf(MarketInsight) tickers: string[];
  @Shown(instantShown, 'Time of publication, UTC.', '2024-02-01T01:30:00.000000Z') published_at: string;
}

/** Parameters of GET /trading/market-insight. */
export class MarketInsightQuery extends DateRangeQuery {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `Items about any of these securities: one symbol, or up to ${MAXIMUM_CODES} separated by commas.`,
    'TCB',
  )
  ticker?: string[];
  @QueryField(insightTypeKind, TYPE_TEXT, 'market_outlook') type?: string;
  @QueryField(
    textOf({ max: 100 }),
    'Words of the title and the text; all must match, each as a prefix, ignoring case and diacritics.',
    'trien vong',
  )
  q?: string;
}
