import { expect, it } from '@jest/globals';
import { fits } from '../../src/modules/source/feed/file-address.js';

it.each<[pattern: string, fitting: string[], others: string[]]>([
  ['*.csv', ['a.csv', '.csv', 'a.csv.csv'], ['a.csv.gz', 'a_csv', 'csv', '']],
  ['eod-????????.csv*', ['eod-20240131.csv', 'eod-20240131.csv.gz'], ['eod-2024013.csv', 'eod-20240131-csv']],
  ['*_*_*.txt', ['a_b_c.txt', '__.txt', 'a_b_c_d.txt'], ['a_b.txt', 'a_b_c.txt.']],
  ['a*b*a', ['aba', 'abba', 'axbya'], ['ab', 'aa', 'abab']],
  ['[a].(b)+', ['[a].(b)+'], ['a.b', '[a]x(b)+']],
])('the pattern %s of files', (pattern, fitting, others) => {
  expect(fitting.filter((name) => !fits(pattern)(name))).toEqual([]);
  expect(others.filter(fits(pattern))).toEqual([]);
});
