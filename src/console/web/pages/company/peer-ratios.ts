import {
  ask,
  jointReading,
  type Reading,
  type RowOf,
  read,
  readEach,
  useAnswer,
  useRead,
} from '../../view/read.js';
import { useSession } from '../../view/session.js';

/** A ratio of the peers in a period: each peer's value, and the median. */
export interface PeerRatio {
  median: number | null;
  values: readonly { ticker: string; value: number | null }[];
}

/** Number of peers read: the closest in the industry. */
const PEERS = 8;

type Ratio = RowOf<'/fundamental/ratios'>;

export type PeerRatios = ReadonlyMap<string, PeerRatio>;

/** Reads the ratios of the peers in the period of a ratio, by code: of all peers, else there is no median. */
export function usePeerRatios(ticker: string, newest: Ratio | null): Reading<PeerRatios> {
  const { api } = useSession();
  const peers = useRead(ask('/related-stocks', { ticker, limit: PEERS }));
  const tickers = peers.isLoading ? [] : (peers.body?.data ?? []).map((peer) => peer.ticker);
  const query =
    newest === null || tickers.length === 0
      ? null
      : {
          period: newest.period,
          fiscal_year: newest.fiscal_year,
          fiscal_quarter: newest.fiscal_quarter,
          limit: 500,
        };
  const ratios = useAnswer(query === null ? null : JSON.stringify([tickers, query]), async (signal) => {
    const answers = await readEach(tickers, (peer) =>
      read(api, ask('/fundamental/ratios', { ...query, ticker: peer }), signal),
    );
    return mediansOf(answers.flatMap(({ data }) => data));
  });
  return jointReading(ratios, peers);
}

function mediansOf(rows: readonly Ratio[]): PeerRatios {
  const codes = [...new Set(rows.map(({ code }) => code))];
  return new Map(
    codes.map((code) => {
      const values = rows.filter((row) => row.code === code).map(({ ticker, value }) => ({ ticker, value }));
      return [code, { values, median: medianOf(values.flatMap(({ value }) => value ?? [])) }];
    }),
  );
}

/** The middle value; the mean of both if there are two in the middle; null without values. */
function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
