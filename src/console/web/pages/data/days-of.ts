import type { Api } from '../../api.js';
import { marketDayOf } from '../../view/days.js';
import { ask, read } from '../../view/read.js';

/** Maximum rows of an answer: more than the days of a year. */
const ROWS = 10_000;

/** The request: a year of a security, or of all (`ticker` empty) if that is supported. */
interface DaysRequest {
  ticker: string;
  from_date: string;
  to_date: string;
}

/** Reads the number of records of each day. */
type DayReader = (
  api: Api,
  request: DaysRequest,
  signal: AbortSignal,
) => Promise<readonly string[] | Map<string, number>>;

/** Readers for the data sets whose days per security the API returns. */
export const READERS: Readonly<Record<string, DayReader>> = {
  quote: async (api, { ticker, ...range }, signal) => {
    if (ticker === '') return movement(api, range, signal);
    const { data } = await read(api, ask('/quote', { ticker, ...range, limit: ROWS }), signal);
    return data.map(({ date }) => date);
  },
  daily_statistic: async (api, { ticker, ...range }, signal) => {
    const request = ask('/quote', { ticker, ...range, fields: 'extended', limit: ROWS });
    const { data } = await read(api, request, signal);
    return data.filter(({ matched_volume: volume }) => typeof volume === 'number').map(({ date }) => date);
  },
  foreign_trade: async (api, { ticker, ...range }, signal) => {
    const { data } = await read(api, ask('/trade/foreign', { ticker, ...range, limit: ROWS }), signal);
    return data.map(({ date }) => date);
  },
  trade_flow: async (api, { ticker, ...range }, signal) => {
    const { data } = await read(api, ask('/trade/flow', { code: ticker, ...range, limit: ROWS }), signal);
    return data.map(({ date }) => date);
  },
  corporate_action: async (api, { ticker, ...range }, signal) => {
    const { data } = await read(api, ask('/trading/actions', { ticker, ...range, limit: ROWS }), signal);
    return data.map(({ ex_date: date }) => date);
  },
  news: async (api, { ticker, ...range }, signal) => {
    const { data } = await read(api, ask('/news', { ticker, ...range, limit: ROWS }), signal);
    return data.map(({ published_at: at }) => marketDayOf(at));
  },
};

/** Reads how many securities were traded on each day of a year; an answer holds 100 days. */
async function movement(
  api: Api,
  { from_date: from }: { from_date: string },
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const year = from.slice(0, 4);
  const parts = await Promise.all(
    THIRDS.map(([first, last]) =>
      read(
        api,
        ask('/market/movement', { from_date: `${year}-${first}`, to_date: `${year}-${last}`, limit: 100 }),
        signal,
      ),
    ),
  );
  const days = parts.flatMap(({ data }) => data);
  return new Map(days.map((day) => [day.date, day.advances + day.declines + day.unchanged]));
}

/** Parts of a year with fewer than 100 trading days each. */
const THIRDS = [
  ['01-01', '04-30'],
  ['05-01', '08-31'],
  ['09-01', '12-31'],
] as const;
