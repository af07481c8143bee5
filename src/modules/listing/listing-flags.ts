import {
  another,
  isFarFrom,
  isRepeatedInOtherCase,
  isUnknownExchange,
} from '../../market/plausibility.sql.js';
import { isShare } from '../../market/security-types.js';
import { beforeMarket, datesOutOfOrder, farAhead, unknownIndustry } from '../dataset/common-flags.js';
import type { RecordFlag, RecordFlags } from '../dataset/record-flags.js';

/** Fewer shares than this are likely counted in thousands or millions. */
const FEWEST_SHARES = 100_000;
/** A share count that differs from another source's by this factor is in another unit. */
const OTHER_UNIT = 5;

const firstQuote = (order: 'ASC' | 'DESC') =>
  `(SELECT q.date FROM quote q WHERE q.ticker = r.ticker ORDER BY q.date ${order} LIMIT 1)`;
const ANNOUNCED_SHARES = `(
  SELECT d.outstanding_shares FROM daily_statistic d WHERE d.ticker = r.ticker AND d.outstanding_shares IS NOT NULL
  ORDER BY d.date DESC LIMIT 1)`;

/** What may be wrong with a security of the master. */
export const SECURITY_FLAGS: RecordFlags = {
  quotes_outside_listing: {
    detail: 'it has quotes before its listing date or after its delisting date',
    when: `${firstQuote('ASC')} < r.listing_date OR ${firstQuote('DESC')} > r.delisting_date`,
  },
  dates_out_of_order: datesOutOfOrder('r.delisting_date < r.listing_date'),
  no_shares: {
    detail: 'it is a share, yet its listed or outstanding shares are zero',
    when: `${isShare('r.security_type')} AND (r.listed_shares = 0 OR r.outstanding_shares = 0)`,
  },
  few_shares: {
    detail: `it has fewer than ${FEWEST_SHARES} shares: thousands or millions?`,
    when: `r.security_type = 'stock' AND (r.listed_shares > 0 AND r.listed_shares < ${FEWEST_SHARES}
      OR r.outstanding_shares > 0 AND r.outstanding_shares < ${FEWEST_SHARES})`,
  },
  outstanding_above_listed: {
    detail: 'its outstanding shares are more than one and a half times its listed ones',
    when: 'r.outstanding_shares > 1.5 * r.listed_shares',
  },
  shares_differ: {
    detail: `its outstanding shares are ${OTHER_UNIT} times those of its newest daily statistic, or a fifth of them`,
    when: isFarFrom('r.outstanding_shares::float8', ANNOUNCED_SHARES, OTHER_UNIT),
  },
  unknown_exchange: {
    detail: 'no rules are stored for its exchange, and no other security is listed there',
    when: `${isShare('r.security_type')} AND ${isUnknownExchange('r.exchange')}`,
  },
  unknown_industry: unknownIndustry('r.industry_code'),
  isin_of_another: {
    detail: 'another security has its ISIN',
    when: another('security', 'upper(o.isin) = upper(r.isin)'),
  },
  name_of_another: {
    detail: 'another security has its name, letter case aside',
    when: isRepeatedInOtherCase('security', 'name', 'security_type'),
  },
  index_without_levels: {
    detail: 'it is an index of the master that market_index lacks, or a security under the code of an index',
    when: `(r.security_type = 'index') <> EXISTS (SELECT FROM market_index i WHERE i.code = r.ticker)`,
  },
  before_market: beforeMarket('least(r.listing_date, r.delisting_date, r.shares_from)'),
  far_ahead: farAhead('greatest(r.listing_date, r.delisting_date, r.shares_from)'),
};

const unknownExchange: RecordFlag = {
  detail: 'no security is listed on its exchange, and nothing that ships has rules for it',
  when: `NOT EXISTS (SELECT FROM security s WHERE s.exchange = r.exchange)
    AND NOT EXISTS (SELECT FROM market_band b WHERE b.exchange = r.exchange AND b.maker = 'shipped')`,
};
const ofRule: RecordFlags = {
  unknown_exchange: unknownExchange,
  before_market: beforeMarket('r.valid_from'),
  far_ahead: farAhead('r.valid_from'),
};

/** What may be wrong with a band: bands of exchanges are a few percent, those of a first day up to 40 %. */
export const BAND_FLAGS: RecordFlags = {
  wide_band: {
    detail: 'a band of more than 30 %, or of more than 50 % on a first day',
    when: 'r.band > 0.3 OR r.first_day_band > 0.5 OR r.resumption_band > 0.5',
  },
  narrow_band: { detail: 'a band of less than 1 %: was a ratio divided by 100?', when: 'r.band < 0.01' },
  bands_out_of_order: {
    detail: 'a first day or a resumption has a narrower band than other days',
    when: 'r.first_day_band < r.band OR r.resumption_band < r.band',
  },
  ...ofRule,
};

/** What may be wrong with a line of a tick table. */
export const TICK_FLAGS: RecordFlags = {
  coarse_tick: {
    detail: 'a tick of more than 1,000 VND, or of more than a tenth of the price from which it holds',
    when: 'r.tick > 1000 OR r.price_from > 0 AND r.tick > 0.1 * r.price_from',
  },
  fine_tick: { detail: 'a tick below 1 VND: thousands of VND?', when: 'r.tick < 1' },
  no_first_line: {
    detail: 'its table has no line from price 0, so that an older table holds below it',
    when: `NOT EXISTS (
      SELECT FROM market_tick o WHERE o.exchange = r.exchange AND o.security_type = r.security_type
        AND o.valid_from = r.valid_from AND o.price_from = 0)`,
  },
  ...ofRule,
};

/** What may be wrong with a lot. */
export const LOT_FLAGS: RecordFlags = {
  large_lot: { detail: 'a lot of more than 1,000 securities', when: 'r.lot > 1000' },
  ...ofRule,
};
