import { currentRoute, navigate, type Route } from '../../router.js';
import type { Flag } from './quote.js';

export const STATUSES = ['pending', 'approved', 'rejected'] as const;
export type Status = (typeof STATUSES)[number];

/** What the address asks for: parameters of the queue by their names in the API. */
export interface QueueQuery {
  status: Status;
  ticker: string;
  from_date: string;
  to_date: string;
  maker: string;
  flag: Flag | '';
  cursor: string;
}

/** The filters of an address. */
export function queueQueryOf({ query }: Route): QueueQuery {
  const of = (name: string) => query.get(name) ?? '';
  return {
    status: STATUSES.find((each) => each === of('status')) ?? 'pending',
    ticker: of('ticker'),
    from_date: of('from_date'),
    to_date: of('to_date'),
    maker: of('maker'),
    flag: of('flag') as Flag | '',
    cursor: of('cursor'),
  };
}

/** Changes what the address asks for; any change except to the cursor returns to the first page. */
export function changeQuery(change: Partial<QueueQuery>): void {
  const next = { ...queueQueryOf(currentRoute()), cursor: '', ...change };
  const entries = Object.entries(next).filter(([, value]) => value !== '');
  navigate('approvals', [], Object.fromEntries(entries));
}
