import { QUOTE } from '../quote/quote.data-set.js';
import { SECURITY } from '../security/security.data-set.js';
import { SETTLEMENT } from '../settlement/settlement.data-set.js';
import type { DataSet } from './data-set.js';

/** Every data set that bulk insert and import know, by name. One entry serves both, and their documentation. */
export const DATA_SETS: Readonly<Record<string, DataSet>> = Object.fromEntries(
  [QUOTE, SETTLEMENT, SECURITY].map((dataSet) => [dataSet.name, dataSet]),
);

export const DATA_SET_NAMES = Object.keys(DATA_SETS);
