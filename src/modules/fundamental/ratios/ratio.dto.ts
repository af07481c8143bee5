import { FieldOf, QueryField, Shown, ShownOrNull } from '../../../http/fields/fields.js';
import { WhyNoShares } from '../../../http/fields/market-fields.js';
import { choiceKind, instantShown, numberKind, textShown } from '../../../kinds/kinds.js';
import type { SharesReason } from '../../../kinds/reasons.js';
import { FundamentalQuery } from '../statements/statement.dto.js';
import { StatementItem } from '../statements/statement-item.entity.js';
import {
  companyTypeKind,
  consolidationKind,
  fiscalQuarterKind,
  periodKind,
} from '../statements/statement-kinds.js';
import { RATIO_GROUPS } from './ratio.js';

/** Parameters of GET /fundamental/ratios. */
export class RatioQuery extends FundamentalQuery {
  @QueryField(choiceKind(RATIO_GROUPS), 'Group of ratios.', 'profitability')
  group?: (typeof RATIO_GROUPS)[number];
}

/** A ratio of a company at the end of a period. */
export class RatioRecord {
  @FieldOf(StatementItem) ticker: string;
  @Shown(companyTypeKind, 'Company type.', 'ordinary') company_type: string;
  @Shown(consolidationKind, 'Scope of consolidation.', 'consolidated') consolidation: string;
  @Shown(periodKind, 'Period type.', 'year') period: string;
  @FieldOf(StatementItem) fiscal_year: number;
  @Shown(fiscalQuarterKind, 'Fiscal quarter; 0 for a year.', 0) fiscal_quarter: number;
  @FieldOf(StatementItem) period_end_date: string;
  @Shown(choiceKind(RATIO_GROUPS), 'Ratio group.', 'profitability') group: string;
  @Shown(textShown, 'Ratio code.', 'roe') code: string;
  @Shown(textShown, 'Ratio name.', 'Return on equity') name: string;
  @ShownOrNull(
    numberKind(),
    'Value in its unit; null if an input is missing or the formula divides by zero.',
    0.2631,
  )
  value: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @Shown(textShown, 'Unit: ratio (decimal), times, days, VND or VND/share.', 'ratio') unit: string;
  @Shown(
    textShown,
    'Formula in words.',
    'net profit of the parent of 12 months ÷ average equity of the parent',
  )
  formula: string;
  @Shown(
    instantShown,
    'When the newest statement figure of the period and its comparisons was published, UTC.',
    '2025-03-26T09:12:00.000000Z',
  )
  published_at: string;
}
