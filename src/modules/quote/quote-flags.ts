import { hasFlag, STORED_FLAGS, type StoredFlag } from '../../market/quote-flags.sql.js';
import { beforeMarket } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

const DETAILS: Readonly<Record<StoredFlag, string>> = {
  outside_limits: 'a price is beyond the ceiling or the floor of its day',
  off_tick: 'a price is between two ticks of its exchange',
  price_jump: 'its close is a fifth or more away from the one before',
  change_without_volume: 'its close changed though nothing was traded',
  non_trading_day: 'the market was closed on its day',
  volume_above_shares: 'more securities were traded than there are: a volume in another unit?',
  outside_listing: 'it is of a day before the security was listed, or after it was delisted',
  before_market: beforeMarket('r.date').detail,
};

/** What may be wrong with a quote awaiting a decision; stored with it, and each flag has an index. */
export const FLAGS_OF_QUOTES: RecordFlags = Object.fromEntries(
  STORED_FLAGS.map((flag) => [
    flag,
    { detail: DETAILS[flag], when: `${hasFlag('r', flag)} AND r.approval = 0` },
  ]),
);
