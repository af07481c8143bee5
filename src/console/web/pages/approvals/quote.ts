import { integer, price } from '../../format.js';
import { type Child, h } from '../../ui.js';

/** Figures of a quote that an approval covers. */
export const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;
export type Figure = (typeof FIGURES)[number];

/** A quote of the queue, of GET /svc/quote/approval. */
export interface QueuedQuote extends Record<Figure, number> {
  id: string;
  /** names the version that is shown; sent with every decision, so that no other values are decided on */
  etag: string;
  ticker: string;
  date: string;
  status: 'pending' | 'approved' | 'rejected';
  maker: string | null;
  timestamp: string;
  age_seconds: number;
  flags: string[];
  /** what differs from the last approved version; null when there is none */
  diff: Partial<Record<Figure, { approved: number; now: number }>> | null;
  decided_by: string | null;
  decided_at: string | null;
  reason: string | null;
}

/** Automatic checks in words. */
export const FLAGS: Readonly<Record<string, { name: string; meaning: string }>> = {
  outside_limits: {
    name: 'outside limits',
    meaning: 'A price lies beyond the ceiling or the floor of the day.',
  },
  off_tick: { name: 'off tick', meaning: 'A price is no multiple of the tick size.' },
  price_jump: { name: 'price jump', meaning: 'The close is 20 % or more away from the close before.' },
  change_without_volume: { name: 'no volume', meaning: 'The close changed, yet nothing was traded.' },
  non_trading_day: { name: 'closed day', meaning: 'The calendar has the market closed on this day.' },
};

/** A figure as it is shown. */
export function figureText(figure: Figure, value: number | null | undefined): string {
  return figure === 'volume' ? integer(value) : price(value);
}

/** A figure, with the approved one below it where they differ. */
export function figureCell(quote: QueuedQuote, figure: Figure): Child {
  const now = figureText(figure, quote[figure]);
  const change = quote.diff?.[figure];
  if (change === undefined) return now;
  return h(
    'span',
    { class: 'two-lines' },
    h('strong', { class: 'changed' }, now),
    h('del', { class: 'muted', title: 'Last approved' }, figureText(figure, change.approved)),
  );
}

/** Seconds in words: 42 min, 3 h, 12 d. */
export function ageText(seconds: number): string {
  if (seconds < 60) return 'just now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${integer(Math.floor(seconds / 86_400))} d`;
}

/** What a quote is called. */
export const nameOf = ({ ticker, date }: QueuedQuote) => `${ticker} ${date}`;
