import { QueryField, Shown } from '../../http/fields.js';
import { dateShown, listOf, tickerKind } from '../../http/kinds.js';
import { DateRangeQuery } from '../../http/queries.js';
import { MAXIMUM_TICKERS } from './quote.dto.js';

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
export class QuoteGapQuery extends DateRangeQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_TICKERS), {
    description: `One security symbol, or up to ${MAXIMUM_TICKERS} separated by commas. All when not given.`,
    example: 'VNM,FPT',
  })
  ticker?: string[];
}
