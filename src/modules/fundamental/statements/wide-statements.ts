import { InvalidInput } from '../../../errors/domain-errors.js';
import { csvRows } from '../../../files/csv.js';
import { plainName } from '../../../files/text.js';
import { Invalid, numberKind } from '../../../kinds/kinds.js';
import type { PublishedForm, PublishedRow } from '../../dataset/published.js';

type Json = Record<string, unknown>;

/** Fields shared by all figures of a row, with the names their columns may have. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  ticker: ['ticker', 'symbol', 'code', 'stock'],
  statement: ['statement'],
  period: ['period'],
  fiscal_year: ['fiscal_year', 'year'],
  fiscal_quarter: ['fiscal_quarter', 'quarter'],
  consolidation: ['consolidation'],
  audit: ['audit'],
  published_at: ['published_at', 'publish date', 'publication date'],
  period_end_date: ['period_end_date', 'report date'],
  unit: ['unit'],
  company_type: ['company_type'],
  filing_id: ['filing_id'],
};
const FIELDS = new Map(
  Object.entries(SHARED).flatMap(([field, names]) => names.map((name) => [plainName(name), field] as const)),
);
/** Line codes as column names: 110, 421a, BK03. */
const CODE = /^([A-Z]{2})?\d{1,4}[a-z]?(\.\d+)?$/;
const figureKind = numberKind();

const headerOf = (line: string) => line.split(/[,;\t]/).map((name) => name.replaceAll('"', '').trim());

/**
 * Statements in spreadsheet layout: one row per statement, the columns beyond those of the key are line codes, an
 * empty cell is no figure. Without a period, a quarter 1 to 4 makes it a quarter, no quarter makes it a year;
 * without period_end_date the fiscal year is taken to be the calendar year.
 */
export const WIDE_STATEMENTS: PublishedForm = {
  name: 'statements with one column per line item, CSV',
  recognises: (head) => {
    const names = headerOf(head.split(/\r?\n/, 1)[0] ?? '');
    const plain = names.map(plainName);
    if (plain.includes('itemcode') || plain.includes('value')) return false;
    return names.some((name) => CODE.test(name)) && plain.some((name) => FIELDS.get(name) === 'fiscal_year');
  },
  async *records(file) {
    let header: string[] | undefined;
    for await (const row of csvRows(file)) {
      if ('reason' in row) yield row;
      else if (header === undefined) header = columnsOf(row.cells);
      else if (row.cells.length !== header.length) {
        yield { line: row.line, reason: `has ${row.cells.length} columns, the header ${header.length}` };
      } else yield* figuresOf(header, row.cells, row.line);
    }
  },
};

/** Maps the header's columns to fields and codes; rejects a column that is neither. */
function columnsOf(names: readonly string[]): string[] {
  const columns = names.map((name) => FIELDS.get(plainName(name)) ?? name.trim());
  const unknownColumns = columns.filter((name) => SHARED[name] === undefined && !CODE.test(name));
  if (unknownColumns.length === 0) return columns;
  const detail = `${unknownColumns.join(', ')}: neither a field of statement_item nor the code of a line`;
  throw new InvalidInput([{ parameter: 'file', code: 'unknown_column', detail }]);
}

/** Yields the figures of one row, each as a record. */
function* figuresOf(
  header: readonly string[],
  cells: readonly string[],
  line: number,
): Generator<PublishedRow> {
  const sharedFields: Json = {};
  const figures: [string, string][] = [];
  for (const [place, name] of header.entries()) {
    const text = cells[place]?.trim() ?? '';
    if (text === '') continue;
    if (SHARED[name] === undefined) figures.push([name, text]);
    else sharedFields[name] = name === 'fiscal_year' || name === 'fiscal_quarter' ? Number(text) : text;
  }
  const completeRow = complete(sharedFields);
  for (const [item_code, text] of figures) {
    const value = figureKind.fromText(text);
    if (value instanceof Invalid) yield { line, reason: `${item_code}: ${value.detail}` };
    else yield { line, record: { item_code, value, ...completeRow } };
  }
}

const QUARTER_ENDS = ['12-31', '03-31', '06-30', '09-30', '12-31'];

function complete(sharedFields: Json): Json {
  const quarter = Number(sharedFields.fiscal_quarter ?? 0);
  const end = QUARTER_ENDS[quarter];
  return {
    period: quarter === 0 ? 'year' : 'quarter',
    ...(end === undefined ? {} : { period_end_date: `${sharedFields.fiscal_year}-${end}` }),
    ...sharedFields,
    fiscal_quarter: quarter,
  };
}
