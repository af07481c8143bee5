import { Foundation1763640000000 } from './1763640000000-foundation.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [Foundation1763640000000];
