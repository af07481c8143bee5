import { type DataSet, storedItem } from '../dataset/data-set.js';
import { SecurityWrite } from './security.dto.js';

/** The security master: a quote is recognised when its ticker stands here. */
export const SECURITY: DataSet<SecurityWrite> = {
  name: 'security',
  title: 'Security master',
  table: 'security',
  key: ['ticker'],
  record: SecurityWrite,
  defaults: { security_type: 'stock' },
  path: '/svc/record/security',
  itemJson: storedItem(SecurityWrite),
};
