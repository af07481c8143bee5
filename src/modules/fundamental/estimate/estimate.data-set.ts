import { BY_TICKER } from '../../../database/citus/placement.js';
import { dataSet } from '../../dataset/data-set.js';
import { checkAmount, inFull } from '../statements/amounts.js';
import { ESTIMATE_FLAGS } from '../statements/statement-flags.js';
import { Estimate } from './estimate.entity.js';

/** Forecasts of figures of companies. */
export const ESTIMATE = dataSet(Estimate, {
  title: 'Estimates of earnings and other figures of companies',
  placement: BY_TICKER,
  notAhead: 'published_at',
  flags: ESTIMATE_FLAGS,
  check: checkAmount,
  stored: inFull,
});
