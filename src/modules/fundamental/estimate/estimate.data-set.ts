import { dataSet } from '../../dataset/data-set.js';
import { checkAmount, inFull } from '../statements/amounts.js';
import { Estimate } from './estimate.entity.js';

/** Forecasts of figures of companies. */
export const ESTIMATE = dataSet(Estimate, {
  title: 'Estimates of earnings and other figures of companies',
  check: checkAmount,
  stored: inFull,
});
