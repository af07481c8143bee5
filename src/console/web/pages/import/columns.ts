import { readExactly } from '../../exact-json.js';
import type { Form, FormField } from '../../view/data-set-form.js';
import { type Format, inApiFormat } from './formats.js';

/** A heading, normalised where exports differ: letter case, spaces, punctuation, composed accents. */
function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_<>.,:;'"()[\]/-]+/gu, '');
}

/** The field of each column, null for a column left out; matched as by the import command. */
export function matchColumns(form: Form, header: readonly string[]): (string | null)[] {
  const names = header.map(plain);
  const own = new Set(form.fields.map(({ name }) => plain(name)));
  const matches: (string | null)[] = header.map(() => null);
  for (const { name, column_names: columnNames } of form.fields) {
    // A column named like a field belongs to that field: `code` of an index is not the ticker of a member.
    const at = columnNames
      .map(plain)
      .filter((each) => each === plain(name) || !own.has(each))
      .map((each) => names.indexOf(each))
      .find((index) => index >= 0 && matches[index] === null);
    if (at !== undefined) matches[at] = name;
  }
  return matches;
}

/** Required fields that no column provides. */
export function missingFields(form: Form, mapping: readonly (string | null)[]): string[] {
  return form.fields
    .filter(({ name, required }) => required && !mapping.includes(name))
    .map(({ name }) => name);
}

/**
 * The record of a row, with values of the types that the API accepts. A value that does not look like its type is
 * sent as text: the service reports the fault, in the same words as everywhere.
 */
export function recordOf(
  form: Form,
  mapping: readonly (string | null)[],
  cells: readonly string[],
  formats: readonly (Format | null)[] = [],
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [index, name] of mapping.entries()) {
    const field = form.fields.find((each) => each.name === name);
    const text = inApiFormat(formats[index] ?? null, cells[index] ?? '');
    if (field !== undefined && text !== '') record[field.name] = valueFrom(field, text);
  }
  return record;
}

function valueFrom({ type }: FormField, text: string): unknown {
  switch (type) {
    case 'number':
      // What is beyond any number would become null on the way.
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : text;
    case 'integer':
      // Above 2^53 the digits are sent as text, which the API accepts and stores exactly.
      return /^[+-]?\d+(\.0+)?$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    case 'array':
      return jsonOf(text) ?? text.split(text.includes(';') ? ';' : ',').map((part) => part.trim());
    case 'object':
      return jsonOf(text) ?? text;
    default:
      return text;
  }
}

function jsonOf(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return readExactly(text);
  } catch {
    return undefined;
  }
}
