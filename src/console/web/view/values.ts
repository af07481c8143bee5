import { ExactNumber, writeExactly } from '../exact-json.js';
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

/** Fields in the order in which people read them; others follow, the type of an action last. */
const ORDER = 'ticker symbol code country date ex_date open high low close volume'.split(' ');

/** Names of fields as people read them: what is stored as JSON comes in no order for readers. */
export function inOrder(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = ORDER.indexOf(name);
    return at >= 0 ? at : name === 'type' ? ORDER.length + 1 : ORDER.length;
  };
  return [...names].sort((one, other) => rank(one) - rank(other));
}

/** A natural key in a line. */
export function keyWords(key: Readonly<Record<string, unknown>>): string {
  return inOrder(Object.keys(key))
    .map((name) => String(key[name]))
    .join(' ');
}

/** The natural key in a line; the data set where there is none. */
export function keyText({ record_key: key, resource }: Written): string {
  return key === null ? resource : keyWords(key);
}

/** A value as it is shown. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'object' && !(value instanceof ExactNumber) ? writeExactly(value) : String(value);
}

/** The fields that differ. */
export function changesOf({ before, after }: Pick<Written, 'before' | 'after'>): FieldValues[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return inOrder([...fields])
    .filter((field) => !CONTROL.includes(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((each) => valueText(each.before) !== valueText(each.after));
}
