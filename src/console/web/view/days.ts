/** Vietnam is seven hours ahead of UTC, all year. */
const AHEAD = 7 * 3_600_000;

/** Today in Vietnam, YYYY-MM-DD. */
export function marketToday(): string {
  return dayAt(Date.now());
}

/** Whether a text is a calendar day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The calendar day of an instant in Vietnam. */
export function marketDayOf(instant: string): string {
  return dayAt(Date.parse(instant));
}

const dayAt = (milliseconds: number) => new Date(milliseconds + AHEAD).toISOString().slice(0, 10);

/** The calendar day a number of days before another, both YYYY-MM-DD. */
export function daysBefore(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** The first and the last day that the API takes. */
export const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '9999-12-31'] as const;

/** The first day of a range that begins a number of days before another, as far as the API takes it. */
export function rangeStart(date: string, days: number): string {
  const start = daysBefore(date, days);
  return start < FIRST_DAY ? FIRST_DAY : start;
}

/** Whether a calendar day is a Saturday or a Sunday. */
export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}
