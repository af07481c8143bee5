import { ON_EVERY_NODE } from '../../../database/citus/placement.js';
import { dataSet } from '../../dataset/data-set.js';
import { TEMPLATE_FLAGS } from './statement-flags.js';
import { StatementTemplate } from './statement-template.entity.js';

/**
 * Forms of financial statements, line by line. Ordinary companies: B01-DN, B02-DN and B03-DN of Circular
 * 200/2014/TT-BTC with the lines of consolidated statements. Banks (BK), insurers (IN) and securities companies
 * (SC) have codes defined by this service, in which a figure that ordinary companies also have keeps its digits:
 * total assets are 270, BK270, IN270, SC270. English names are not official.
 */
export const STATEMENT_TEMPLATE = dataSet(StatementTemplate, {
  title: 'Lines of the forms of financial statements',
  placement: ON_EVERY_NODE,
  flags: TEMPLATE_FLAGS,
});
