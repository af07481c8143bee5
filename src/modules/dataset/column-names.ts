import type { DataSetColumn } from './columns.js';

/** Names of fields of any data set in common exports, the better ones first. */
const COMMON_NAMES: Readonly<Record<string, readonly string[]>> = {
  ticker: [
    'symbol',
    'code',
    'sym',
    'stock code',
    'security code',
    'stock',
    'instrument',
    'mã',
    'mã ck',
    'mã cp',
    'mã chứng khoán',
    'mã cổ phiếu',
    'ma ck',
    'ma cp',
  ],
  date: [
    'trading date',
    'trade date',
    'dtyyyymmdd',
    'timestamp',
    'datetime',
    'day',
    'time',
    'ngày',
    'ngày giao dịch',
    'ngay',
    'ngay giao dich',
  ],
};

/** Every name under which a column is recognised in a file, the best first. */
export function columnNamesOf({ name, alias = name, columnNames = [] }: DataSetColumn): string[] {
  return [...new Set([name, alias, ...columnNames, ...(COMMON_NAMES[name] ?? [])])];
}
