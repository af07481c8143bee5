import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { IndustryMembershipWrite, IndustryWrite } from './industry.dto.js';
import { checkPeriod } from './reference-kinds.js';

/**
 * Industries of a classification, one record a code and period: a code may change its name, as 50 did in 2018.
 * The text of GICS is licensed and does not ship.
 */
export const INDUSTRY: DataSet<IndustryWrite> = {
  name: 'industry',
  title: 'Industries of a classification',
  table: 'industry',
  key: ['code', 'valid_from'],
  record: IndustryWrite,
  defaults: { valid_from: '1900-01-01', scheme: 'GICS' },
  check: ({ valid_from, valid_to }) => checkPeriod(valid_from, valid_to, 'valid_to'),
  path: '/svc/record/industry',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.code, r.valid_from, r.valid_to, r.name, r.name_en, r.description, r.scheme, r.id,
      ${instant('r.changed_at')} AS timestamp) item`,
};

/** Which security belongs to which industry, over time. */
export const INDUSTRY_MEMBERSHIP: DataSet<IndustryMembershipWrite> = {
  name: 'industry_membership',
  title: 'Industries of securities over time',
  table: 'industry_membership',
  key: ['ticker', 'from_date'],
  record: IndustryMembershipWrite,
  dateColumn: 'from_date',
  check: ({ from_date, to_date }) => checkPeriod(from_date, to_date, 'to_date'),
  path: '/svc/record/industry_membership',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.from_date, r.to_date, r.code, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};
