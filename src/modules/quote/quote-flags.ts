import { hasFlag, QUOTE_FLAGS, type QuoteFlag } from '../../market/quote-flags.sql.js';
import { beforeMarket } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

const DETAILS: Readonly<Record<QuoteFlag, string>> = {
  outside_limits: 'a price is beyond the ceiling or the floor of its day',
  off_tick: 'a price is between two ticks of its exchange',
  price_jump: 'its close is a fifth or more away from the one before',
  change_without_volume: 'its close changed though nothing was traded',
  non_trading_day: 'the market was closed on its day',
};

/** What waits for a decision, with the flags that are stored with quotes: each has an index. */
const stored: RecordFlags = Object.fromEntries(
  QUOTE_FLAGS.map((flag) => [
    flag,
    { detail: DETAILS[flag], when: `${hasFlag('r', flag)} AND r.approval = 0` },
  ]),
);

const ofMaster = (condition: string) => `r.approval = 0 AND EXISTS (
  SELECT FROM security s WHERE s.ticker = r.ticker AND (${condition}))`;

/** What may be wrong with a quote that waits for a decision: the flags of the queue, and what the master says beside them. */
export const FLAGS_OF_QUOTES: RecordFlags = {
  ...stored,
  volume_above_shares: {
    detail: 'more securities were traded than there are: a volume in another unit?',
    when: ofMaster('r.volume > greatest(s.outstanding_shares, s.listed_shares)'),
  },
  outside_listing: {
    detail: 'it is of a day before the security was listed, or after it was delisted',
    when: ofMaster('r.date < s.listing_date OR r.date > s.delisting_date'),
  },
  before_market: { ...beforeMarket('r.date'), when: `r.approval = 0 AND ${beforeMarket('r.date').when}` },
};
