/** An exact decimal factor: `digits × 10^exponent`. */
export interface DecimalFactor {
  digits: bigint;
  exponent: number;
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Reads a positive decimal such as `1000` or `0.001`; undefined for anything else. */
export function decimalFactor(text: string): DecimalFactor | undefined {
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const trimmed = (whole + fraction).replace(/(?<!0)0+$/, '');
  if (trimmed === '') return undefined;
  return { digits: BigInt(trimmed), exponent: whole.length - trimmed.length };
}

/**
 * Multiplies a decimal text exactly, so that 12.612 × 1000 is 12612 and not 12612.000000000002.
 * Works on the digits, never on a float; returns the product in scientific notation (`12.612e3`), from which a float64
 * is read with one correct rounding. Text that is not a decimal is returned unchanged, to be refused later.
 */
export function scaleDecimal(text: string, { digits, exponent }: DecimalFactor): string {
  if (digits === 1n && PLAIN.test(text)) return `${text}e${exponent}`;
  const [, sign, whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return text;
  return `${sign}${BigInt(whole + fraction) * digits}e${Number(power) - fraction.length + exponent}`;
}

/** Most digits by which {@link withoutExponent} moves the point: more than any field has. */
const FARTHEST = 40;

/** The same decimal without its exponent, which no integer is written with; other text is returned unchanged. */
export function withoutExponent(text: string): string {
  const [, sign, whole = '', fraction = '', power] = DECIMAL.exec(text) ?? [];
  if (power === undefined || Math.abs(Number(power)) > FARTHEST) return text;
  const point = whole.length + Number(power);
  const digits = `${'0'.repeat(Math.max(-point, 0))}${whole}${fraction}`.padEnd(point, '0');
  const place = Math.max(point, 0);
  const rest = digits.slice(place);
  return `${sign}${digits.slice(0, place).replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
}
