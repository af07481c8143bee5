import { describe, expect, it } from '@jest/globals';
import { CsvReader } from '../../src/files/csv.js';

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  const reader = new CsvReader({
    row: (fields) => rows.push(fields),
    broken: (reason) => rows.push([reason]),
  });
  reader.push(text);
  reader.end();
  return rows;
}

describe('rows of CSV over many lines', () => {
  const LINES = 50_000;

  // Time that grows with the square of the lines would be many minutes.
  it.each([
    ['doubled quotes', '""', [`x\n${'"\n'.repeat(LINES)}`, 'z']],
    [
      'fields that end and begin',
      '","',
      ['x\n', ...Array.from({ length: LINES - 1 }, () => '\n'), '\n', 'z'],
    ],
  ])('a row whose every line has %s is read line by line', (_, line, fields) => {
    expect(rowsOf(`"x\n${`${line}\n`.repeat(LINES)}",z\n`)).toEqual([fields]);
  });

  it('a quote that is never closed costs its own line', () => {
    const rows = rowsOf(`"x\n${'1,""\n'.repeat(LINES)}`);
    expect(rows).toHaveLength(LINES + 1);
    expect(rows[0]).toEqual([expect.stringContaining('a quote is not closed')]);
    expect(rows.at(-1)).toEqual(['1', '']);
  });
});
