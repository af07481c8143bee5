import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import { decodeCursor } from '../../../database/lists/cursor.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { SqlList } from '../../../database/lists/sql-list.js';
import { instant } from '../../../database/sql.js';
import { dateKind, integerKind } from '../../../kinds/kinds.js';
import { figureCode, figureDigits, fiscalYearStart } from '../../../market/figure-code.sql.js';
import { isKnownOn } from '../../../market/known.sql.js';
import type { PeriodFigure } from './company-periods.js';
import {
  auditKind,
  consolidationKind,
  fiscalQuarterKind,
  fiscalYearKind,
  itemCodeKind,
  periodKind,
  statementKind,
} from './statement-kinds.js';

/** Sort columns within a period's end, all ascending; together with the end they are unique. */
const WITHIN = [
  { name: 'statement', kind: statementKind },
  { name: 'period', kind: periodKind },
  { name: 'fiscal_year', kind: fiscalYearKind },
  { name: 'fiscal_quarter', kind: fiscalQuarterKind },
  { name: 'consolidation', kind: consolidationKind },
  { name: 'audit', kind: auditKind },
  { name: 'item_order', kind: integerKind({ min: 0 }) },
  { name: 'item_code', kind: itemCodeKind },
] as const;

/** Reported figures of a company; of every kind if none is given. */
interface ReportedRange extends PageRequest {
  ticker: string;
  statement?: string;
  consolidation?: string;
  audit?: string;
  period?: string;
  fiscal_year?: number;
  fiscal_quarter?: number;
  company_type?: string;
  /** only what was public by the end of this day */
  as_of?: string;
}

/** Figures that ratios and scores are computed from. */
interface FigureRange {
  ticker: string;
  /** only what was public by the end of this day */
  asOf?: string | undefined;
  consolidation?: string | undefined;
  audit?: string | undefined;
  companyType?: string | undefined;
}

/** SQL of the figures of statements. */
@Injectable()
export class StatementRepository {
  constructor(private readonly database: Database) {}

  /** Lists the newest version of every figure a query selects, by the end of its period, newest first. */
  reported(query: ReportedRange): List {
    const conditions = conditionsOf(query).when(query.statement, 'i.statement = ?::text');
    const { where, values } = conditions.snapshot();
    const versions = `
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code)
        i.ticker, i.statement, i.company_type, i.consolidation, i.audit, i.period, i.fiscal_year, i.fiscal_quarter,
        i.period_end_date, i.item_code, i.item_name, i.value, i.unit, i.filing_id, i.published_at
      FROM statement_item i${where}
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.audit, i.item_code,
        i.published_at DESC`;
    // A version on another form replaces the one before it, so forms are compared only after the newest is chosen.
    const ofType = new Conditions(values).when(query.company_type, 'v.company_type = ?::text');
    const cut = new Conditions(ofType.values);
    const order = orderOf(query, cut);
    return new SqlList(this.database, {
      select: `
        SELECT ticker, statement, company_type, consolidation, audit, period, fiscal_year, fiscal_quarter,
          period_end_date, item_order, item_code, parent_code, item_name, item_name_en, value, unit, filing_id,
          ${instant('published_at')} AS published_at
        FROM (
          SELECT v.ticker, v.statement, v.company_type, v.consolidation, v.audit, v.period, v.fiscal_year,
            v.fiscal_quarter, v.period_end_date, coalesce(form.item_order, 99999) AS item_order, v.item_code,
            form.parent_code, coalesce(v.item_name, form.name) AS item_name, form.name_en AS item_name_en,
            v.value, v.unit, v.filing_id, v.published_at
          FROM (${versions}) v
          LEFT JOIN LATERAL (
            SELECT t.item_order, t.parent_code, t.name, t.name_en FROM statement_template t
            WHERE t.company_type = v.company_type AND t.statement = v.statement AND t.item_code = v.item_code
              AND t.valid_from <= ${fiscalYearStart('v')}
            ORDER BY t.valid_from DESC LIMIT 1) form ON true${ofType.where}
        ) row${cut.where} ORDER BY ${order}`,
      values: cut.values,
      count: {
        text: `SELECT count(*) AS total FROM (${versions}) v${ofType.where}`,
        values: ofType.snapshot().values,
      },
      key: ['period_end_date', ...WITHIN.map(({ name }) => name)],
      query,
      tickers: [query.ticker],
      unit: null,
    });
  }

  /** VND if a ticker has figures in it, otherwise the currency of one of its figures; undefined without figures. */
  async currency(ticker: string): Promise<string | undefined> {
    const first = (isWanted: string) =>
      `(SELECT i.unit FROM statement_item i WHERE i.ticker = $1::text AND i.unit ${isWanted} LIMIT 1)`;
    const row = await this.database.readOne<{ unit: string }>({
      text: `
        SELECT each.unit FROM (${first("= 'VND'")} UNION ALL ${first("~ '^[A-Z]{3}$'")}) each
        ORDER BY each.unit = 'VND' DESC LIMIT 1`,
      values: [ticker],
    });
    return row?.unit;
  }

  /**
   * Returns every figure of a ticker in VND, in the newest version, among all audits and forms, that was public in time,
   * oldest period first; `published_at` is that of the newest figure of its statement and period.
   */
  async figures({ ticker, asOf, consolidation, audit, companyType }: FigureRange): Promise<PeriodFigure[]> {
    const conditions = new Conditions()
      .add("i.ticker = ?::text AND i.unit = 'VND'", ticker)
      .when(asOf, isKnownOn('i', '?::date'))
      .when(consolidation, 'i.consolidation = ?::text')
      .when(audit, 'i.audit = ?::text');
    const { where, values } = conditions.snapshot();
    const ofType = new Conditions(values).when(companyType, 'f.company_type = ?::text');
    // One row per statement: one per figure, of which a company has a thousand, takes longer to read than to find.
    const statements = await this.database.read<StatementFigures>({
      text: `
        SELECT statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, period_end_date::text AS period_end_date,
          json_object_agg(item_code, value) AS values, ${instant('max(published_at)')} AS published_at
        FROM (
          SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
            i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type,
            ${figureCode('i')} AS item_code, ${figureDigits('i')} AS digits, i.value, i.period_end_date, i.published_at
          FROM statement_item i${where}
          ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
            i.published_at DESC, i.audit, i.item_code) f${ofType.where}
        GROUP BY statement, period, fiscal_year, fiscal_quarter, consolidation, company_type, f.period_end_date
        ORDER BY f.period_end_date, period, statement, min(item_code)`,
      values: ofType.values,
    });
    return statements.flatMap(({ values, ...statement }) =>
      Object.entries(values).map(([item_code, value]) => ({ item_code, value, ...statement })),
    );
  }
}

/** The figures of one statement of one period, by their codes. */
interface StatementFigures extends Omit<PeriodFigure, 'item_code' | 'value'> {
  values: Readonly<Record<string, number>>;
}

function conditionsOf(query: ReportedRange): Conditions {
  return new Conditions()
    .add('i.ticker = ?::text', query.ticker)
    .when(query.consolidation, 'i.consolidation = ?::text')
    .when(query.audit, 'i.audit = ?::text')
    .when(query.period, 'i.period = ?::text')
    .when(query.fiscal_year, 'i.fiscal_year = ?::integer')
    .when(query.fiscal_quarter, 'i.fiscal_quarter = ?::integer')
    .when(query.as_of, isKnownOn('i', '?::date'));
}

/** Adds the condition that rows come after the cursor, and returns the ORDER BY list. */
function orderOf(query: ReportedRange, conditions: Conditions): string {
  const after = decodeCursor(query.cursor, [dateKind, ...WITHIN.map(({ kind }) => kind)]);
  const within = WITHIN.map(({ name }) => name).join(', ');
  const ascending = query.order === 'asc';
  if (after !== undefined) {
    const [end, ...rest] = after;
    const places = WITHIN.map(({ kind }) => `?::${kind.sqlType}`).join(', ');
    conditions.add(
      `(period_end_date ${ascending ? '>' : '<'} ?::date OR (period_end_date = ?::date AND (${within}) > (${places})))`,
      end,
      end,
      ...rest,
    );
  }
  return `period_end_date${ascending ? '' : ' DESC'}, ${within}`;
}
