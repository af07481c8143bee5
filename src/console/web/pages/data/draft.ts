import { ExactNumber, exactNumber, readExactly, writeExactly } from '../../exact-json.js';
import type { BodyOf } from '../../view/read.js';

export type Form = BodyOf<'/svc/datasets/{name}'>;
export type FormField = Form['fields'][number];

/** A record as it is stored, or as it is to be. */
export type Values = Readonly<Record<string, unknown>>;

/** What is typed into the fields of a form, by their names; an empty text is no value. */
export type Draft = Readonly<Record<string, string>>;

/** A field whose value is to change. */
export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

/** A value as it is typed. */
export function typed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' || value instanceof ExactNumber) return String(value);
  return writeExactly(value, 1);
}

/** What the fields of a form hold at first: the stored record, else the key alone. */
export function draftOf({ fields }: Form, stored: Values): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, typed(stored[name])]));
}

/** The fields whose typed value is another than the stored one. */
export function changesOf({ fields }: Form, stored: Values, draft: Draft): FieldChange[] {
  return fields.flatMap(({ name }) => {
    const [from, to] = [typed(stored[name]), draft[name] ?? ''];
    return from === to.trim() ? [] : [{ field: name, from, to: to.trim() }];
  });
}

/** The record to send; throws a text that names the field which cannot be read. */
export function recordOf({ fields }: Form, draft: Draft, invalid: (field: string) => string): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = (draft[field.name] ?? '').trim();
      return text === '' ? [] : [[field.name, parsed(field, text, invalid)]];
    }),
  );
}

/** What is no number is sent as it is: the service says what is wrong with it. */
function parsed({ name, type }: FormField, text: string, invalid: (field: string) => string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type === 'array' || type === 'object') {
    try {
      return readExactly(text);
    } catch {
      throw new Error(invalid(name));
    }
  }
  if (type === 'string') return text;
  return exactNumber(text) ?? (Number.isFinite(Number(text)) ? Number(text) : text);
}

/** Whether a field takes a calendar day. */
export const isDay = (name: string): boolean => name === 'date' || name.endsWith('_date');
