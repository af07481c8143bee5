import { textList } from '../database/sql.js';

/** Fund units: of any fund, of one traded like a share and backed by a basket, of one without redemption. */
const FUNDS = ['fund_certificate', 'etf', 'closed_end_fund'] as const;

/** Kinds of securities with ticks on their exchange; a kind without rules falls back to those of stocks. */
export const RULED_TYPES = ['stock', ...FUNDS, 'covered_warrant'] as const;

/** Kinds of securities. */
export const SECURITY_TYPES = [...RULED_TYPES, 'index', 'derivative'] as const;

const among = (types: readonly string[]) => (column: string) => `${column} IN (${textList(types)})`;

/** SQL condition that a kind of security, a text, is a share: a stock or a unit of a fund. */
export const isShare = among(['stock', ...FUNDS]);

/** SQL condition that a kind of security is a unit of a fund. */
export const isFund = among(FUNDS);

/** SQL condition that a kind of security has ticks on its exchange. */
export const isRuled = among(RULED_TYPES);
