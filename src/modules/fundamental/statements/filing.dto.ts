import { BodyField, QueryField, Shown } from '../../../http/fields/fields.js';
import { DateRangeQuery } from '../../../http/fields/queries.js';
import {
  dateKind,
  dateShown,
  instantKind,
  instantShown,
  textOf,
  textShown,
  tickerKind,
} from '../../../kinds/kinds.js';
import { ReadBack } from '../../dataset/read-back.js';
import { filingIdKind } from './filing.entity.js';

const reportTypeKind = textOf({ max: 100 });
const urlKind = textOf({ max: 2000 });

/** A filing to be written. */
export class FilingWrite extends ReadBack {
  @BodyField(filingIdKind, {
    description: 'Identifier of the filing, given by its publisher; also accepted as `id`.',
    example: '2024-VNM-Q4-HN',
    alias: 'id',
  })
  filing_id: string;
  @BodyField(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, {
    description: 'Date the company submitted the filing to the securities regulator.',
    example: '2025-01-30',
  })
  filing_date: string;
  @BodyField(instantKind, {
    description: 'When the regulator accepted the filing, UTC.',
    example: '2025-01-30T09:12:00Z',
    optional: true,
  })
  accepted_date?: string;
  @BodyField(dateKind, { description: 'End of the fiscal period.', example: '2024-12-31', optional: true })
  period_end_date?: string;
  @BodyField(reportTypeKind, { description: 'Report type.', example: 'quarterly_report', optional: true })
  report_type?: string;
  @BodyField(filingIdKind, {
    description: 'Unique identifier of the filing given by the regulator.',
    example: 'SSC-2025-000123',
    optional: true,
  })
  sec_unique_id?: string;
  @BodyField(urlKind, {
    description: 'URL of the filing page on the regulator site.',
    example: 'https://congbothongtin.ssc.gov.vn/filing/1',
    optional: true,
  })
  filing_url?: string;
  @BodyField(urlKind, {
    description: 'URL of the report on the regulator site.',
    example: 'https://congbothongtin.ssc.gov.vn/report/1',
    optional: true,
  })
  report_url?: string;
  @BodyField(urlKind, {
    description: 'URL of the XBRL filing for the report.',
    example: 'https://congbothongtin.ssc.gov.vn/xbrl/1',
    optional: true,
  })
  instance_url?: string;
}

/** A filing as it is answered (specification 2.5). */
export class FilingRecord {
  @Shown(textShown, { description: 'Identifier of the filing.', example: '2024-VNM-Q4-HN' })
  id: string;
  @Shown(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, {
    description: 'Date the company submitted the filing to the securities regulator.',
    example: '2025-01-30',
  })
  filing_date: string;
  @Shown(instantShown, {
    description: 'When the regulator accepted the filing, UTC.',
    example: '2025-01-30T09:12:00.000000Z',
    nullable: true,
  })
  accepted_date: string | null;
  @Shown(dateShown, { description: 'End of the fiscal period.', example: '2024-12-31', nullable: true })
  period_end_date: string | null;
  @Shown(textShown, { description: 'Report type.', example: 'quarterly_report', nullable: true })
  report_type: string | null;
  @Shown(textShown, {
    description: 'Unique identifier of the filing given by the regulator.',
    example: 'SSC-2025-000123',
    nullable: true,
  })
  sec_unique_id: string | null;
  @Shown(textShown, {
    description: 'URL of the filing page on the regulator site.',
    example: 'https://congbothongtin.ssc.gov.vn/filing/1',
    nullable: true,
  })
  filing_url: string | null;
  @Shown(textShown, {
    description: 'URL of the report on the regulator site.',
    example: 'https://congbothongtin.ssc.gov.vn/report/1',
    nullable: true,
  })
  report_url: string | null;
  @Shown(textShown, {
    description: 'URL of the XBRL filing for the report.',
    example: 'https://congbothongtin.ssc.gov.vn/xbrl/1',
    nullable: true,
  })
  instance_url: string | null;
}

/** Parameters of GET /fundamental/filings; the dates are those of submission. */
export class FilingQuery extends DateRangeQuery {
  @QueryField(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker?: string;
  @QueryField(reportTypeKind, { description: 'Report type, as filed.', example: 'quarterly_report' })
  report_type?: string;
}
