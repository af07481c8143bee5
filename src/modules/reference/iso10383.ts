import { InvalidInput } from '../../errors/domain-errors.js';
import { csvRows } from '../../files/csv.js';
import { elements } from '../../files/xml-elements.js';
import type { PublishedForm, PublishedRow } from '../dataset/published.js';

/** Fields of a MIC by the column names of the official list (release 2, 2022), in its order. */
const FIELDS: Readonly<Record<string, string>> = {
  MIC: 'mic',
  'OPERATING MIC': 'operating_mic',
  'OPRT/SGMT': 'oprt_sgmt',
  'MARKET NAME-INSTITUTION DESCRIPTION': 'market_name',
  'LEGAL ENTITY NAME': 'legal_entity_name',
  LEI: 'lei',
  'MARKET CATEGORY CODE': 'market_category',
  ACRONYM: 'acronym',
  'ISO COUNTRY CODE (ISO 3166)': 'iso_country_code',
  CITY: 'city',
  WEBSITE: 'website',
  STATUS: 'status',
  'CREATION DATE': 'creation_date',
  'LAST UPDATE DATE': 'last_update_date',
  'LAST VALIDATION DATE': 'last_validation_date',
  'EXPIRY DATE': 'expiry_date',
  COMMENTS: 'comments',
};

/** Columns that only release 1 had, before the co-existence of both ended. */
const RELEASE_1 = ['O/S', 'STATUS DATE', 'NAME-INSTITUTION DESCRIPTION'];

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toUpperCase();

/** Refuses a file of release 1 by its column names: it lacks half of a record and would undo the rest. */
function refuseRelease1(names: Iterable<string>): void {
  for (const name of names) {
    if (!RELEASE_1.includes(plain(name))) continue;
    throw new InvalidInput([
      {
        parameter: 'file',
        code: 'old_release',
        detail:
          'this is ISO 10383 in its release 1 form (before 2022), which has neither legal entities nor market categories: use the current list of the registration authority',
      },
    ]);
  }
}

/** A record from cells by their column names, without empty ones and those whose name is none of the list's. */
function micFrom(cells: Iterable<readonly [name: string, text: string]>): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, text] of cells) {
    const field = FIELDS[plain(name)];
    const value = text.trim();
    if (field !== undefined && value !== '') record[field] = value;
  }
  return record;
}

/**
 * Reads a row of the CSV list under its header. A row may end in commas beyond the last column; one with fewer
 * or more cells than that is malformed and is refused.
 */
function micFromRow(header: readonly string[], cells: readonly string[], line: number): PublishedRow {
  const surplus = cells.slice(header.length);
  if (cells.length < header.length || surplus.some((cell) => cell.trim() !== '')) {
    return { line, reason: `${header.length} columns are expected, the row has ${cells.length}` };
  }
  return { line, record: micFrom(header.map((name, index) => [name, cells[index] ?? ''])) };
}

/** Returns the columns of a header row; throws InvalidInput for release 1 and for a missing column. */
function micHeader(cells: readonly string[]): string[] {
  refuseRelease1(cells);
  const names = cells.map(plain);
  while (names.at(-1) === '') names.pop();
  const missing = Object.keys(FIELDS).filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new InvalidInput([
      { parameter: 'file', code: 'invalid_format', detail: `columns are missing: ${missing.join(', ')}` },
    ]);
  }
  return names;
}

/** True for a CSV head with the columns of either release. */
function hasMicHeader(head: string): boolean {
  const first = plain(head.split(/\r?\n/, 1)[0] ?? '').replaceAll('"', '');
  return /(^|,) ?MIC ?,/.test(first) && first.includes('OPERATING MIC');
}

/** The list as CSV, 17 columns. */
export const ISO_10383_CSV: PublishedForm = {
  name: 'ISO 10383 list of the registration authority, CSV',
  recognises: hasMicHeader,
  async *records(file) {
    let header: string[] | undefined;
    for await (const row of csvRows(file)) {
      if ('reason' in row) yield row;
      else if (header === undefined) header = micHeader(row.cells);
      else yield micFromRow(header, row.cells, row.line);
    }
  },
};

/** Returns the column that an element name was made from: `OPRT_x002F_SGMT` is OPRT/SGMT. */
export function columnOfElement(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The list as XML: `<dataroot><ISO10383_MIC>`, one element per column, empty ones often left out. */
export const ISO_10383_XML: PublishedForm = {
  name: 'ISO 10383 list of the registration authority, XML',
  recognises: (head) =>
    head.trimStart().startsWith('<') && /<(ISO10383_MIC|MICs_x0020_List|dataroot)\b/.test(head),
  async *records(file) {
    let number = 0;
    for await (const { fields } of elements(file, /^(ISO10383_MIC|MICs_x0020_List_.*)$/)) {
      number++;
      const cells = fields.map(({ name, text }) => [columnOfElement(name), text] as const);
      refuseRelease1(cells.map(([name]) => name));
      yield { line: number, record: micFrom(cells) };
    }
  },
};
