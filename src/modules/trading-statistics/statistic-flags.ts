import { isFarFrom, isOutsideBar, quoteOfDay } from '../../market/plausibility.sql.js';
import { beforeMarket, closedDay, unknownIndustry, unknownTicker } from '../dataset/common-flags.js';
import type { RecordFlag, RecordFlags } from '../dataset/record-flags.js';

/** Securities in the largest order that the exchanges of Viet Nam take. */
const LARGEST_ORDER = 500_000;
/** Trades between investors may be outside the day's bar, those from order books are not. */
const [MATCHED, NEGOTIATED] = [0.01, 0.5];

const ofDay: RecordFlags = {
  closed_day: closedDay('r.date'),
  before_market: beforeMarket('r.date'),
};

const ofBar = (condition: string, ticker = 'r.ticker') => quoteOfDay(ticker, 'r.date', condition);

const anyOf = (conditions: readonly string[]) => conditions.map((each) => `(${each})`).join(' OR ');

/** Outstanding shares of the nearest statistic that has them before or after the record's day; null without one. */
const neighbour = (side: '<' | '>') => `(
  SELECT d.outstanding_shares FROM daily_statistic d
  WHERE d.ticker = r.ticker AND d.date ${side} r.date
    AND d.outstanding_shares IS NOT NULL
  ORDER BY d.date ${side === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;

/** What may be wrong with a daily statistic. */
export const STATISTIC_FLAGS: RecordFlags = {
  average_outside_bar: {
    detail: 'its average price lies outside the low and high of the day',
    // Exchanges publish an average of 0 for a day without matched trades, on which others may have been negotiated.
    when: `(r.average_price = 0 AND r.matched_volume = 0) IS NOT TRUE
      AND ${ofBar(`q.volume > 0 AND ${isOutsideBar('r.average_price', '1', MATCHED)}`)}`,
  },
  value_outside_bar: {
    detail: 'its matched value over its matched volume lies outside the low and high of the day',
    when: ofBar(isOutsideBar('r.matched_value', 'r.matched_volume', MATCHED)),
  },
  volume_above_quote: {
    detail: 'its matched or negotiated volume is above the volume of the day',
    when: ofBar('greatest(r.matched_volume, r.negotiated_volume) > q.volume'),
  },
  limits_outside_bar: {
    detail: 'its reference, ceiling or floor is half or twice as much as the prices of the day',
    when: ofBar(
      'greatest(r.reference, r.ceiling, r.floor) > 2 * q.high OR least(r.reference, r.ceiling, r.floor) * 2 < q.low',
    ),
  },
  reference_outside_limits: {
    detail: 'its reference is above its ceiling or below its floor',
    when: 'r.reference > r.ceiling OR r.reference < r.floor',
  },
  zero_price: {
    detail: 'its reference or a limit is zero',
    when: 'r.reference = 0 OR r.ceiling = 0 OR r.floor = 0',
  },
  shares_jump: {
    detail:
      'its outstanding shares are five times those of the statistics before and after, or a fifth of them',
    when: `${isFarFrom('r.outstanding_shares::float8', neighbour('<'), 5)}
      AND coalesce(${isFarFrom('r.outstanding_shares::float8', neighbour('>'), 5)}, true)`,
  },
  no_shares: {
    detail: 'its listed or outstanding shares are zero',
    when: 'r.listed_shares = 0 OR r.outstanding_shares = 0',
  },
  outstanding_above_listed: {
    detail: 'its outstanding shares are more than one and a half times its listed ones',
    when: 'r.outstanding_shares > 1.5 * r.listed_shares',
  },
  ...ofDay,
  unknown_ticker: unknownTicker('r.ticker'),
};

const SIDES = ['foreign_buy', 'foreign_sell'];
const FOREIGN = SIDES.flatMap((side) => [
  { volume: `r.${side}_volume_matched`, value: `r.${side}_value_matched`, margin: MATCHED },
  { volume: `r.${side}_volume_negotiated`, value: `r.${side}_value_negotiated`, margin: NEGOTIATED },
]);

/** What may be wrong with the trading of foreign investors. */
export const FOREIGN_FLAGS: RecordFlags = {
  volume_above_quote: {
    detail: 'foreign investors bought or sold more than the volume of the day',
    when: ofBar(
      anyOf(
        SIDES.map(
          (side) =>
            `coalesce(r.${side}_volume_matched, 0) + coalesce(r.${side}_volume_negotiated, 0) > q.volume`,
        ),
      ),
    ),
  },
  value_outside_bar: {
    detail: 'a value over its volume lies outside the prices of the day',
    when: ofBar(anyOf(FOREIGN.map(({ volume, value, margin }) => isOutsideBar(value, volume, margin)))),
  },
  value_without_volume: {
    detail: 'a value without a volume, or a volume without a value',
    when: anyOf(FOREIGN.map(({ volume, value }) => `(${volume} = 0) <> (${value} = 0)`)),
  },
  room_above_total: {
    detail: 'what foreigners may still buy is more than all that they may hold',
    when: 'greatest(r.foreign_remaining_room, r.foreign_current_room) > r.foreign_total_room',
  },
  owned_above_room: {
    detail: 'foreigners hold more than one and a half times what they may hold',
    when: 'r.foreign_owned_volume > 1.5 * r.foreign_total_room',
  },
  ...ofDay,
  unknown_ticker: unknownTicker('r.ticker'),
};

const orderTooLarge: RecordFlag = {
  detail: `its orders are of more than ${LARGEST_ORDER} securities each, which no exchange takes: a volume in another unit?`,
  when: anyOf(
    ['buy', 'sell'].map((side) => `r.${side}_order_volume > ${LARGEST_ORDER} * r.${side}_order_count`),
  ),
};
const orderTooSmall: RecordFlag = {
  detail: 'it has fewer securities in orders than orders: a volume in another unit?',
  when: anyOf(['buy', 'sell'].map((side) => `r.${side}_order_volume < r.${side}_order_count`)),
};

/** What may be wrong with an order statistic. */
export const ORDER_FLAGS: RecordFlags = {
  order_too_large: orderTooLarge,
  order_too_small: orderTooSmall,
  orders_below_quote: {
    detail: 'fewer securities were in orders to buy, or to sell, than a tenth of those that traded',
    when: ofBar('least(r.buy_order_volume, r.sell_order_volume) * 10 < q.volume'),
  },
  ...ofDay,
  unknown_ticker: unknownTicker('r.ticker'),
};

const ofSecurity = (condition: string) => `r.scope = 'ticker' AND ${ofBar(condition, 'r.code')}`;

/** What may be wrong with a trade flow. */
export const FLOW_FLAGS: RecordFlags = {
  volume_above_quote: {
    detail: 'active or net trading is above the volume of the day',
    when: ofSecurity(
      `greatest(coalesce(r.active_buy_volume, 0) + coalesce(r.active_sell_volume, 0), abs(r.foreign_net_volume),
        abs(r.proprietary_net_volume)) > q.volume`,
    ),
  },
  value_outside_bar: {
    detail: 'an active value over its volume lies outside the prices of the day',
    when: ofSecurity(
      anyOf(
        ['buy', 'sell'].map((side) =>
          isOutsideBar(`r.active_${side}_value`, `r.active_${side}_volume`, MATCHED),
        ),
      ),
    ),
  },
  net_value_above_quote: {
    detail: 'a net value is above the value of all that was traded that day',
    when: ofSecurity('greatest(abs(r.foreign_net_value), abs(r.proprietary_net_value)) > q.high * q.volume'),
  },
  unmatched_above_orders: {
    detail: 'more securities were left in orders than were in orders',
    when: anyOf(['buy', 'sell'].map((side) => `r.unmatched_${side}_volume > r.${side}_order_volume`)),
  },
  order_too_large: orderTooLarge,
  order_too_small: orderTooSmall,
  unknown_code: {
    detail: 'no security, industry or index has its code',
    when: `CASE r.scope WHEN 'ticker' THEN ${unknownTicker('r.code').when}
      WHEN 'index' THEN NOT EXISTS (SELECT FROM market_index i WHERE i.code = r.code)
      ELSE ${unknownIndustry('r.code').when} END`,
  },
  ...ofDay,
};
