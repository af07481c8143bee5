import { Invalid, integerKind, type Kind, textKind } from '../../kinds/kinds.js';

/** Resolutions of the feed as the protocol writes them: day, week, month. */
export const RESOLUTIONS = ['1D', '1W', '1M'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Kinds of symbols that both the protocol and this service have. */
export const SYMBOL_TYPES = ['stock', 'index', 'fund', 'futures'] as const;
export type SymbolType = (typeof SYMBOL_TYPES)[number];

/** A symbol as a client names it: `VNM`, or `HOSE:VNM` with its exchange. */
export interface SymbolName {
  /** null when none was given */
  exchange: string | null;
  ticker: string;
}

/** An exchange is any text of up to 20 characters. */
const SYMBOL = /^(?:(.{1,20}):)?([A-Z0-9]{3,100})$/u;

/** {@link SymbolName} in any letter case. */
export const symbolKind: Kind<SymbolName> = textKind(
  { pattern: '^(.{1,20}:)?[A-Za-z0-9]{3,100}$' },
  'text',
  (text) => {
    const [, exchange, ticker] = SYMBOL.exec(text.toUpperCase()) ?? [];
    if (ticker === undefined) {
      return new Invalid(
        'invalid_format',
        'a symbol such as VNM, or HOSE:VNM with its exchange, is expected',
      );
    }
    return { exchange: exchange ?? null, ticker };
  },
);

/** A resolution in either of its spellings: `D` or `1D`. */
export const resolutionKind: Kind<Resolution> = textKind(
  { enum: ['1D', 'D', '1W', 'W', '1M', 'M'] },
  'text',
  (text) =>
    RESOLUTIONS.find((resolution) => [resolution, resolution.slice(1)].includes(text.toUpperCase())) ??
    new Invalid('invalid_format', 'one of 1D, 1W, 1M (or D, W, M) is expected'),
);

/** A type of symbols, or an empty text for all: charts send their filters even if nothing is chosen. */
export const typeFilterKind: Kind<SymbolType | ''> = textKind(
  { enum: [...SYMBOL_TYPES, ''] },
  'text',
  (text) =>
    text === ''
      ? ''
      : (SYMBOL_TYPES.find((type) => type === text.toLowerCase()) ??
        new Invalid('invalid_format', `one of ${SYMBOL_TYPES.join(', ')}, or nothing for all, is expected`)),
);

/** Unix time, seconds, within the years 1 to 9999: a chart that looks far back asks for times before 1970. */
export const unixTimeKind = integerKind({ min: -62_135_596_800, max: 253_402_300_799 });
