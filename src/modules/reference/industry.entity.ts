import { Check, Index } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { dateKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { industryCodeKind } from './reference-kinds.js';

/** One period of an industry's code; natural key (code, valid_from). */
@RecordTable('industry', 'industry_words')
@Check('industry_code', `code ~ '^([0-9]{2}){1,4}$'`)
@Check('industry_validity', `valid_to >= valid_from`)
@Check('industry_name', `name <> ''`)
@Check('industry_dates', `isfinite(valid_from) AND isfinite(valid_to)`)
export class Industry extends StoredRecord {
  @KeyColumn(industryCodeKind, 'Code, 2 digits per level; key together with valid_from.', '30') code: string;
  /** YYYY-MM-DD, first and last day of validity */
  @KeyColumn(dateKind, 'First day of this name; 1900-01-01 (always) by default.', '2018-09-28', {
    default: '1900-01-01',
  })
  valid_from?: string;
  @OptionalColumn(dateKind, 'Last day of this name.', '2023-03-16') valid_to?: string;
  @DataColumn(textOf({ max: 300 }), 'Name.', 'Hàng thiết yếu') name: string;
  @OptionalColumn(textOf({ max: 300 }), 'English name.', 'Everyday Goods') name_en?: string;
  @OptionalColumn(textOf({ max: 4000 }), 'Definition.', 'Food and drink') description?: string;
  @DataColumn(textOf({ max: 30 }), 'Classification; GICS by default.', 'GICS', { default: 'GICS' })
  scheme?: string;
}

/** A period in which a security belongs to an industry; natural key (ticker, from_date). */
@RecordTable('industry_membership', 'industry_membership_by_date')
@Index('industry_membership_by_code', ['code', 'ticker'])
@Check('industry_membership_code', `code ~ '^([0-9]{2}){1,4}$'`)
@Check('industry_membership_dates', `to_date >= from_date`)
@Check('industry_membership_period', `isfinite(from_date) AND isfinite(to_date)`)
export class IndustryMembership extends StoredRecord {
  @KeyColumn(tickerKind, 'Security; key together with from_date.', 'VNM') ticker: string;
  /** YYYY-MM-DD, first and last day */
  @KeyColumn(dateKind, 'First day.', '2016-01-04') from_date: string;
  @OptionalColumn(dateKind, 'Last day; if omitted, until the next membership begins.', '2023-03-16')
  to_date?: string;
  @DataColumn(industryCodeKind, 'Code of the industry.', '30202030', { column: { collation: 'C' } })
  code: string;
}
