import { ExactNumber, writeExactly } from '../exact-json.js';
import { NOTHING } from '../format.js';

/** An audit event's data about a record. */
interface RecordChange {
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

/** Fields that every write changes, and that say nothing about the record. */
const CONTROL = ['id', 'timestamp', 'changed_at', 'created_at', 'version'];

/** Fields in reading order; others follow, the type of an action last. */
const ORDER = 'reason ticker symbol code country date ex_date open high low close volume'.split(' ');

/** Field names in reading order: the order of stored JSON is not made for readers. */
export function inOrder(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = ORDER.indexOf(name);
    return at >= 0 ? at : name === 'type' ? ORDER.length + 1 : ORDER.length;
  };
  return [...names].sort((one, other) => rank(one) - rank(other));
}

/** A natural key on one line. */
export function keyWords(key: Readonly<Record<string, unknown>>): string {
  return inOrder(Object.keys(key))
    .map((name) => String(key[name]))
    .join(' ');
}

/** The natural key on one line; the data set if there is none. */
export function keyText({ record_key: key, resource }: RecordChange): string {
  return key === null ? resource : keyWords(key);
}

/** A value as displayed. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'object' && !(value instanceof ExactNumber) ? writeExactly(value) : String(value);
}

/** Changes named in a summary, and letters of each value. */
const [MOST_CHANGES, MOST_LETTERS] = [3, 60];

/** The first few changes on one line, or values of a record that is new or gone, besides its key. */
export function summaryOf(
  { before, after }: Pick<RecordChange, 'before' | 'after'>,
  key: RecordChange['record_key'],
): string {
  const isChange = before !== null && after !== null;
  const changes = changesOf({ before, after }).filter(({ field }) => isChange || !(field in (key ?? {})));
  const texts = changes.slice(0, MOST_CHANGES).map((each) => {
    const values = isChange ? [each.before, each.after] : [after === null ? each.before : each.after];
    return `${each.field} ${values.map(shortText).join(' → ')}`;
  });
  return [...texts, ...(changes.length > texts.length ? ['…'] : [])].join(', ');
}

function shortText(value: unknown): string {
  const whole = valueText(value);
  return whole.length > MOST_LETTERS ? `${whole.slice(0, MOST_LETTERS)}…` : whole;
}

/** The fields that differ. */
export function changesOf({ before, after }: Pick<RecordChange, 'before' | 'after'>): FieldValues[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return inOrder([...fields])
    .filter((field) => !CONTROL.includes(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((each) => valueText(each.before) !== valueText(each.after));
}
