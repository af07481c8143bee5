import type { Api } from '../../api.js';
import { type ChosenIndicator, keyOf } from './catalogue.js';
import { type Bar, History } from './history.js';
import type { Values } from './plots.js';
import { type ChartState, firstDayOf, type Range } from './state.js';

/** Bars of the first page, and the minimum of a further page. */
const FIRST_PAGE = { '1d': 400, '1w': 200, '1m': 120 } as const;
const NEXT_PAGE = 500;

/** A day with its indicator values, from GET /trade/technical-analysis. */
interface IndicatorDay {
  date: string;
  values: Values;
}

/** The API's data of the ticker shown, as far back as requested. */
export class Market {
  /** indicator values by day, for the loaded bars */
  days: ReadonlyMap<string, Values> = new Map();
  private bars: History<Bar>;
  private indicators: History<IndicatorDay> | null = null;
  private isReading = false;

  constructor(
    private readonly api: Api,
    readonly state: ChartState,
    private readonly signal: AbortSignal,
  ) {
    const { ticker, interval, adjusted } = state;
    this.bars = new History(api, '/quote', { ticker, interval, adjusted }, signal);
  }

  /** Oldest first. */
  get rows(): readonly Bar[] {
    return this.bars.rows;
  }

  /** First day of the range to show; null for all. */
  firstDay(range: Range): string | null {
    const last = this.rows.at(-1)?.date;
    return last === undefined ? null : firstDayOf(range, last);
  }

  /** Reads bars as far back as the range needs. */
  async read(range = this.state.range): Promise<void> {
    if (this.rows.length === 0) await this.bars.older(FIRST_PAGE[this.state.interval]);
    const first = this.firstDay(range);
    if (range === 'All') await this.bars.until('0', Number.POSITIVE_INFINITY);
    else if (first !== null) await this.bars.until(first, NEXT_PAGE);
  }

  /** Reads bars as far back as a day. */
  async reach(date: string): Promise<void> {
    await this.bars.until(date, Number.POSITIVE_INFINITY);
  }

  /** Reads a page of older bars with their indicators; false if there is none or a read is under way. */
  async readOlder(): Promise<boolean> {
    if (this.isReading || this.bars.isComplete) return false;
    this.isReading = true;
    try {
      await this.bars.older(NEXT_PAGE);
      await this.readIndicators();
      return true;
    } finally {
      this.isReading = false;
    }
  }

  /** Changes the indicators and reads their values for the loaded bars. They exist for daily bars only. */
  async choose(chosen: readonly ChosenIndicator[]): Promise<void> {
    const { ticker, adjusted, interval } = this.state;
    const indicator = chosen.map(keyOf).join(',');
    this.indicators =
      chosen.length === 0 || interval !== '1d'
        ? null
        : new History(this.api, '/trade/technical-analysis', { ticker, adjusted, indicator }, this.signal);
    await this.readIndicators();
  }

  private async readIndicators(): Promise<void> {
    const history = this.indicators;
    const first = this.rows[0]?.date;
    if (history !== null && first !== undefined) {
      await history.until(first, Math.max(NEXT_PAGE, this.rows.length));
      // A later choice has taken over in the meantime.
      if (history !== this.indicators) return;
    }
    const rows = (history?.rows ?? []).filter(({ date }) => first !== undefined && date >= first);
    this.days = new Map(rows.map(({ date, values }) => [date, values]));
  }
}

/** A ticker to begin with: a main index, else the newest quote; null in an empty database. */
export async function anyTicker(api: Api, signal: AbortSignal): Promise<string | null> {
  const indices = await api.list<{ code: string; all_share: boolean; close: number | null }>(
    '/index/profile',
    { limit: 50 },
    signal,
  );
  const tradedIndices = indices.data.filter(({ close }) => close !== null);
  const index = tradedIndices.find(({ code }) => code === 'VNINDEX') ?? tradedIndices[0];
  if (index !== undefined) return index.code;
  const quotes = await api.list<{ ticker: string }>('/quote', { limit: 1 }, signal);
  return quotes.data[0]?.ticker ?? null;
}
