import { Check } from 'typeorm';
import { StoredRecord } from '../../../database/records/stored-record.js';
import { dateKind, instantKind, textOf, tickerKind } from '../../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../../dataset/columns.js';

/** Identifier that a publisher gives a filing. */
export const filingIdKind = textOf({ max: 200 });

export const reportTypeKind = textOf({ max: 100 });

const urlKind = textOf({ max: 2000 });

/**
 * A filing of a company; natural key filing_id, the publisher's identifier (`id` on the wire, where records have
 * a surrogate of that name).
 */
@RecordTable('filing', 'filing_by_date', 'filing_by_ticker')
@Check('filing_key', `filing_id <> ''`)
@Check('filing_dates', `isfinite(filing_date) AND isfinite(accepted_date) AND isfinite(period_end_date)`)
export class Filing extends StoredRecord {
  @KeyColumn(
    filingIdKind,
    'Identifier of the filing, assigned by its publisher; also accepted as `id`.',
    '2024-VNM-Q4-HN',
    { alias: 'id' },
  )
  filing_id: string;
  @DataColumn(tickerKind, 'Security symbol of the company.', 'VNM', { column: { collation: 'C' } })
  ticker: string;
  @DataColumn(dateKind, 'Date the company submitted the filing to the securities regulator.', '2025-01-30', {
    columnNames: ['submission date', 'filed date', 'date'],
  })
  filing_date: string;
  @OptionalColumn(instantKind, 'When the regulator accepted the filing, UTC.', '2025-01-30T09:12:00Z', {
    columnNames: ['acceptance date', 'accepted at'],
  })
  accepted_date?: string;
  @OptionalColumn(dateKind, 'End of the fiscal period.', '2024-12-31', {
    columnNames: ['period end', 'report date'],
  })
  period_end_date?: string;
  @OptionalColumn(reportTypeKind, 'Report type.', 'quarterly_report', {
    columnNames: ['form', 'form type', 'document type'],
  })
  report_type?: string;
  @OptionalColumn(
    filingIdKind,
    'Unique identifier of the filing, assigned by the regulator.',
    'SSC-2025-000123',
  )
  sec_unique_id?: string;
  @OptionalColumn(
    urlKind,
    'URL of the filing page on the regulator site.',
    'https://congbothongtin.ssc.gov.vn/filing/1',
    { columnNames: ['url', 'link'] },
  )
  filing_url?: string;
  @OptionalColumn(
    urlKind,
    'URL of the report on the regulator site.',
    'https://congbothongtin.ssc.gov.vn/report/1',
  )
  report_url?: string;
  @OptionalColumn(
    urlKind,
    'URL of the XBRL filing for the report.',
    'https://congbothongtin.ssc.gov.vn/xbrl/1',
  )
  instance_url?: string;
}
