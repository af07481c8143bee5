/** Numbers and dates as displayed: figures grouped the same way everywhere, dates as the API writes them. */
import type { ExactNumber } from './exact-json.js';
import { text } from './text/language.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const twoPlaces = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const upToTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const upToFour = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** Placeholder for an unknown value. */
export const NOTHING = '–';

type Figure = number | null | undefined;

function orNothing(value: Figure, format: (value: number) => string): string {
  return value === null || value === undefined || !Number.isFinite(value) ? NOTHING : format(value);
}

/** A whole number: 3,415,800. */
export const integer = (value: Figure): string => orNothing(value, (number) => whole.format(number));

/** A price: whole VND without decimals, anything else (adjusted prices, index points) with two. */
export const price = (value: Figure): string =>
  orNothing(value, (number) => (Number.isInteger(number) ? whole : twoPlaces).format(number));

/** A figure with every digit, for those who decide on it: 66,900.125. */
export function exactly(value: Figure | ExactNumber): string {
  if (value === null || value === undefined) return NOTHING;
  return String(value).replace(/\d+/, (whole) => BigInt(whole).toLocaleString('en-US'));
}

/**
 * The same where there is no room for the noise of float64, as in 1,356.091406007496: a figure of more than four decimals
 * is a price with ≈ before it. All of its digits have to be at hand.
 */
export function nearly(value: Figure | ExactNumber): string {
  const digits = exactly(value);
  const [, places = ''] = digits.split('.');
  return places.length > 4 && Math.abs(Number(value)) >= 1 ? `≈\u00a0${price(Number(value))}` : digits;
}

/** Any measured figure: two places, four below 1. */
export const figure = (value: Figure): string =>
  orNothing(value, (number) => (Math.abs(number) >= 1 ? upToTwo : upToFour).format(number));

/** A ratio such as P/E: two places. */
export const ratio = (value: Figure): string => orNothing(value, (number) => twoPlaces.format(number));

/** A large figure, abbreviated: 155.36T; in Vietnamese 155,400 tỷ, where T would be read as tỷ, a billion. */
export const compact = (value: Figure): string => orNothing(value, inShort);

function inShort(number: number): string {
  const unit = text.value.common.units.find(([size]) => Math.abs(number) >= size);
  if (unit === undefined) return short.format(number);
  const [size, name] = unit;
  return `${fourDigits.format(number / size)}\u00a0${name}`;
}

/** A change with its sign: +1.2, −3.4 (a true minus). */
export const withSign = (value: Figure, format: (value: number) => string): string =>
  orNothing(value, (number) => `${number > 0 ? '+' : number < 0 ? '−' : ''}${format(Math.abs(number))}`);

/** Percentage points with two decimals: 1.72 %. */
export const percent = (value: number): string => `${twoPlaces.format(value)} %`;

/** An instant of the API (UTC) in the reader's own time zone: 2026-11-21 14:05. */
export function instant(value: string | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  const date = new Date(value);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
