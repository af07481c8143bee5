import type { Api } from '../../api.js';
import { daysBefore, marketToday } from '../../view/days.js';
import { ask, type BodyOf, read } from '../../view/read.js';

/** Days after which the last price of a security is no longer current. */
const OLD = 30;

type Detail = BodyOf<'/detail/{ticker}'>;

/**
 * Reads a security as of now. If its last price is old, as in the demo, its figures are also those of that day: with
 * the statements of today there would be none. Whether it is listed is as of today.
 */
export async function readDetail(api: Api, ticker: string, signal: AbortSignal): Promise<Detail> {
  const detail = await read(api, ask('/detail/{ticker}', {}, { ticker }), signal);
  const { date, active, delisting_date } = detail;
  if (date === null || date >= daysBefore(marketToday(), OLD)) return detail;
  const then = await read(api, ask('/detail/{ticker}', { date }, { ticker }), signal);
  return { ...then, active, delisting_date };
}
