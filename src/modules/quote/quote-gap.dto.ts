import { Shown } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { dateShown, tickerKind } from '../../kinds/kinds.js';

/** A trading day without a quote. */
export class QuoteGapRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, {
    description: 'Open day of the market without a published quote.',
    example: '2024-01-31',
  })
  date: string;
}

/** Parameters of GET /quote/gaps. */
export class QuoteGapQuery extends TickerRangeQuery {}
