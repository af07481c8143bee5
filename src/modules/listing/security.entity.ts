import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { exchangeKind } from '../../kinds/codes.js';
import { bigintKind, choiceKind, dateKind, textOf } from '../../kinds/kinds.js';
import { SECURITY_TYPES } from '../../market/security-types.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** Kinds of securities. */
export const securityTypeKind = choiceKind(SECURITY_TYPES);

/** A security of the master; natural key ticker. */
@RecordTable('security')
@Check('security_names', `name <> '' AND exchange <> ''`)
@Check('security_dates', `isfinite(listing_date) AND isfinite(delisting_date) AND isfinite(shares_from)`)
@Check('security_shares', `listed_shares >= 0 AND outstanding_shares >= 0`)
export class Security extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @DataColumn(textOf({ max: 300 }), 'Name.', 'CTCP Sữa Việt Nam', {
    columnNames: ['company name', 'stock name', 'issuer', 'tên công ty'],
  })
  name: string;
  @OptionalColumn(textOf({ max: 300 }), 'English name.', 'Viet Nam Dairy Products JSC', {
    columnNames: ['english name', 'stock en name', 'company name en'],
  })
  name_en?: string;
  @DataColumn(
    securityTypeKind,
    'Kind of security; stock by default. For fund units, `etf` and `closed_end_fund` are the kinds that ticks depend on; a plain `fund_certificate` counts as one of an ETF.',
    'stock',
    { default: 'stock', check: 'security_type' },
  )
  security_type?: string;
  @DataColumn(exchangeKind, 'Exchange; bands and ticks are known for HOSE, HNX and UPCOM.', 'HOSE', {
    columnNames: ['market', 'bourse', 'sàn'],
  })
  exchange: string;
  @OptionalColumn(textOf({ max: 4 }), 'Market identifier code.', 'XSTC') mic?: string;
  @OptionalColumn(textOf({ max: 12 }), 'ISIN.', 'VN000000VNM8') isin?: string;
  @OptionalColumn(textOf({ max: 20 }), 'Code of the industry.', '30202030', {
    columnNames: ['gics', 'gics code'],
  })
  industry_code?: string;
  @OptionalColumn(dateKind, 'First trading day.', '2006-01-19', {
    columnNames: ['listed date', 'first trading date', 'ngày niêm yết'],
  })
  listing_date?: string;
  @OptionalColumn(dateKind, 'Last trading day.', '2024-09-27', {
    columnNames: ['delisted date', 'last trading date'],
  })
  delisting_date?: string;
  @OptionalColumn(bigintKind, 'Listed shares.', 2089955445, {
    columnNames: ['listed share', 'listed volume', 'listing volume'],
  })
  listed_shares?: number | bigint;
  @OptionalColumn(bigintKind, 'Outstanding shares.', 2089955445, {
    columnNames: ['shares outstanding', 'outstanding share', 'outstanding volume'],
  })
  outstanding_shares?: number | bigint;
  @OptionalColumn(
    dateKind,
    'Day from which these share counts are valid; by default the listing date, or without one the day of the last change of this record. Not used for any earlier day.',
    '2024-01-02',
  )
  shares_from?: string;
}
