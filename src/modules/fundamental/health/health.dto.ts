import { QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../../http/fields/fields.js';
import {
  dateKind,
  dateShown,
  instantShown,
  numberKind,
  type Schema,
  textShown,
  tickerKind,
} from '../../../kinds/kinds.js';
import { SHARES_REASONS } from '../../../kinds/reasons.js';
import { AS_OF, companyTypeKind, consolidationKind, fiscalYearKind } from '../statements/statement-kinds.js';

/** Parameters of GET /financial-health. */
export class HealthQuery {
  @RequiredQueryField(tickerKind, 'Security symbol of the company.', 'VNM') ticker: string;
  @QueryField(fiscalYearKind, 'Fiscal year; by default the newest that has a statement.', 2024)
  fiscal_year?: number;
  @QueryField(dateKind, AS_OF, '20250331') as_of?: string;
}

const cell = (description: string, example: number): Schema => ({
  type: 'number',
  format: 'double',
  nullable: true,
  description,
  example,
});
const SIGNAL: Schema = {
  type: 'object',
  required: ['code', 'score', 'value', 'previous_value', 'explanation'],
  properties: {
    code: { type: 'string', description: 'Code of the signal.', example: 'delta_roa' },
    score: {
      type: 'integer',
      nullable: true,
      minimum: 0,
      maximum: 1,
      description: '1 if good, 0 if not; null if an input is missing.',
      example: 1,
    },
    value: cell('Value of the year.', 0.12),
    previous_value: cell('Value of the year before, if the signal compares the two.', 0.1),
    explanation: {
      type: 'string',
      description: 'Condition for a score of 1.',
      example: 'return on assets is above that of the year before',
    },
  },
};
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
      description: 'Sum of the nine signals; null unless all are known.',
      example: 7,
    },
    items: {
      type: 'array',
      items: SIGNAL,
      description: 'The nine signals.',
      example: [
        {
          code: 'delta_roa',
          score: 1,
          value: 0.12,
          previous_value: 0.1,
          explanation: 'return on assets is above that of the year before',
        },
      ],
    },
  },
};
const ALTMAN: Schema = {
  type: 'object',
  nullable: true,
  required: ['variant', 'explanation', 'z', 'zone', 'shares_reason', 'components'],
  properties: {
    variant: {
      type: 'string',
      enum: ['z_1968', 'z_double_prime_1995'],
      description: 'Variant of the score.',
      example: 'z_1968',
    },
    explanation: {
      type: 'string',
      description: 'Why this variant is used.',
      example: 'Listed company of unknown industry: Z (1968) with the market value of equity',
    },
    z: cell('The score; null if an input is missing.', 3.4),
    zone: {
      type: 'string',
      nullable: true,
      enum: ['safe', 'grey', 'distress', null],
      description: 'Zone of the score by the bounds of its variant.',
      example: 'safe',
    },
    shares_reason: {
      type: 'string',
      nullable: true,
      enum: [...SHARES_REASONS, null],
      description:
        'Why there is no market value of equity, if the score needs one: no share count is stored, or those of the security master are valid from a later day.',
      example: null,
    },
    components: {
      type: 'object',
      description: 'Components of the score.',
      properties: {
        x1: cell('Working capital ÷ total assets.', 0.24),
        x2: cell('Retained earnings ÷ total assets.', 0.2),
        x3: cell('EBIT ÷ total assets.', 0.15),
        x4: cell(
          'Equity (market value in the 1968 variant, book value in the 1995 variant) ÷ liabilities.',
          3,
        ),
        x5: cell('Revenue ÷ total assets; not in the 1995 variant.', 1.2),
      },
    },
  },
};
const ratio = (description: string, example: number) =>
  Shown(numberKind(), description, example, { nullable: true });

/** Financial health of a company at the end of a fiscal year. */
export class HealthRecord {
  @Shown(tickerKind, 'Security symbol of the company.', 'VNM') ticker: string;
  @Shown(companyTypeKind, 'Company type.', 'ordinary') company_type: string;
  @Shown(consolidationKind, 'Scope of consolidation.', 'consolidated') consolidation: string;
  @Shown(fiscalYearKind, 'Fiscal year.', 2024) fiscal_year: number;
  @Shown(dateShown, 'End of the fiscal year.', '2024-12-31') period_end_date: string;
  @Shown(instantShown, 'When the newest figure used was published, UTC.', '2025-03-26T09:12:00.000000Z')
  published_at: string;
  @ShownOrNull({ schema: PIOTROSKI }, 'Piotroski F-score with its nine signals.') piotroski: object | null;
  @ShownOrNull({ schema: ALTMAN }, 'Altman Z-score with its variant and zone.') altman: object | null;
  @ShownOrNull(textShown, 'Why there are no scores; null if there are.', null) reason: string | null;
  @ratio('Current assets ÷ current liabilities, times.', 2.1) current_ratio: number | null;
  @ratio('(Current assets − inventories) ÷ current liabilities, times.', 1.7) quick_ratio: number | null;
  @ratio('Cash and cash equivalents ÷ current liabilities, times.', 0.2) cash_ratio: number | null;
  @ratio('Borrowings and bonds ÷ equity, times.', 0.26) debt_to_equity: number | null;
  @ratio('Borrowings and bonds ÷ total assets, decimal.', 0.17) debt_to_assets: number | null;
  @ratio('(Profit before tax + interest expense) ÷ interest expense, times.', 42)
  interest_coverage: number | null;
  @ratio('Net profit of the parent ÷ average equity of the parent, decimal.', 0.29) roe: number | null;
  @ratio('Net profit after tax ÷ average total assets, decimal.', 0.18) roa: number | null;
}
