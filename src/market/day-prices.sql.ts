/**
 * What makes the prices of a market's day (contract 6.6), each rule once: for the bar of one security (`marketDay`) and
 * for all bars of many days (`marketDays`), which find what the rules need in different ways. Arguments are SQL
 * expressions; prices are VND in double precision unless numeric is said; what is not known is null.
 */

/** SQL condition that a security, the alias `master`, starts its day from the average price before it: UPCOM. */
export const startsFromAverage = (master: string) => `${master}.exchange = 'UPCOM'`;

/** SQL condition that a security, the alias `master`, has ticks and limits: no index and no derivative here. */
export const hasLimits = (master: string) => `${master}.security_type IN ('stock', 'fund_certificate')`;

/** SQL of the price P that a day starts from: the `average` of the day before where it counts, else its `close`. */
export const basePrice = (average: string, close: string) => `coalesce(${average}, ${close})`;

/** SQL of whether limits are those of the first day: of the listing, or where no bar is before. Never null. */
export const isFirstDay = (bar: { date: string; listed: string; previous: string }) =>
  `(coalesce(${bar.date} = ${bar.listed}, false) OR ${bar.previous} IS NULL)`;

/** SQL of the band of a day from a row of `bandOf`, the alias `rule`. */
export const bandOn = (isFirst: string, rule: string) =>
  `CASE WHEN ${isFirst} THEN ${rule}.first_day_band ELSE ${rule}.band END`;

/** SQL of the reference price: the `stored` one, else the price after the ex-date formula to the nearest tick. */
export const referencePrice = ({ stored, price, tick }: Record<'stored' | 'price' | 'tick', string>) => `
  coalesce(${stored}, CASE WHEN ${tick} IS NULL THEN ${price}
    ELSE (round(${price}::numeric / ${tick}) * ${tick})::double precision END)`;

/** SQL of how far a price may go up and down from its reference before ticks count, numeric. */
export const edges = (reference: string, band: string) => ({
  up: `${reference} * (1 + ${band})`,
  down: `${reference} * (1 - ${band})`,
});

/** An edge of the band, the tick there, the reference and its tick, all numeric: float64 would round the wrong way. */
type Edge = Record<'edge' | 'tick' | 'reference' | 'ownTick', string>;

/** SQL of the ceiling: the edge rounded down to a tick, at least one tick above the reference. */
export const ceilingPrice = ({ edge, tick, reference, ownTick }: Edge) => `
  CASE WHEN ${tick} IS NOT NULL THEN
    greatest(floor(${edge} / ${tick}) * ${tick}, ${reference} + ${ownTick})::double precision END`;

/** SQL of the floor: the edge rounded up to a tick, at least one tick below the reference where that is a price. */
export const floorPrice = ({ edge, tick, reference, ownTick }: Edge) => `
  CASE WHEN ${tick} IS NOT NULL THEN
    least(ceil(${edge} / ${tick}) * ${tick},
      CASE WHEN ${reference} > ${ownTick} THEN ${reference} - ${ownTick} ELSE ${reference} END)::double precision END`;

/** SQL of which limit a close has reached: ceiling, floor or none. */
export const limitState = ({ close, ceiling, floor }: Record<'close' | 'ceiling' | 'floor', string>) =>
  `CASE WHEN ${close} >= ${ceiling} THEN 'ceiling' WHEN ${close} <= ${floor} THEN 'floor' ELSE 'none' END`;

/** SQL of the value traded by a daily statistic, the alias `stat`: matched and negotiated, null where neither is known. */
export const storedValue = (stat: string) => `
  CASE WHEN coalesce(${stat}.matched_value, ${stat}.negotiated_value) IS NOT NULL
       THEN coalesce(${stat}.matched_value, 0) + coalesce(${stat}.negotiated_value, 0) END`;

/** SQL of the value traded with a bar, the alias `bar`: the `stored` one, else close × volume. */
export const tradedValue = (stored: string, bar: string) =>
  `coalesce(${stored}, ${bar}.close * ${bar}.volume)`;
