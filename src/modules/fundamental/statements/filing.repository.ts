import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List } from '../../../database/lists/list.js';
import { listByMoment } from '../../../database/lists/listing.js';
import type { DayRange } from '../../../database/lists/ranges.js';
import { instant } from '../../../database/sql.js';
import { dateKind } from '../../../kinds/kinds.js';
import { filingIdKind } from './filing.entity.js';

/** Columns of a filing, alias `r`. */
const FILING_COLUMNS = `r.filing_id AS id, r.ticker, r.filing_date, ${instant('r.accepted_date')} AS accepted_date,
  r.period_end_date, r.report_type, r.sec_unique_id, r.filing_url, r.report_url, r.instance_url`;

/** Filings by their dates of submission. */
interface FilingRange extends DayRange {
  ticker?: string;
  report_type?: string;
}

/** SQL of the filing table. */
@Injectable()
export class FilingRepository {
  constructor(private readonly database: Database) {}

  /** Filings of a range of submission dates, newest first unless requested otherwise; by identifier within a day. */
  list(query: FilingRange): List {
    const conditions = new Conditions()
      .when(query.ticker, 'r.ticker = ?::text')
      .when(query.report_type, 'r.report_type = ?::text')
      .when(query.from_date, 'r.filing_date >= ?::date')
      .when(query.to_date, 'r.filing_date < ?::date + 1');
    return listByMoment(this.database, {
      columns: FILING_COLUMNS,
      from: 'filing r',
      conditions,
      key: [
        { sql: 'r.filing_date', name: 'filing_date', kind: dateKind },
        { sql: 'r.filing_id', name: 'id', kind: filingIdKind },
      ],
      query,
    });
  }
}
