import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List } from '../../../database/lists/list.js';
import { orderByDay } from '../../../database/lists/order.js';
import type { DayRange } from '../../../database/lists/ranges.js';
import { SqlList } from '../../../database/lists/sql-list.js';
import { instant } from '../../../database/sql.js';
import { filingIdKind } from './filing.entity.js';

/** Columns of a filing, the alias `r`, after its identifier. */
const FILING_COLUMNS = `r.ticker, r.filing_date, ${instant('r.accepted_date')} AS accepted_date,
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

  /** Filings of a range of submission dates, newest first unless asked otherwise; identifiers within a day. */
  list(query: FilingRange): List {
    const conditions = new Conditions()
      .when(query.ticker, 'r.ticker = ?::text')
      .when(query.report_type, 'r.report_type = ?::text')
      .when(query.from_date, 'r.filing_date >= ?::date')
      .when(query.to_date, 'r.filing_date < ?::date + 1');
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, {
      date: 'r.filing_date',
      symbol: 'r.filing_id',
      kind: filingIdKind,
    });
    return new SqlList(this.database, {
      select: `SELECT r.filing_id AS id, ${FILING_COLUMNS} FROM filing r${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM filing r${where}`, values },
      key: ['filing_date', 'id'],
      query,
      unit: null,
    });
  }
}
