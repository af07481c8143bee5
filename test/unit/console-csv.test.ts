import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeExactly } from '../../src/console/web/exact-json.js';
import { checkFile } from '../../src/console/web/pages/import/check.js';
import { matchColumns, missingFields, recordOf } from '../../src/console/web/pages/import/columns.js';
import {
  CsvReader,
  csvCell,
  type Row,
  readCsv,
  separatorOf,
} from '../../src/console/web/pages/import/csv.js';
import { faultOf, formatsOf, guessFormats } from '../../src/console/web/pages/import/formats.js';
import { Outcomes } from '../../src/console/web/pages/import/outcomes.js';
import type { Form, FormField } from '../../src/console/web/view/data-set-form.js';

const FORM: Form = {
  name: 'quote',
  title: 'Daily quotes',
  fields: [
    {
      name: 'ticker',
      type: 'string',
      format: null,
      key: true,
      required: true,
      choices: [],
      column_names: ['ticker', 'symbol', 'code'],
    },
    {
      name: 'date',
      type: 'string',
      format: 'date',
      key: true,
      required: true,
      choices: [],
      column_names: ['date', 'trade date'],
    },
    {
      name: 'close',
      type: 'number',
      format: 'double',
      key: false,
      required: true,
      choices: [],
      column_names: ['close', 'last price'],
    },
    {
      name: 'volume',
      type: 'integer',
      format: 'int64',
      key: false,
      required: true,
      choices: [],
      column_names: ['volume', 'vol'],
    },
    {
      name: 'tags',
      type: 'array',
      format: null,
      key: false,
      required: false,
      choices: [],
      column_names: ['tags'],
    },
  ],
};

async function all(file: Blob): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of readCsv(file)) rows.push(...some);
  return rows;
}

describe('console: CSV in the browser', () => {
  const read = (text: string, separator = ',') => {
    const reader = new CsvReader(separator);
    return [...reader.push(text), ...reader.end()];
  };

  it('quotes, doubled quotes, separators and line ends within them; lines are those of the file', () => {
    expect(read('a,b\r\n"x ""y"", z","two\r\nlines"\r\n\r\n1,2')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x "y", z', 'two\r\nlines'] },
      { line: 5, cells: ['1', '2'] },
    ]);
  });

  it.each(['\n', '\r', '\r\n'])('line end %j, with and without one at the end', (end) => {
    const rows = [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', ''] },
    ];
    expect(read(['a,b', '1,'].join(end))).toEqual(rows);
    expect(read(['a,b', '1,', ''].join(end))).toEqual(rows);
  });

  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a\tb', '\t'],
    ['"a;x",b,c', ','],
    ['single', ','],
  ])('separator of %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator);
  });

  it('a byte order mark is dropped, UTF-16 is read by its mark', async () => {
    expect(await all(new Blob(['\uFEFFMã,b\nx,y']))).toEqual([
      { line: 1, cells: ['Mã', 'b'] },
      { line: 2, cells: ['x', 'y'] },
    ]);
    const wide = Buffer.from('\uFEFFMã;b', 'utf16le');
    expect(await all(new Blob([wide]))).toEqual([{ line: 1, cells: ['Mã', 'b'] }]);
  });

  it('written rows are read back, however the text is cut into pieces', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ' ', '\n', '\r', 'é', '7') })
      .map((text) => `x${text.trim()}`.trim());
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), (cells, size) => {
        const text = cells.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
        const reader = new CsvReader(',');
        const read: Row[] = [];
        for (let at = 0; at < text.length; at += size) read.push(...reader.push(text.slice(at, at + size)));
        read.push(...reader.end());
        expect(read.map((row) => row.cells)).toEqual(cells);
      }),
    );
  });

  it('a quote that is never closed, or that text follows, costs its own line only, however the text is cut', () => {
    const text = 'a,b\r\n1,"open\r\n2,x\r\n3,"y" tail\r\n4,"two\r\nlines"\r\n5,"again\r\n6,z';
    const expected = [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1,"open'], broken: 'quote' },
      { line: 3, cells: ['2', 'x'] },
      { line: 4, cells: ['3,"y" tail'], broken: 'quote' },
      { line: 5, cells: ['4', 'two\r\nlines'] },
      { line: 7, cells: ['5,"again'], broken: 'quote' },
      { line: 8, cells: ['6', 'z'] },
    ];
    for (let size = 1; size <= text.length; size += 1) {
      const reader = new CsvReader(',');
      const rows: Row[] = [];
      for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)));
      expect([...rows, ...reader.end()]).toEqual(expected);
    }
  });

  it('a quote that is open for longer than any record is not read to the end of the file', () => {
    const lines = Array.from({ length: 40_000 }, (_none, index) => `${index},plain text`);
    const reader = new CsvReader(',');
    const rows = reader.push(['a,b', '0,"open', ...lines].join('\n'));
    expect(rows.slice(0, 3)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['0,"open'], broken: 'quote' },
      { line: 3, cells: ['0', 'plain text'] },
    ]);
    expect([...rows, ...reader.end()]).toHaveLength(40_002);
  });

  it('a row with other columns than the header is marked, unless the additional ones are blank', async () => {
    expect(await all(new Blob(['a,b\n1,2\nComma, Inc,2\n3\n4,5,,\n']))).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['Comma', 'Inc', '2'], broken: 'columns' },
      { line: 4, cells: ['3'], broken: 'columns' },
      { line: 5, cells: ['4', '5', '', ''] },
    ]);
  });

  it('a row that is not text in the encoding of the file is marked', async () => {
    const file = new Blob([Buffer.from('a,b\nCaf\u00e9,1\nplain,2\n', 'latin1')]);
    expect(await all(file)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['Caf\uFFFD', '1'], broken: 'encoding' },
      { line: 3, cells: ['plain', '2'] },
    ]);
  });

  it('a formula is disarmed in a download; a negative number is not a formula', () => {
    expect(['=1+1', '@x', '-5', '+cmd'].map(csvCell)).toEqual(["'=1+1", "'@x", '-5', "'+cmd"]);
    expect(['-5+cmd', '-1,234.5', '-1e-3', '+84901', "'=1"].map(csvCell)).toEqual([
      "'-5+cmd",
      '"-1,234.5"',
      '-1e-3',
      "'+84901",
      "''=1",
    ]);
  });

  it('the file of failed rows has their values when it is imported again', async () => {
    const cells = ['-5', '+84901234567', '=x', "'=y", '-'];
    const outcomes = new Outcomes();
    const why = { words: 'close: sai định dạng', original: 'a number is expected' };
    outcomes.add([{ line: 2, key: '', state: 'failed', why, cells }]);
    const [header, row] = await all(outcomes.rejects(['a', 'b', 'c', 'd', '=e']));
    expect(header?.cells).toEqual(['line', 'reason', 'a', 'b', 'c', 'd', '=e']);
    expect(row?.cells).toEqual(['2', 'close: sai định dạng (a number is expected)', ...cells]);
  });

  it('a disarmed formula is read as it was, also if it has its own apostrophes', () => {
    const formulaLike = fc
      .string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '.', ',', 'e', '4', 'x', ' ') })
      .map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(formulaLike, { minLength: 1, maxLength: 4 }), (cells) => {
        const [row] = read(['x', ...cells].map(csvCell).join(','));
        expect(row?.cells).toEqual(['x', ...cells]);
      }),
    );
    expect(read("a,b\n'=1+1,'tis")[1]?.cells).toEqual(['=1+1', "'tis"]);
  });
});

describe('console: columns of a file', () => {
  it('are known by the names of exports, whatever their case and spacing', () => {
    expect(matchColumns(FORM, ['Trade_Date', 'SYMBOL', 'Last Price', 'Vol.', 'note'])).toEqual([
      'date',
      'ticker',
      'close',
      'volume',
      null,
    ]);
    expect(missingFields(FORM, ['date', null, 'close'])).toEqual(['ticker', 'volume']);
  });

  it('rows that repeat a key are counted, also where lists name the key otherwise than records', async () => {
    const fields = FORM.fields.map((field) =>
      field.name === 'ticker' ? { ...field, name: 'news_id' } : { ...field, key: false, required: false },
    );
    const file = new File(['id,close\na,1\nb,2\na,3\n'], 'news.csv');
    const reading = { mapping: ['news_id', 'close'], formats: [null, null] };
    const checked = await checkFile(
      { file, form: { ...FORM, fields }, reading },
      new AbortController().signal,
      () => undefined,
    );
    expect(checked).toMatchObject({ rows: 3, bad: 0, repeats: 1 });
  });

  it('a column of days is known by its format, not by its name', () => {
    const field = (name: string, format: string | null): FormField => ({
      name,
      type: 'string',
      format,
      key: false,
      required: false,
      choices: [],
      column_names: [name],
    });
    expect(Object.keys(formatsOf(field('valid_from', 'date')))).toEqual(['iso', 'dmy', 'mdy']);
    expect(faultOf(field('valid_from', 'date'), 'iso', '2024-02-30')?.kind).toBe('day');
    expect(formatsOf(field('accepted_date', 'date-time'))).toEqual({});
    expect(faultOf(field('accepted_date', 'date-time'), null, '2025-01-30T09:12:00Z')).toBeNull();
    expect(faultOf(field('withdrawal_date', null), null, '2001-12')).toBeNull();
  });

  it.each([
    ['ISO days and whole numbers', ['2024-01-31', '66900', '3415800'], ['iso', 'plain', 'plain']],
    [
      'a day after the 12th and grouped volumes',
      ['31/01/2024', '66.900', '3.415.800'],
      ['dmy', 'dot', 'dot'],
    ],
    ['a day that is both, as it is the same', ['01/01/2024', '66900.5', '5'], ['dmy', 'plain', 'plain']],
    ['a day that is two days', ['01/02/2024', '66900', '5'], [null, 'plain', 'plain']],
    ['a point that a fraction or a group follows', ['2024-01-31', '66.900', '5'], ['iso', null, null]],
    ['a comma that a fraction or a group follows', ['2024-01-31', '66,900', '5'], ['iso', null, null]],
    ['a point that groups nothing', ['2024-01-31', '0.125', '5'], ['iso', 'plain', 'plain']],
    ['whole numbers, which have no fraction', ['2024-01-31', '66.900', '3.415'], ['iso', 'dot', 'dot']],
  ])('the formats of a file, or null where the reader has to choose: %s', (_what, cells, expected) => {
    const fields = ['date', 'close', 'volume'].map((name) => FORM.fields.find((each) => each.name === name));
    expect(guessFormats(fields, [cells])).toEqual(expected);
  });

  it('a number in a cell of JSON keeps its digits', () => {
    const record = recordOf(FORM, ['tags'], ['[9007199254740993, 1.50]']);
    expect(writeExactly(record)).toBe('{"tags":[9007199254740993,1.50]}');
  });

  it('values go as their types; a value that does not look like its type goes as text', () => {
    const mapping = ['ticker', 'date', 'close', 'volume', 'tags', null];
    expect(recordOf(FORM, mapping, ['VNM', '20240131', '66900.5', '3415800.0', 'a; b', 'x'])).toEqual({
      ticker: 'VNM',
      date: '20240131',
      close: 66900.5,
      volume: 3415800,
      tags: ['a', 'b'],
    });
    expect(recordOf(FORM, mapping, ['', '', 'n/a', '9223372036854775807', '["c"]'])).toEqual({
      close: 'n/a',
      volume: '9223372036854775807',
      tags: ['c'],
    });
    expect(recordOf(FORM, mapping, ['', '', '1e400'])).toEqual({ close: '1e400' });
  });
});
