import { type DataSet, storedItem } from '../../dataset/data-set.js';
import { StatementTemplateWrite } from './statement-template.dto.js';

/**
 * Forms of financial statements, line by line. Ordinary companies: B01-DN, B02-DN and B03-DN of Circular
 * 200/2014/TT-BTC with the lines of consolidated statements. Banks (BK), insurers (IN) and securities companies
 * (SC) have codes of this service, in which a figure that ordinary companies have too bears its digits: total
 * assets are 270, BK270, IN270, SC270. English names are not official.
 */
export const STATEMENT_TEMPLATE: DataSet<StatementTemplateWrite> = {
  name: 'statement_template',
  title: 'Lines of the forms of financial statements',
  table: 'statement_template',
  key: ['company_type', 'statement', 'item_code', 'valid_from'],
  record: StatementTemplateWrite,
  path: '/svc/record/statement_template',
  itemJson: storedItem(StatementTemplateWrite),
};
