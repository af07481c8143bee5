import { addressOf } from '../router.js';

/** Address of the page about a security. */
export const companyAddress = (ticker: string): string => addressOf('chart', [ticker]);
