import { addressOf } from '../router.js';

/** Address of the page about a security; `tab` is one of its parts. */
export const companyAddress = (ticker: string, tab?: string): string =>
  addressOf('company', tab === undefined ? [ticker] : [ticker, tab]);

/** Address of the chart of a security or an index. */
export const chartAddress = (code: string): string => addressOf('chart', [code]);

/** Whether an address from a publisher leads to the web: only such ones are linked. */
export function isWeb(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url);
}
