import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { Industry, IndustryMembership } from './industry.entity.js';
import { INDUSTRY_FLAGS, MEMBERSHIP_FLAGS } from './reference-flags.js';
import { checkPeriod } from './reference-kinds.js';

/**
 * Industries of a classification, one record per code and period: a code may change its name, as 50 did in 2018.
 * The text of GICS is licensed and does not ship.
 */
export const INDUSTRY = dataSet(Industry, {
  title: 'Industries of a classification',
  placement: ON_EVERY_NODE,
  flags: INDUSTRY_FLAGS,
  check: ({ valid_from, valid_to }) => checkPeriod(valid_from, valid_to, 'valid_to'),
});

/** Which security belongs to which industry, over time. */
export const INDUSTRY_MEMBERSHIP = dataSet(IndustryMembership, {
  title: 'Industries of securities over time',
  placement: ON_EVERY_NODE,
  flags: MEMBERSHIP_FLAGS,
  dateColumn: 'from_date',
  dateLeads: true,
  check: ({ from_date, to_date }) => checkPeriod(from_date, to_date, 'to_date'),
});
