import { Invalid, type Kind, textKind } from '../kinds/kinds.js';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How long a token is valid, in minutes, hours or days: `30m`, `12h`, `90d`. Converted to milliseconds. */
export const lifetimeKind: Kind<number> = textKind({ pattern: '^[1-9]\\d{0,5}[mhd]$' }, 'bigint', (text) => {
  const [, amount, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  return amount === undefined || unit === undefined
    ? new Invalid('invalid_format', 'minutes, hours or days are expected, such as 90d')
    : Number(amount) * (UNIT_MS[unit] ?? 0);
});
