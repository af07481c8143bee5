import { ExactNumber, writeExactly } from '../../exact-json.js';
import { type Form, fieldValue } from '../../view/data-set-form.js';

/** A record as stored, or as it is to be stored. */
export type Values = Readonly<Record<string, unknown>>;

/** Texts typed into the fields of a form, by field name; an empty text is no value. */
export type Draft = Readonly<Record<string, string>>;

/** A field whose value will change. */
export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

/** A value as typed text. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' || value instanceof ExactNumber) return String(value);
  return writeExactly(value, 1);
}

/** Initial contents of the fields of a form: the stored record, else the key alone. */
export function draftOf({ fields }: Form, stored: Values): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, fieldText(stored[name])]));
}

/** The fields whose typed value differs from the stored one. */
export function changesOf({ fields }: Form, stored: Values, draft: Draft): FieldChange[] {
  return fields.flatMap(({ name }) => {
    const [from, to] = [fieldText(stored[name]), draft[name] ?? ''];
    return from === to.trim() ? [] : [{ field: name, from, to: to.trim() }];
  });
}

/** What has been typed into the fields of a form since it had the draft `before`. */
export function typedSince(before: Draft, now: Draft): Draft {
  return Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== before[name]));
}

/** The record to send; throws an error that names the field that cannot be parsed. */
export function recordOf({ fields }: Form, draft: Draft, invalid: (field: string) => string): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = (draft[field.name] ?? '').trim();
      return text === '' ? [] : [[field.name, fieldValue(field, text, invalid)]];
    }),
  );
}
