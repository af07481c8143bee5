import type { Field, Form } from './form.js';
import { type Format, inApiFormat } from './formats.js';

/** A heading without what exports disagree on: letter case, spaces, punctuation, composed accents. */
function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_<>.,:;'"()[\]/-]+/gu, '');
}

/** The field of each column, null for a column that is left out: as the import command matches them. */
export function matchColumns(form: Form, header: readonly string[]): (string | null)[] {
  const names = header.map(plain);
  const own = new Set(form.fields.map(({ name }) => plain(name)));
  const matched: (string | null)[] = header.map(() => null);
  for (const { name, column_names: known } of form.fields) {
    // A column that bears the name of a field is that field's: `code` of an index is not the ticker of a member.
    const at = known
      .map(plain)
      .filter((each) => each === plain(name) || !own.has(each))
      .map((each) => names.indexOf(each))
      .find((index) => index >= 0 && matched[index] === null);
    if (at !== undefined) matched[at] = name;
  }
  return matched;
}

/** Fields that every record needs and no column gives. */
export function missingFields(form: Form, mapping: readonly (string | null)[]): string[] {
  return form.fields
    .filter(({ name, required }) => required && !mapping.includes(name))
    .map(({ name }) => name);
}

/**
 * The record of a row, with values of the types that the API takes. What does not look like its type goes as
 * text: the service says what is wrong with it, in the same words as everywhere.
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

function valueFrom({ type }: Field, text: string): unknown {
  switch (type) {
    case 'number':
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'integer':
      // Past 2^53 the digits go as text, which the API takes and keeps exactly.
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
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
