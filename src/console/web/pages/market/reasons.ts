import { text } from '../../text/language.js';
import { rangeStart } from '../../view/days.js';
import { ask, type Reading, type RowOf, useRead } from '../../view/read.js';

/** An event that concerns a security during its move. */
export interface Reason {
  key: string;
  ticker: string;
  kind: 'action' | 'news';
  title: string;
  /** address of the full text; null if there is none */
  url: string | null;
}

/** Reasons shown per security. */
const MOST_SHOWN = 2;

/** Corporate actions and news on the movers, from `reach` calendar days before the day on. */
export function useReasons(
  movers: readonly RowOf<'/market/gainers'>[],
  reach: number,
): { reasons: readonly Reason[]; isLoading: boolean; of: readonly Reading<unknown>[] } {
  const day = movers[0]?.date;
  const tickers = movers.map(({ ticker }) => ticker).join(',');
  const range =
    day === undefined
      ? null
      : { ticker: tickers, from_date: rangeStart(day, reach), to_date: day, limit: 500 };
  const actions = useRead(range === null ? null : ask('/trading/actions', range));
  const news = useRead(range === null ? null : ask('/news', range));
  const reasons = [
    ...(actions.body?.data ?? []).map((action) => ({
      key: `${action.ticker} ${action.ex_date} ${action.type}`,
      ticker: action.ticker,
      kind: 'action' as const,
      title: [text.value.common.actions[action.type], action.note].filter(Boolean).join(': '),
      url: null,
    })),
    ...(news.body?.data ?? []).flatMap((item) =>
      item.tickers.map((ticker) => ({
        key: `${item.id} ${ticker}`,
        ticker,
        kind: 'news' as const,
        title: item.title,
        url: item.url,
      })),
    ),
  ];
  return { reasons, isLoading: actions.isLoading || news.isLoading, of: [actions, news] };
}

/** The reasons of one security: actions first, then the newest news. */
export function reasonsOf(ticker: string, reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter((reason) => reason.ticker === ticker).slice(0, MOST_SHOWN);
}
