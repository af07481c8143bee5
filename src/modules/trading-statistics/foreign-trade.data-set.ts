import { BY_TICKER } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { ForeignTrade } from './foreign-trade.entity.js';
import { FOREIGN_FLAGS } from './statistic-flags.js';

/** Trading of foreign investors, per security and day. */
// Totals of matched and negotiated trades have no field: taking them for one of the two would be wrong.
export const FOREIGN_TRADE = dataSet(ForeignTrade, {
  title: 'Trading of foreign investors by security and day',
  placement: BY_TICKER,
  dateColumn: 'date',
  daily: true,
  notAhead: 'date',
  flags: FOREIGN_FLAGS,
  dateLeads: true,
});
