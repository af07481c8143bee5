/** Powers of ten that a float64 holds exactly: 10^0 to 10^22. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Below this a number is written with an exponent, and scaling it would need more than 10^22. */
const LEAST = 1e-6;
/** From here on 17 digits reach beyond the point. */
const MOST = 1e15;
/** Greater than the rounding errors of the distances below. */
const MARGIN = 1e-6;
const [ZERO, POINT, MINUS] = [48, 46, 45] as const;
/** Most bytes that {@link writeNumber} writes: 17 digits with sign, point, leading zeros or exponent. */
export const NUMBER_BYTES = 25;

const double = new Float64Array(1);
const word = new Uint32Array(double.buffer);
/** Which of the two words holds the exponent. */
const UPPER = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
const digits = new Uint8Array(17);

/**
 * Writes a finite number at a place of a buffer exactly as `String` does, with the fewest digits that read back
 * as the same float64, and returns the place after it. No string is made on the way, which counts where a hundred
 * thousand numbers make one answer.
 */
export function writeNumber(value: number, bytes: Uint8Array, at: number): number {
  const size = Math.abs(value);
  let place = at;
  if (value < 0) bytes[place++] = MINUS;
  if (size < MOST && Number.isInteger(size)) return writeInteger(size, bytes, place);
  const exponent = findDigits(size);
  return exponent === undefined
    ? writeAscii(String(size), bytes, place)
    : writeDigits(exponent, bytes, place);
}

/**
 * Finds the 17 decimal digits, with zeros at their end where fewer do, and returns the exponent of the first;
 * undefined where this way is not certain to find what `String` does (a few numbers in a million).
 *
 * The number is scaled to 17 digits before the point: as product `p` and its exact error `err` (Dekker), so that
 * nothing is lost. Every decimal nearer than half a unit in the last place (`reach`) reads back as the number; 15, 16 and 17
 * digits are tried in turn.
 */
function findDigits(size: number): number | undefined {
  if (!(size >= LEAST && size < MOST)) return undefined;
  let exponent = size < 1 ? -6 : 0;
  while (exponent < 0 && size * (POWERS[-exponent] as number) >= 10) exponent++;
  if (exponent === 0) while (size >= (POWERS[exponent + 1] as number)) exponent++;
  const scale = POWERS[16 - exponent] as number;
  const p = size * scale;
  if (p < 1e16 || p >= 1e17) return undefined;
  double[0] = size;
  const upper = word[UPPER] as number;
  if (word[1 - UPPER] === 0 && (upper & 0xfffff) === 0) return undefined; // a power of two: nearer below than above
  word[UPPER] = (upper & 0x7ff00000) - (53 << 20);
  word[1 - UPPER] = 0;
  const reach = (double[0] as number) * scale;
  let front = Math.floor(p / 1e8);
  let back = p - front * 1e8;
  if (back < 0) {
    front--;
    back += 1e8;
  }
  const rest = back + productError(size, scale, p);
  let rounded = Math.round(rest / 100) * 100;
  let distance = Math.abs(rounded - rest);
  if (Math.abs(distance - reach) < MARGIN) return undefined;
  if (distance > reach) {
    rounded = Math.round(rest / 10) * 10;
    distance = Math.abs(rounded - rest);
    if (Math.abs(distance - reach) < MARGIN || distance > 5 - MARGIN) return undefined;
    if (distance > reach) {
      rounded = Math.round(rest);
      if (Math.abs(rounded - rest) > 0.5 - MARGIN) return undefined;
    }
  }
  if (rounded < 0 || rounded >= 1e8) return undefined; // a carry into the front
  fill(rounded, 4, 16);
  digits[0] = ZERO + fill(front, 4, 8);
  return exponent;
}

/** What `a * b` rounded to `product` lost, exactly (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const bigA = 134217729 * a;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = 134217729 * b;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** Puts the digits of an integer below 2^30 into their places, two at a time, from the last place on. */
function fill(integer: number, pairs: number, last: number): number {
  let rest = integer | 0;
  let place = last;
  for (let pair = 0; pair < pairs; pair++, place -= 2) {
    const next = (rest / 100) | 0;
    const two = rest - 100 * next;
    const tens = (two * 103) >> 10;
    digits[place - 1] = ZERO + tens;
    digits[place] = ZERO + two - 10 * tens;
    rest = next;
  }
  return rest;
}

function writeDigits(exponent: number, bytes: Uint8Array, at: number): number {
  let end = 17;
  while (end > 0 && digits[end - 1] === ZERO) end--;
  let place = at;
  let digit = 0;
  if (exponent < 0) {
    bytes[place++] = ZERO;
    bytes[place++] = POINT;
    for (let zeros = exponent + 1; zeros < 0; zeros++) bytes[place++] = ZERO;
  } else {
    while (digit <= exponent) bytes[place++] = digits[digit++] as number;
    if (digit < end) bytes[place++] = POINT;
  }
  while (digit < end) bytes[place++] = digits[digit++] as number;
  return place;
}

function writeInteger(integer: number, bytes: Uint8Array, at: number): number {
  let count = 1;
  while (integer >= (POWERS[count] as number)) count++;
  let rest = integer;
  for (let place = at + count - 1; place >= at; place--) {
    const next = Math.floor(rest / 10);
    bytes[place] = ZERO + rest - 10 * next;
    rest = next;
  }
  return at + count;
}

function writeAscii(text: string, bytes: Uint8Array, at: number): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}
