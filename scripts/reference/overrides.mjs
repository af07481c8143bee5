import { isDeepStrictEqual } from 'node:util';
import { readHere } from './files.mjs';

/**
 * @typedef {{ set: 'country' | 'currency' | 'entity', key: string, field: string, value: unknown, reason: string }} Override
 */

/** @type {Override[]} */
const overrides = readHere('overrides.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const entry of overrides) {
  if (!entry.reason) throw new Error(`override without a reason: ${entry.key}.${entry.field}`);
}

/** @param {Override['set']} set */
export const overridesOf = (set) => overrides.filter((entry) => entry.set === set);

/**
 * Corrects facts in place. An override that changes nothing is refused: the source has caught up, so drop the line.
 * @param {Map<string, Record<string, unknown>>} facts by alpha-2 code
 */
export function correctCountries(facts) {
  for (const { key, field, value } of overridesOf('country')) {
    const country = facts.get(key);
    if (!country || !(field in country)) throw new Error(`override of an unknown fact: ${key}.${field}`);
    if (isDeepStrictEqual(country[field], value)) throw new Error(`override not needed: ${key}.${field}`);
    country[field] = value;
  }
}
