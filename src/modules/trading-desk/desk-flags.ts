import { marketDate } from '../../database/sql.js';
import { closeBy, isFarFrom } from '../../market/plausibility.sql.js';
import {
  beforeMarket,
  closedDay,
  repeatedInOtherCase,
  unknownTicker,
  unknownTickers,
} from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** A price this many times the previous close is in another unit; one in an order book strays less. */
const [OTHER_UNIT, OFF_BOOK] = [5, 2];

const PUBLISHED = marketDate('r.published_at');
const MARKET_DAY = marketDate('r.timestamp');

const farFromClose = (prices: readonly string[], day: string, factor: number) =>
  prices.map((price) => isFarFrom(price, closeBy('r.ticker', day), factor)).join(' OR ');

/** What may be wrong with a suggestion. */
export const SUGGESTION_FLAGS: RecordFlags = {
  far_from_close: {
    detail: `its target or stop is ${OTHER_UNIT} times the close before it, or a fifth of it`,
    when: farFromClose(['r.target_price', 'r.stop_price'], PUBLISHED, OTHER_UNIT),
  },
  repeated_in_other_case: repeatedInOtherCase('trading_suggestion', 'suggestion_id'),
  before_market: beforeMarket(PUBLISHED),
  unknown_ticker: unknownTicker('r.ticker'),
};

/** What may be wrong with an insight. */
export const INSIGHT_FLAGS: RecordFlags = {
  repeated_in_other_case: repeatedInOtherCase('market_insight', 'insight_id'),
  title_of_another: repeatedInOtherCase('market_insight', 'title', 'type'),
  before_market: beforeMarket(PUBLISHED),
  unknown_ticker: unknownTickers('r.tickers'),
};

/** What may be wrong with a snapshot of an order book. */
export const DEPTH_FLAGS: RecordFlags = {
  far_from_close: {
    detail: `its best bid or ask is ${OFF_BOOK} times the close before it, or half of it`,
    when: farFromClose(
      ["(r.bids -> 0 ->> 'price')::float8", "(r.asks -> 0 ->> 'price')::float8"],
      MARKET_DAY,
      OFF_BOOK,
    ),
  },
  empty_book: { detail: 'it has no orders on either side', when: "r.bids = '[]' AND r.asks = '[]'" },
  closed_day: closedDay(MARKET_DAY),
  before_market: beforeMarket(MARKET_DAY),
  unknown_ticker: unknownTicker('r.ticker'),
};
