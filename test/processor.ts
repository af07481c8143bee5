import { pbkdf2Sync } from 'node:crypto';

/** Rounds of hashing, and the ms that they take on an idle core of the machine that docs/performance.md describes. */
const HASHES = 60_000;
const HASHES_TAKE = 40;

/** Hashing is compiled code: the engine does not make it faster from round to round. */
const hash = () => pbkdf2Sync('password', 'salt', HASHES, 32, 'sha512');

/**
 * The share of an idle core that work of this process gets now, at most 1: less when other work runs, and on a machine
 * that shares its cores with others.
 */
export function shareOfProcessor(): number {
  const began = performance.now();
  hash();
  return Math.min(1, HASHES_TAKE / (performance.now() - began));
}

/** How many times as much processor time as on such a core work takes here now, at least 1. */
export function processorSlowness(): number {
  const began = process.cpuUsage();
  hash();
  const { user, system } = process.cpuUsage(began);
  return Math.max(1, (user + system) / 1_000 / HASHES_TAKE);
}
