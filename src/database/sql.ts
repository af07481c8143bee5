/** SQL of an instant in its wire form: UTC, microseconds, `Z`. */
export const instant = (expression: string) =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Zone of the market. */
const MARKET_ZONE = 'Asia/Ho_Chi_Minh';

/** SQL of the calendar date of an instant in the market's zone. */
export const marketDate = (expression: string) => `(${expression} AT TIME ZONE '${MARKET_ZONE}')::date`;

/** SQL of the present day in the market's zone. */
export const TODAY = marketDate('now()');

/** SQL of the first moment of a date in the market's zone. */
export const midnight = (day: string) => `((${day})::timestamp AT TIME ZONE '${MARKET_ZONE}')`;
