import type { ExactNumber } from '../../exact-json.js';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import type { RowOf } from '../../view/read.js';

/** Figures of a quote that an approval covers. */
export const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;
export type Figure = (typeof FIGURES)[number];

type QueueRow = RowOf<'/svc/quote/approval'>;
export type Flag = QueueRow['flags'][number];

/** A figure with its digits: an approval covers all of them. */
type FigureValue = number | ExactNumber;

/** A figure that differs from the last approved version. */
export interface FigureChange {
  approved: FigureValue;
  now: FigureValue;
}

/** A quote of the queue; `etag` names the version shown, so that no other values are decided on. */
export interface QueuedQuote extends Omit<QueueRow, 'diff' | Figure>, Record<Figure, FigureValue> {
  /** what differs from the last approved version; null when there is none */
  diff: Partial<Record<Figure, FigureChange>> | null;
}

/** The version of a quote: another one has other figures. */
export const versionOf = ({ id, etag }: QueuedQuote) => `${id} ${etag}`;

/** Seconds in words: 42 min, 3 h, 12 d. */
export function ageText(seconds: number): string {
  const words = text.value.approvals.ages;
  if (seconds < 60) return words.now;
  if (seconds < 3_600) return words.minutes(integer(Math.floor(seconds / 60)));
  if (seconds < 172_800) return words.hours(integer(Math.floor(seconds / 3_600)));
  return words.days(integer(Math.floor(seconds / 86_400)));
}

/** The display name of a quote. */
export const nameOf = ({ ticker, date }: QueuedQuote) => `${ticker} ${date}`;
