import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { QUOTE_CONTROL } from './quote.data-set.js';
import {
  type ApprovalFilter,
  aggregated,
  BAR_JSON,
  inRange,
  listStatement,
  type QuoteRange,
  withApproval,
} from './quote-listing.js';

/** JSON text of the metadata of a quote, the row `line`: the output of row_to_json in less time. */
const METADATA_JSON = `format('{"url":"%s","ticker":"%s","date":"%s","id":"%s","status":"%s","timestamp":"%s","recogized":%s,"is_apporval":%s,"approval_by":%s,"approval_at":%s}',
  line.url, line.ticker, line.date, line.id, line.status, line.timestamp, line.recogized, line.is_apporval,
  coalesce(to_json(line.approval_by)::text, 'null'), coalesce(to_json(line.approval_at)::text, 'null'))`;

/** SQL of the quote table. */
@Injectable()
export class QuoteRepository {
  constructor(private readonly database: Database) {}

  /** Published bars of a range, newest first unless asked otherwise. */
  published(query: QuoteRange, approval: ApprovalFilter): List {
    const conditions = withApproval(inRange(query), approval);
    const { where, values } = conditions.snapshot();
    const { interval = '1d' } = query;
    if (interval !== '1d') {
      // The cursor cuts finished bars, never the days that they are built from.
      const bars = aggregated(interval, `quote${where}`);
      return new SqlList(this.database, {
        ...listStatement(query, {
          select: (cut) =>
            `SELECT ticker, date, open, high, low, close, volume FROM (${bars}) bar${cut.where}`,
          json: BAR_JSON,
          conditions: new Conditions(values),
          count: { from: `(${bars}) bar`, values },
          unit: 'VND',
        }),
        days: { from: query.date ?? query.from_date, to: query.date ?? query.to_date },
      });
    }
    const isOfTicker = query.ticker?.length === 1;
    return new SqlList(this.database, {
      quick: isOfTicker,
      ...listStatement(query, {
        select: (all) => `SELECT ticker, date, open, high, low, close, volume FROM quote${all.where}`,
        // A page of one ticker or one day is never deep.
        ...(query.offset !== undefined && !isOfTicker && query.date === undefined && { pageOf: pageByKeys }),
        json: BAR_JSON,
        conditions,
        count: { from: `quote${where}`, values },
        unit: 'VND',
      }),
    });
  }

  /** Base metadata of stored quotes. */
  metadata(query: QuoteRange, approval: ApprovalFilter): List {
    const conditions = withApproval(inRange(query), approval);
    const { where, values } = conditions.snapshot();
    return new SqlList(this.database, {
      quick: query.ticker?.length === 1,
      ...listStatement(query, {
        select: (all) => `
        SELECT '/svc/quote/' || r.id AS url, r.ticker, r.date, ${QUOTE_CONTROL}
        FROM quote r${all.where}`,
        json: METADATA_JSON,
        conditions,
        count: { from: `quote${where}`, values },
        unit: null,
      }),
    });
  }
}

/** Bars before the offset are skipped in the index by date, which holds no prices, without being read. */
function pageByKeys(all: Conditions, page: string): string {
  return `SELECT ticker, date, open, high, low, close, volume FROM quote
          JOIN (SELECT ticker, date FROM quote${all.where} ${page}) page USING (ticker, date)`;
}
