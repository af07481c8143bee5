import { TODAY } from '../../database/sql.js';
import { membersOf, sharesOf } from '../../market/market-day.sql.js';
import { isFarFrom, isRepeatedInOtherCase } from '../../market/plausibility.sql.js';
import { beforeMarket, farAhead, unknownTicker } from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

/** What may be wrong with a member of an index. */
export const CONSTITUENT_FLAGS: RecordFlags = {
  too_many_members: {
    detail: 'on its first day the index has more members than its code says: one without an end?',
    when: `substring(r.code FROM '[0-9]+$')::numeric < (
      SELECT count(*) FROM (${membersOf({ code: 'r.code', day: 'r.from_date' })}) member)`,
  },
  outlasts_listing: {
    detail: 'it holds after the security was delisted, or begins before it was listed',
    when: `EXISTS (
      SELECT FROM security s WHERE s.ticker = r.ticker AND (r.from_date < s.listing_date
        OR coalesce(r.to_date, 'infinity') > s.delisting_date AND NOT EXISTS (
          SELECT FROM index_constituent n WHERE n.code = r.code AND n.ticker = r.ticker AND n.from_date > r.from_date)))`,
  },
  shares_differ: {
    detail: 'its shares are five times the outstanding ones, or a fifth of them',
    when: `EXISTS (
      SELECT FROM security s CROSS JOIN LATERAL (${sharesOf({ ticker: 's.ticker', day: 'r.from_date', master: 's' })}) known
      WHERE s.ticker = r.ticker
        AND ${isFarFrom('r.shares::float8', 'coalesce(known.outstanding, s.outstanding_shares)', 5)})`,
  },
  no_weight: {
    detail: 'it counts for nothing: no shares, or a factor of zero',
    when: 'r.shares = 0 OR r.free_float_ratio = 0 OR r.cap_ratio = 0',
  },
  unknown_index: {
    detail: 'market_index does not have its index',
    when: 'NOT EXISTS (SELECT FROM market_index i WHERE i.code = r.code)',
  },
  before_market: beforeMarket('r.from_date'),
  far_ahead: farAhead('greatest(r.from_date, r.to_date)'),
  unknown_ticker: unknownTicker('r.ticker'),
};

/** What may be wrong with an index. */
export const INDEX_FLAGS: RecordFlags = {
  no_levels: {
    detail: 'it has no level: no quote has its code',
    when: '(SELECT q.ticker FROM quote q WHERE q.ticker = r.code LIMIT 1) IS NULL AND EXISTS (SELECT FROM quote)',
  },
  code_of_a_security: {
    detail: 'its code is the ticker of a security, whose quotes are taken for levels',
    when: `EXISTS (SELECT FROM security s WHERE s.ticker = r.code AND s.security_type <> 'index')`,
  },
  base_differs: {
    detail: 'its base value is not within a thousandth and a thousand times its first level',
    when: `EXISTS (
      SELECT FROM (SELECT q.close FROM quote q WHERE q.ticker = r.code ORDER BY q.date LIMIT 1) first
      WHERE ${isFarFrom('r.base_value', 'first.close', 1000)})`,
  },
  base_ahead: { detail: 'its base date is after today', when: `r.base_date > ${TODAY}` },
  before_market: beforeMarket('r.base_date'),
  all_share_of_none: {
    detail: 'it takes all shares of an exchange on which no security is listed',
    when: 'r.all_share AND NOT EXISTS (SELECT FROM security s WHERE s.exchange = r.exchange) AND EXISTS (SELECT FROM security)',
  },
  name_of_another: {
    detail: 'another index has its name, letter case aside',
    when: isRepeatedInOtherCase('market_index', 'name'),
  },
};
