import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { BodyField, OptionalField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import type { NullReason } from '../../http/fields/market-fields.js';
import { recordOrNullShown } from '../../http/fields/nested.js';
import { isJsonObject } from '../../kinds/json-object.js';
import {
  ABOVE_0,
  booleanKind,
  dateKind,
  dateShown,
  Invalid,
  type Kind,
  numberKind,
  numberShown,
  tickerKind,
} from '../../kinds/kinds.js';
import type { PeriodName } from './periods.js';

/** Maximum number of assets in a request. */
const MOST_ASSETS = 50;

/** One asset of a request. */
export class PerformanceAsset {
  @BodyField(tickerKind, 'Security or index symbol.', 'VNM') ticker: string;
  @OptionalField(
    numberKind({ min: ABOVE_0, max: 1e12 }),
    'Weight in the portfolio, more than 0, in any unit: weights are divided by their sum.',
    0.6,
  )
  weight?: number;
}

/** A list of assets as it was sent; the service reads each, so that an error points to the asset at fault. */
const assetsKind: Kind<unknown[]> = {
  fromText: () => new Invalid('invalid_type', 'a list is expected'),
  fromJson: (value) => {
    if (!Array.isArray(value) || !value.every(isFlat)) {
      return new Invalid('invalid_type', 'a list of objects with ticker and weight is expected');
    }
    if (value.length < 1 || value.length > MOST_ASSETS) {
      return new Invalid('out_of_range', `1 to ${MOST_ASSETS} assets are expected`);
    }
    return value;
  },
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_ASSETS,
    items: { $ref: getSchemaPath(PerformanceAsset) },
  },
  sqlType: 'jsonb',
};

/** Whether a value is an object without nested objects or lists. */
function isFlat(value: unknown): boolean {
  return (
    isJsonObject(value) && Object.values(value).every((each) => typeof each !== 'object' || each === null)
  );
}

/** Body of POST /performance. */
export class PerformanceBody {
  @BodyField(assetsKind, 'Distinct assets, either all with a weight or none (equal weights).', [
    { ticker: 'VNM', weight: 0.6 },
    { ticker: 'FPT', weight: 0.4 },
  ])
  assets: unknown[];
  @BodyField(dateKind, 'Start of the window: measured from the last close on or before it.', '2024-01-02')
  from_date: string;
  @BodyField(dateKind, 'Last date, inclusive; nothing that became known later is used.', '2024-01-31')
  to_date: string;
  @OptionalField(tickerKind, 'Index or security that beta and alpha are measured against.', 'VNINDEX')
  benchmark?: string;
  @OptionalField(
    booleanKind,
    'Prices adjusted for corporate actions as of to_date (default), or as traded.',
    true,
  )
  adjusted?: boolean;
  @OptionalField(
    numberKind({ min: -0.5, max: 1 }),
    'Annual risk-free rate, decimal: 0.03 is 3 %. 0 by default.',
    0.03,
  )
  risk_free_rate?: number;
}

const count = { schema: { type: 'integer', minimum: 0 } } as const;
const PeriodReturn = (what: string) =>
  ShownOrNull(
    numberShown,
    `Return ${what}, ending on the last bar on or before to_date; measured from the last close on or before the start, decimal. Null if the history does not reach back far enough.`,
    0.0123,
  );

/** Return and risk in a window; decimals, null if the data do not determine them. */
export class PerformanceFigures {
  @ShownOrNull(dateShown, 'Day of the base close; null without observations.', '2024-01-02')
  first_date: string | null;
  @ShownOrNull(dateShown, 'Day of the last close; null without observations.', '2024-01-31')
  last_date: string | null;
  @Shown(count, 'Number of daily returns in the window.', 21) observations: number;
  @ShownOrNull(
    count,
    'Past open days of the Vietnamese calendar in the window without a bar (for a portfolio: of any asset). Null if the calendar does not cover the window.',
    0,
  )
  missing_days: number | null;
  @ShownOrNull(numberShown, 'Last close / base close − 1.', 0.0312) total_return: number | null;
  @ShownOrNull(numberShown, '(1 + total_return)^(365 / days) − 1, days from first_date to last_date.', 0.472)
  annualized_return: number | null;
  @ShownOrNull(numberShown, 'Sample standard deviation of daily simple returns × √252.', 0.213)
  volatility: number | null;
  @ShownOrNull(numberShown, 'Largest fall of a close below an earlier one; negative or 0.', -0.041)
  max_drawdown: number | null;
  @ShownOrNull(numberShown, '(252 × mean daily return − risk_free_rate) / volatility.', 1.61)
  sharpe_ratio: number | null;
  @ShownOrNull(
    numberShown,
    'Covariance with the benchmark / variance of the benchmark, of daily returns between days that both have. Null without a benchmark.',
    0.87,
  )
  beta: number | null;
  @ShownOrNull(
    numberShown,
    "Annual Jensen's alpha: 252 × mean − [rf + beta × (252 × benchmark mean − rf)]. Null without a benchmark.",
    0.052,
  )
  alpha: number | null;
  @PeriodReturn('over one day') one_day: number | null;
  @PeriodReturn('over 7 days') one_week: number | null;
  @PeriodReturn('over one month') one_month: number | null;
  @PeriodReturn('over three months') three_month: number | null;
  @PeriodReturn('over six months') six_month: number | null;
  @PeriodReturn('over one year') one_year: number | null;
  @PeriodReturn('over three years') three_year: number | null;
  @PeriodReturn('since the end of last year') ytd: number | null;
  @PeriodReturn('since the end of last month') mtd: number | null;
  @PeriodReturn('since the end of last week (Monday to Sunday)') wtd: number | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['base_too_old'] },
    description:
      'Periods whose return is null although there are closes, with the reason: `base_too_old` if the base is more than five open days older than the start of the period (for one_day, than its end).',
    example: {},
  })
  null_reasons: Partial<Record<PeriodName, NullReason>>;
}

/** Performance of one asset. */
export class AssetPerformance extends PerformanceFigures {
  @Shown(tickerKind, 'Security or index symbol.', 'VNM') ticker: string;
  @Shown(numberShown, 'Weight in the portfolio; all weights add up to 1.', 0.6) weight: number;
}

/** Performance of the benchmark. */
export class BenchmarkPerformance extends PerformanceFigures {
  @Shown(tickerKind, 'Index or security symbol.', 'VNINDEX') ticker: string;
}

/** Answer of POST /performance. */
@ApiExtraModels(BenchmarkPerformance)
export class PerformanceAnswer {
  @Shown(dateShown, 'Start of the window.', '2024-01-02') from_date: string;
  @Shown(dateShown, 'End of the window.', '2024-01-31') to_date: string;
  @ApiProperty({ type: [AssetPerformance], description: 'Every asset, in the order of the request.' })
  assets: AssetPerformance[];
  @ApiProperty({
    type: PerformanceFigures,
    description:
      'The assets bought at the start with their weights and held. Valued on every day on which any of them has a bar, the others at their last close; an asset whose history begins later is held as cash until then. Its period returns are those of the same weights bought at the start of the period.',
  })
  portfolio: PerformanceFigures;
  @Shown(recordOrNullShown(BenchmarkPerformance), 'The benchmark; null if none was requested.')
  benchmark: BenchmarkPerformance | null;
}
