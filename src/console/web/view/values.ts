import { NOTHING } from '../format.js';

/** What an event of the audit says of a record. */
interface Written {
  resource: string;
  record_key: Readonly<Record<string, unknown>> | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** A field with its values before and after an event. */
export interface FieldValues {
  field: string;
  before: unknown;
  after: unknown;
}

/** Fields that every write changes, and that say nothing of the record. */
const CONTROL = ['id', 'timestamp', 'changed_at', 'created_at', 'version'];

/** The natural key in a line; the data set where there is none. */
export function keyText({ record_key: key, resource }: Written): string {
  return key === null ? resource : Object.values(key).map(String).join(' ');
}

/** A value as it is shown. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields that differ. */
export function changesOf({ before, after }: Pick<Written, 'before' | 'after'>): FieldValues[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !CONTROL.includes(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((each) => valueText(each.before) !== valueText(each.after));
}
