import { QueryField, RequiredQueryField, Shown } from '../../../http/fields.js';
import {
  dateKind,
  dateShown,
  instantShown,
  numberKind,
  type Schema,
  textShown,
  tickerKind,
} from '../../../http/kinds.js';
import { AS_OF, companyTypeKind, consolidationKind, fiscalYearKind } from '../statement-kinds.js';

/** Parameters of GET /financial-health. */
export class HealthQuery {
  @RequiredQueryField(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @QueryField(fiscalYearKind, {
    description: 'Fiscal year; the newest that has a statement when not given.',
    example: 2024,
  })
  fiscal_year?: number;
  @QueryField(dateKind, { description: AS_OF, example: '20250331' })
  as_of?: string;
}

const CELL: Schema = { type: 'number', format: 'double', nullable: true };
const PIOTROSKI: Schema = {
  type: 'object',
  nullable: true,
  required: ['score', 'items'],
  properties: {
    score: {
      type: 'integer',
      nullable: true,
      minimum: 0,
      maximum: 9,
      description: 'Null unless all nine are known.',
    },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'score', 'value', 'previous_value', 'explanation'],
        properties: {
          code: { type: 'string' },
          score: { type: 'integer', nullable: true, enum: [0, 1, null] },
          value: CELL,
          previous_value: CELL,
          explanation: { type: 'string' },
        },
      },
    },
  },
};
const ALTMAN: Schema = {
  type: 'object',
  nullable: true,
  required: ['variant', 'explanation', 'z', 'zone', 'components'],
  properties: {
    variant: { type: 'string', enum: ['z_1968', 'z_double_prime_1995'] },
    explanation: { type: 'string' },
    z: CELL,
    zone: { type: 'string', nullable: true, enum: ['safe', 'grey', 'distress', null] },
    components: { type: 'object', properties: { x1: CELL, x2: CELL, x3: CELL, x4: CELL, x5: CELL } },
  },
};
const ratio = (description: string, example: number) =>
  Shown(numberKind(), { description, example, nullable: true });

/** Financial health of a company at the end of a fiscal year. */
export class HealthRecord {
  @Shown(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @Shown(companyTypeKind, { description: 'Kind of company.', example: 'ordinary' })
  company_type: string;
  @Shown(consolidationKind, { description: 'Whose figures.', example: 'consolidated' })
  consolidation: string;
  @Shown(fiscalYearKind, { description: 'Fiscal year.', example: 2024 })
  fiscal_year: number;
  @Shown(dateShown, { description: 'End of the fiscal year.', example: '2024-12-31' })
  period_end_date: string;
  @Shown(instantShown, {
    description: 'Publication of the newest figure used, UTC.',
    example: '2025-03-26T09:12:00.000000Z',
  })
  published_at: string;
  @Shown({ schema: PIOTROSKI }, { description: 'Piotroski F-score with its nine signals.', nullable: true })
  piotroski: object | null;
  @Shown({ schema: ALTMAN }, { description: 'Altman Z-score with its variant and zone.', nullable: true })
  altman: object | null;
  @Shown(textShown, {
    description: 'Why there are no scores; null when there are.',
    example: 'Piotroski F and Altman Z are made for companies that sell goods and services, not for a bank',
    nullable: true,
  })
  reason: string | null;
  @ratio('Current assets ÷ current liabilities, times.', 2.1)
  current_ratio: number | null;
  @ratio('(Current assets − inventories) ÷ current liabilities, times.', 1.7)
  quick_ratio: number | null;
  @ratio('Cash and cash equivalents ÷ current liabilities, times.', 0.2)
  cash_ratio: number | null;
  @ratio('Borrowings and bonds ÷ equity, times.', 0.26)
  debt_to_equity: number | null;
  @ratio('Borrowings and bonds ÷ total assets, decimal.', 0.17)
  debt_to_assets: number | null;
  @ratio('(Profit before tax + interest expense) ÷ interest expense, times.', 42)
  interest_coverage: number | null;
  @ratio('Net profit of the parent ÷ average equity of the parent, decimal.', 0.29)
  roe: number | null;
  @ratio('Net profit after tax ÷ average total assets, decimal.', 0.18)
  roa: number | null;
}
