/** Values shared by the figures of one statement in one publication. */
export interface StatementInput {
  ticker: string;
  period: 'quarter' | 'year' | 'cumulative';
  fiscal_year: number;
  fiscal_quarter: number;
  consolidation: string;
  audit: string;
  published_at: string;
  period_end_date: string;
  company_type: string;
}

/** Figures by code of each statement. */
export type StatementFigures = Partial<
  Record<
    'balance_sheet' | 'income_statement' | 'cash_flow_indirect' | 'cash_flow_direct',
    Record<string, number>
  >
>;

const ENDS = ['12-31', '03-31', '06-30', '09-30', '12-31'];

/** Records of statement_item: the figures of a year 2023 that AAA published on 2024-03-20, unless overridden. */
export function aStatement(figures: StatementFigures, overrides: Partial<StatementInput> = {}): object[] {
  const { fiscal_year = 2023, fiscal_quarter = 0 } = overrides;
  const shared = {
    ticker: 'AAA',
    period: fiscal_quarter === 0 ? 'year' : 'quarter',
    fiscal_year,
    fiscal_quarter,
    consolidation: 'consolidated',
    audit: 'audited',
    published_at: '2024-03-20T02:00:00Z',
    period_end_date: `${fiscal_year}-${ENDS[fiscal_quarter]}`,
    company_type: 'ordinary',
    ...overrides,
  };
  return Object.entries(figures).flatMap(([statement, items]) =>
    Object.entries(items).map(([item_code, value]) => ({ ...shared, statement, item_code, value })),
  );
}
