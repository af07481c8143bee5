import { FieldOf, QueryField, Shown } from '../../../http/fields/fields.js';
import { DateRangeQuery } from '../../../http/fields/queries.js';
import { textShown, tickerKind } from '../../../kinds/kinds.js';
import { Filing, reportTypeKind } from './filing.entity.js';

/** A filing as returned (specification 2.5). */
export class FilingRecord {
  @Shown(textShown, 'Identifier of the filing.', '2024-VNM-Q4-HN') id: string;
  @FieldOf(Filing) ticker: string;
  @FieldOf(Filing) filing_date: string;
  @FieldOf(Filing, '2025-01-30T09:12:00.000000Z') accepted_date: string | null;
  @FieldOf(Filing) period_end_date: string | null;
  @FieldOf(Filing) report_type: string | null;
  @FieldOf(Filing) sec_unique_id: string | null;
  @FieldOf(Filing) filing_url: string | null;
  @FieldOf(Filing) report_url: string | null;
  @FieldOf(Filing) instance_url: string | null;
}

/** Parameters of GET /fundamental/filings; the dates are those of submission. */
export class FilingQuery extends DateRangeQuery {
  @QueryField(tickerKind, 'Security symbol of the company.', 'VNM') ticker?: string;
  @QueryField(reportTypeKind, 'Report type, as filed.', 'quarterly_report') report_type?: string;
}
