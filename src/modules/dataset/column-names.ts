import type { DataSet } from './data-set.js';

/** Names that fields of any data set bear in common exports, the better ones first. */
const COMMON_NAMES: Readonly<Record<string, readonly string[]>> = {
  ticker: ['symbol', 'code', 'sym', 'stock code', 'security code', 'stock', 'instrument', 'mã', 'mã ck'],
  date: ['trading date', 'trade date', 'dtyyyymmdd', 'timestamp', 'datetime', 'day', 'time', 'ngày'],
};

/** Every name under which a field is recognised in a file, the best first. */
export function columnNamesOf(dataSet: DataSet, field: string, alias: string = field): string[] {
  return [
    ...new Set([field, alias, ...(dataSet.columnNames?.[field] ?? []), ...(COMMON_NAMES[field] ?? [])]),
  ];
}
