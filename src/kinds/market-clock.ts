/** Time zone of the market. */
export const MARKET_ZONE = 'Asia/Ho_Chi_Minh';

/** By how much the market's clock is ahead of UTC, ms: the zone has had no daylight saving since 1975. */
export const MARKET_OFFSET = 7 * 3_600_000;
