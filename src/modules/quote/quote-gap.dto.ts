import { Shown } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { dateShown } from '../../kinds/kinds.js';

/** A trading day without a quote. */
export class QuoteGapRecord {
  @Ticker() ticker: string;
  @Shown(dateShown, 'Open day of the market without a published quote.', '2024-01-31') date: string;
}
