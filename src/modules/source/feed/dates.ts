import { MARKET_OFFSET } from '../../../kinds/market-clock.js';

const DAY = 86_400;

/** Whether {@link writeDate} with a format writes any part of a date. */
export const isDateFormat = (format: string): boolean => /YYYY|MM|DD|^unix(_end|_ms)?$/.test(format);

/**
 * Writes a date YYYY-MM-DD in a source's format: with YYYY, MM and DD, or unix and unix_ms for its first moment in the
 * market's time zone, unix_end for its last second.
 */
export function writeDate(date: string, format: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (format === 'unix') return String(firstMoment(date));
  if (format === 'unix_end') return String(firstMoment(date) + DAY - 1);
  if (format === 'unix_ms') return String(firstMoment(date) * 1_000);
  return format.replaceAll(/YYYY|MM|DD/g, (part) => ({ YYYY: year, MM: month, DD: day })[part] ?? part);
}

/** Reads a date in a source's format, as YYYY-MM-DD; other text is returned unchanged, to be refused by its field. */
export function readDate(text: string, format: string): string {
  if (format === 'unix' || format === 'unix_ms') {
    const seconds = Number(text) / (format === 'unix' ? 1 : 1_000);
    if (!/^-?\d{1,14}(\.\d+)?$/.test(text) || !Number.isFinite(seconds)) return text;
    const moment = new Date(seconds * 1_000 + MARKET_OFFSET);
    return Number.isNaN(moment.getTime()) ? text : moment.toISOString().slice(0, 10);
  }
  const names: string[] = [];
  const isSeparated = /^(?:YYYY|MM|DD)(?:[./ -]+(?:YYYY|MM|DD))*$/.test(format);
  const pattern = format.replaceAll(/[./]/g, '\\$&').replaceAll(/YYYY|MM|DD/g, (part) => {
    names.push(part);
    if (part === 'YYYY') return '(\\d{4})';
    // Without separators, 2024111 could be two days.
    return isSeparated ? '(\\d{1,2})' : '(\\d{2})';
  });
  const parts = new RegExp(`^${pattern}$`).exec(text.trim());
  if (parts === null) return text;
  const of = (name: string) => (parts[names.indexOf(name) + 1] ?? '').padStart(2, '0');
  return `${of('YYYY')}-${of('MM')}-${of('DD')}`;
}

function firstMoment(date: string): number {
  return (Date.parse(`${date}T00:00:00Z`) - MARKET_OFFSET) / 1_000;
}
