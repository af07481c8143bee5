import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { SECURITY_FLAGS } from './listing-flags.js';
import { Security } from './security.entity.js';

/** The security master: a quote is recognised if its ticker is here. */
export const SECURITY = dataSet(Security, {
  title: 'Security master',
  placement: ON_EVERY_NODE,
  assumed: { field: 'shares_from', from: 'listing_date', beside: ['listed_shares', 'outstanding_shares'] },
  flags: SECURITY_FLAGS,
});
