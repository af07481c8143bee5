import { useEffect, useState } from 'preact/hooks';
import { ask, type RowOf, read, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';

/** A ratio of the peers in a period: each peer's value, and the median. */
export interface PeerRatio {
  median: number | null;
  values: readonly { ticker: string; value: number | null }[];
}

/** Number of peers read: the closest in the industry. */
const PEERS = 8;

type Ratio = RowOf<'/fundamental/ratios'>;

/** Ratios of the peers in the period of a ratio, by code; empty until loaded. */
export function usePeerRatios(ticker: string, newest: Ratio | null): ReadonlyMap<string, PeerRatio> {
  const { api } = useSession();
  const peers = useRead(ask('/related-stocks', { ticker, limit: PEERS }));
  const [ratios, setRatios] = useState<ReadonlyMap<string, PeerRatio>>(new Map());
  const tickers = (peers.body?.data ?? []).map((peer) => peer.ticker).join(',');
  const period = newest?.period;
  const year = newest?.fiscal_year;
  const quarter = newest?.fiscal_quarter;
  useEffect(() => {
    if (tickers === '' || period === undefined) return;
    const request = new AbortController();
    const query = { period, fiscal_year: year, fiscal_quarter: quarter, limit: 500 };
    const requests = tickers
      .split(',')
      .map((peer) => read(api, ask('/fundamental/ratios', { ...query, ticker: peer }), request.signal));
    // A peer whose ratios cannot be read counts as having none.
    Promise.allSettled(requests).then((answers) => {
      if (request.signal.aborted) return;
      setRatios(
        mediansOf(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.data : []))),
      );
    });
    return () => request.abort();
  }, [api, tickers, period, year, quarter]);
  return ratios;
}

function mediansOf(rows: readonly Ratio[]): Map<string, PeerRatio> {
  const codes = [...new Set(rows.map(({ code }) => code))];
  return new Map(
    codes.map((code) => {
      const values = rows.filter((row) => row.code === code).map(({ ticker, value }) => ({ ticker, value }));
      return [code, { values, median: medianOf(values.flatMap(({ value }) => value ?? [])) }];
    }),
  );
}

/** The middle value; the mean of both if there are two in the middle; null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
