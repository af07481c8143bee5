import { sessionsBetween } from './calendar.sql.js';
import { priceOf } from './price.sql.js';
import { isRuled } from './security-types.js';

/**
 * Rules for the prices of a market day (contract 6.6), each written once: for the bar of one security (`marketDay`) and
 * for all bars of many days (`marketDays`), which find the inputs in different ways. Arguments are SQL expressions;
 * prices are VND in double precision unless stated as numeric; unknown values are null.
 */

/** SQL condition that a security, the alias `master`, starts its day from the previous day's average price: UPCOM. */
export const startsFromAverage = (master: string) => `${master}.exchange = 'UPCOM'`;

/** SQL condition that a security, the alias `master`, has ticks and limits: not an index or a derivative. */
export const hasLimits = (master: string) => isRuled(`${master}.security_type`);

/**
 * SQL of the average matched price of a daily statistic, an alias. Exchanges publish an average of 0 for a day without
 * trades: there is none.
 */
export const averageOf = (statistic: string) => `nullif(${statistic}.average_price, 0)`;

/** SQL of the price P that a day starts from: the `average` of the day before if it counts, else its `close`. */
export const basePrice = (average: string, close: string) => `coalesce(${average}, ${close})`;

/** SQL of the last day with a trade before a bar: that of the bar before, else what `older` selects. */
export const lastTraded = (previous: string, older: string) =>
  `coalesce(CASE WHEN ${previous}.volume > 0 THEN ${previous}.date END, (${older}))`;

/**
 * SQL of the kind of band that holds on a day, never null: `first` on the listing date in the master, `resumption`
 * after as many sessions without a trade as `rule`, a row of `bandOf`, requires, else `usual`. IS TRUE keeps the
 * sessions from being counted if no rule requires any.
 */
export const bandKind = ({
  date,
  listed,
  traded,
  rule,
}: Record<'date' | 'listed' | 'traded' | 'rule', string>) => `
  CASE WHEN ${date} = ${listed} THEN 'first'
       WHEN (${date} - ${traded} > ${rule}.resumption_sessions) IS TRUE AND ${rule}.resumption_sessions <= (
         ${sessionsBetween(traded, date)}) THEN 'resumption'
       ELSE 'usual' END`;

/** SQL of the band of a day by its {@link bandKind} from a row of `bandOf`, the alias `rule`. */
export const bandOn = (kind: string, rule: string) =>
  `CASE ${kind} WHEN 'first' THEN ${rule}.first_day_band WHEN 'resumption' THEN ${rule}.resumption_band ELSE ${rule}.band END`;

/**
 * SQL of whether the price of a day is rounded to a tick, never null: if the exchange computes it, from an `average` or
 * by the `terms` of an ex-date; a close is used as it is.
 */
export const isComputed = ({ average, terms }: Record<'average' | 'terms', string>) =>
  `(${average} IS NOT NULL OR coalesce(${terms}.cash <> 0 OR ${terms}.shares <> 0 OR ${terms}.rights <> 0, false))`;

/**
 * SQL of the reference price: the `stored` one, else the `price` after the ex-date formula, rounded to the nearest tick
 * if it is computed.
 */
export const referencePrice = ({
  stored,
  price,
  tick,
  isComputed,
}: Record<'stored' | 'price' | 'tick' | 'isComputed', string>) => `
  coalesce(${stored}, CASE WHEN ${isComputed} AND ${tick} IS NOT NULL
    THEN (round(${price}::numeric / ${tick}) * ${tick})::double precision ELSE ${price} END)`;

/** SQL of the band edges above and below a reference, before rounding to ticks, numeric. */
export const edges = (reference: string, band: string) => ({
  up: `${reference} * (1 + ${band})`,
  down: `${reference} * (1 - ${band})`,
});

/** An edge of the band, the tick there, the reference and its tick, all numeric: float64 would round the wrong way. */
type Edge = Record<'edge' | 'tick' | 'reference' | 'ownTick', string>;

/** SQL of the ceiling: the edge rounded down to a tick, at least the next tick above the reference. */
export const ceilingPrice = ({ edge, tick, reference, ownTick }: Edge) => `
  CASE WHEN ${tick} IS NOT NULL THEN
    greatest(floor(${edge} / ${tick}) * ${tick}, (floor(${reference} / ${ownTick}) + 1) * ${ownTick})::double precision END`;

/** SQL of the floor: the edge rounded up to a tick, at most the next tick below the reference if that is a price. */
export const floorPrice = ({ edge, tick, reference, ownTick }: Edge) => `
  CASE WHEN ${tick} IS NOT NULL THEN
    least(ceil(${edge} / ${tick}) * ${tick},
      CASE WHEN ${reference} > ${ownTick} THEN (ceil(${reference} / ${ownTick}) - 1) * ${ownTick} ELSE ${reference} END)::double precision END`;

/**
 * SQL of the change of a close against the reference; null if there is a `reason` for none, and for a close of 0.
 */
export const dayChange = ({ close, reference, reason }: Record<'close' | 'reference' | 'reason', string>) =>
  `CASE WHEN ${reason} IS NULL THEN ${priceOf(close)} - ${reference} END`;

/**
 * SQL of which limit a close has reached: ceiling, floor or none, as one of 0 has. A close at the reference has not moved
 * to a limit: the floor of a price of one tick is the price itself.
 */
export const limitState = ({
  close,
  reference,
  ceiling,
  floor,
}: Record<'close' | 'reference' | 'ceiling' | 'floor', string>) =>
  `CASE WHEN ${close} = 0 OR ${close} = ${reference} THEN 'none' WHEN ${close} >= ${ceiling} THEN 'ceiling' WHEN ${close} <= ${floor} THEN 'floor' ELSE 'none' END`;

/** SQL of the traded value of a daily statistic, the alias `stat`: matched and negotiated, null if neither is known. */
export const storedValue = (stat: string) => `
  CASE WHEN coalesce(${stat}.matched_value, ${stat}.negotiated_value) IS NOT NULL
       THEN coalesce(${stat}.matched_value, 0) + coalesce(${stat}.negotiated_value, 0) END`;

/** SQL of the traded value of a bar, the alias `bar`: the `stored` one, else close × volume. */
export const tradedValue = (stored: string, bar: string) =>
  `coalesce(${stored}, ${bar}.close * ${bar}.volume)`;
