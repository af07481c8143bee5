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
  columnNames: {
    name: ['company name', 'stock name', 'issuer', 'tên công ty'],
    name_en: ['english name', 'stock en name', 'company name en'],
    exchange: ['market', 'bourse', 'sàn'],
    industry_code: ['gics', 'gics code'],
    listing_date: ['listed date', 'first trading date', 'ngày niêm yết'],
    delisting_date: ['delisted date', 'last trading date'],
    listed_shares: ['listed share', 'listed volume', 'listing volume'],
    outstanding_shares: ['shares outstanding', 'outstanding share', 'outstanding volume'],
  },
};
