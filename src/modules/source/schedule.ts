import { Cron } from 'croner';
import { CLOSE } from '../../market/calendar.sql.js';

const ZONE = 'Asia/Ho_Chi_Minh';
/** UTC offset of the market's time zone, which has had no daylight saving since 1975, ms. */
const OFFSET = 7 * 3_600_000;

/** When runs begin automatically. */
interface Schedule {
  cron?: string;
  after_close?: number;
}

/** Whether a text is a cron expression of five fields. */
export function isSchedule(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    return new Cron(text, { timezone: ZONE, paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/**
 * The next time after `after` at which a run begins; undefined if there is none. `openDays`: open days of the market
 * from that day on, oldest first, used by an after-close schedule.
 */
export function nextRun(schedule: Schedule, after: Date, openDays: readonly string[]): Date | undefined {
  if (schedule.cron !== undefined) {
    return new Cron(schedule.cron, { timezone: ZONE, paused: true }).nextRun(after) ?? undefined;
  }
  const { after_close: minutes } = schedule;
  if (minutes === undefined) return undefined;
  return openDays
    .map((day) => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET + (60 * CLOSE + minutes) * 60_000))
    .find((moment) => moment > after);
}
