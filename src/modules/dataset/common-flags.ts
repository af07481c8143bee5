import {
  hasUnknownTicker,
  isBeforeMarket,
  isClosedDay,
  isFarAhead,
  isRepeatedInOtherCase,
  isUnknownIndustry,
  isUnknownTicker,
} from '../../market/plausibility.sql.js';
import type { RecordFlag } from './record-flags.js';

/** Flags shared by several data sets; arguments are SQL expressions over the stored record, the alias `r`. */

export const beforeMarket = (day: string): RecordFlag => ({
  detail: 'its day is before the first session in Viet Nam, on 28 July 2000',
  when: isBeforeMarket(day),
});

/** `days`: how far ahead such days are announced. */
export const farAhead = (day: string, days?: number): RecordFlag => ({
  detail: 'its day is further ahead than such days are announced',
  when: isFarAhead(day, days),
});

export const closedDay = (day: string): RecordFlag => ({
  detail: 'the market was closed on its day',
  when: isClosedDay(day),
});

export const unknownTicker = (ticker: string): RecordFlag => ({
  detail: 'neither the security master nor a quote has its ticker',
  when: isUnknownTicker(ticker),
});

export const unknownTickers = (tickers: string): RecordFlag => ({
  detail: 'neither the security master nor a quote has one of its tickers',
  when: hasUnknownTicker(tickers),
});

export const unknownIndustry = (code: string): RecordFlag => ({
  detail: 'its industry is not stored',
  when: isUnknownIndustry(code),
});

export const repeatedInOtherCase = (table: string, ...columns: string[]): RecordFlag => ({
  detail: 'another record differs from it in letter case only',
  when: isRepeatedInOtherCase(table, ...columns),
});

export const datesOutOfOrder = (when: string): RecordFlag => ({ detail: 'its dates are out of order', when });
