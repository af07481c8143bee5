import { Cron } from 'croner';
import { MARKET_OFFSET, MARKET_ZONE } from '../../kinds/market-clock.js';
import { CLOSE } from '../../market/calendar.sql.js';

/** When runs begin automatically. */
interface Schedule {
  cron?: string;
  after_close?: number;
}

/** Whether a text is a cron expression of five fields. */
export function isSchedule(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    return new Cron(text, { timezone: MARKET_ZONE, paused: true }).nextRun() !== null;
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
    return new Cron(schedule.cron, { timezone: MARKET_ZONE, paused: true }).nextRun(after) ?? undefined;
  }
  const { after_close: minutes } = schedule;
  if (minutes === undefined) return undefined;
  return openDays
    .map((day) => new Date(Date.parse(`${day}T00:00:00Z`) - MARKET_OFFSET + (60 * CLOSE + minutes) * 60_000))
    .find((moment) => moment > after);
}
