import { addressOf } from '../router.js';

/** Address of a record's form. */
export function recordAddress(resource: string, key: Readonly<Record<string, unknown>>): string {
  const query = Object.entries(key).map(([name, value]) => [`key.${name}`, String(value)] as const);
  return addressOf('data', [resource], Object.fromEntries(query));
}
