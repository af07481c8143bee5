/** Longest wait that another server may ask for, ms. */
export const LONGEST_RETRY_AFTER = 3_600_000;

/** A Retry-After header in ms: seconds or a date, bounded; 0 without one. */
export function retryAfterOf(header: string | undefined): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER);
}
