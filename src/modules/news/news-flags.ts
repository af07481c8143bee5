import { marketDate } from '../../database/sql.js';
import { another } from '../../market/plausibility.sql.js';
import { beforeMarket, repeatedInOtherCase, unknownTickers } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** What may be wrong with a piece of news. */
export const NEWS_FLAGS: RecordFlags = {
  repeated_in_other_case: repeatedInOtherCase('news', 'news_id'),
  title_of_another: {
    detail: 'another piece of the same source and moment has its title, letter case aside',
    when: another(
      'news',
      'lower(o.title) = lower(r.title) AND o.source = r.source AND o.published_at = r.published_at',
    ),
  },
  address_of_another: { detail: 'another piece has its address', when: another('news', 'o.url = r.url') },
  before_market: beforeMarket(marketDate('r.published_at')),
  unknown_ticker: unknownTickers('r.tickers'),
};
