/**
 * Least distance between the last id of a restored audit log and the next one. Clients remember ids of the database
 * that was lost, and take an event whose id is not greater for one that they have: none of those ids may come again.
 * No other gap is as wide, so an id in it is recognised as one of the lost database.
 */
export const RESTORATION_GAP = 1_000_000_000;

/** Most ids that a database draws in a second, on average. */
const IDS_A_SECOND = 100_000;

/**
 * SQL of the first id after a restoration; `last`: SQL of the last one drawn before the backup. By the clock, so that a
 * database that is restored again, even from the same backup, has other ids than before.
 */
export const firstIdAfter = (last: string) =>
  `greatest(${last} + ${RESTORATION_GAP}, floor(${IDS_A_SECOND} * extract(epoch FROM clock_timestamp()))::bigint)`;
