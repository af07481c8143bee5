import type { Route } from '../../router.js';
import type { RowOf } from '../../view/read.js';

/** An event of the audit. */
export type AuditRow = RowOf<'/svc/audit'>;

/** Audited resources other than data sets: their events do not concern a record. */
export const BESIDE_DATA_SETS: readonly string[] = ['dataset', 'quarantine', 'source', 'token', 'webhook'];

/** The decision on a quote: its event has the figures decided on, which stay as they were, and the reason. */
export const isDecision = ({ resource, before }: AuditRow): boolean =>
  resource === 'quote' && before !== null && Object.keys(before).join() === 'approval';

/** The values that an event has, without those that are not there. */
export const knownValues = (values: AuditRow['after']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null));

/** Filters in the address, which are parameters of the API. */
export const FILTERS = [
  'resource',
  'record_id',
  'action',
  'actor',
  'from_date',
  'to_date',
  'request_id',
] as const;
export type Filters = Record<(typeof FILTERS)[number], string>;

/** The filters of an address. */
export function filtersOf({ query }: Route): Filters {
  return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])) as Filters;
}
