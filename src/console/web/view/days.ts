/** The calendar day a number of days before another, both YYYY-MM-DD. */
export function daysBefore(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** Whether a calendar day is a Saturday or a Sunday. */
export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}
