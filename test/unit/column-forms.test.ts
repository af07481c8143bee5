import { describe, expect, it } from '@jest/globals';
import {
  dateFormsOf,
  dateOf,
  numberOf,
  settledThousands,
  thousandsOf,
} from '../../src/files/column-forms.js';

describe('how the columns of a file are written', () => {
  it.each([
    [['2025-01-14', '20250115', '2025/1/16'], ['ymd']],
    [['14/01/2025', '03/02/2025'], ['dmy']],
    [['14-01-2025'], ['dmy']],
    [['01/14/2025', '02.03.2025'], ['mdy']],
    [['03/04/2025'], ['dmy', 'mdy']],
    [['14/01/2025', '01/14/2025'], []],
    [['14/01/2025', '2025-01-15'], []],
    [[], ['ymd']],
  ])('dates %j: %j', (texts, forms) => {
    expect(dateFormsOf(texts)).toEqual(forms);
  });

  it('a date in the form that the service takes', () => {
    expect([dateOf('4/1/2025', 'dmy'), dateOf('4/1/2025', 'mdy'), dateOf('2025/1/4', 'ymd')]).toEqual([
      '2025-01-04',
      '2025-04-01',
      '2025-01-04',
    ]);
    expect(dateOf('2025-01-04', 'dmy')).toBeUndefined();
  });

  const settled = (...columns: [texts: string[], isWhole?: boolean][]) =>
    settledThousands(columns.map(([texts, isWhole = false]) => thousandsOf(texts, isWhole)));

  it.each([
    [
      'plain numbers',
      [
        [['20300', '20.5'], false],
        [['3415800'], true],
      ],
      ['none', 'none'],
    ],
    [
      'a comma between thousands',
      [
        [['20,300', '1,234,567.5'], false],
        [['900'], true],
      ],
      [',', ','],
    ],
    [
      'a point between thousands',
      [
        [['20.300', '1.234.567,5'], false],
        [['900'], true],
      ],
      ['.', '.'],
    ],
    [
      '20.300 beside a volume in groups of points',
      [
        [['20.300'], false],
        [['1.234.500'], true],
      ],
      ['.', '.'],
    ],
    [
      '20.300 beside a volume that is no fraction',
      [
        [['20.300'], false],
        [['174.100'], true],
      ],
      ['.', '.'],
    ],
    [
      '20.300 beside a plain volume',
      [
        [['20.300'], false],
        [['3415800'], true],
      ],
      ['none', 'none'],
    ],
    [
      '20,300 beside a plain volume',
      [
        [['20,300'], false],
        [['3415800'], true],
      ],
      [',', 'none'],
    ],
    [
      '20,300 beside fractions with a point',
      [
        [['20,300'], false],
        [['0.52'], false],
      ],
      [',', 'none'],
    ],
    ['20.300 alone', [[['20.300', '21.450'], false]], [null]],
    ['20,300 alone', [[['20,300'], false]], [null]],
    [
      'float noise of volumes',
      [
        [['12.612', '13.1'], false],
        [['506599.99999999994'], true],
      ],
      ['none', 'none'],
    ],
    [
      'what is no number',
      [
        [['n/a', '-'], false],
        [['12 x'], false],
      ],
      ['none', 'none'],
    ],
  ] as [string, [string[], boolean][], unknown[]][])('%s', (_, columns, forms) => {
    expect(settled(...columns)).toEqual(forms);
  });

  it('a number in the form that the service takes', () => {
    expect([numberOf('1,234,567.5', ','), numberOf('1.234.567,5', '.'), numberOf('-900', '.')]).toEqual([
      '1234567.5',
      '1234567.5',
      '-900',
    ]);
    expect([numberOf('1,23', ','), numberOf('1.23', '.')]).toEqual([undefined, undefined]);
  });
});
