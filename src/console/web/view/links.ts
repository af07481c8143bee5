import { addressOf } from '../router.js';

/** Address of the page about a security. */
export const companyAddress = (ticker: string): string => addressOf('chart', [ticker]);

/** Address of the chart of a security or an index. */
export const chartAddress = (code: string): string => addressOf('chart', [code]);
