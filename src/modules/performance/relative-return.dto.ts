import { QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { NULL_REASONS } from '../../http/fields/market-fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, dateShown, numberShown, tickerKind } from '../../kinds/kinds.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { PERIOD_CODES, type PeriodCode } from './periods.js';

const periodKind = choiceKind(PERIOD_CODES);

const RELATIVE_REASONS = [...NULL_REASONS, 'benchmark_too_old'] as const;
const relativeReasonKind = choiceKind(RELATIVE_REASONS);

/** Parameters of GET /trading/relative-return. */
export class RelativeReturnQuery extends PageQuery {
  @RequiredQueryField(tickerKind, 'One security or index symbol.', 'VNM') ticker: string;
  @QueryField(tickerKind, 'Index or security to compare with.', 'VNINDEX', { default: HOME_INDEX })
  benchmark?: string;
  @QueryField(periodKind, 'One period only.', '1m') period?: PeriodCode;
  @QueryField(
    dateKind,
    'As of this date: nothing that became known later is used. The present day of the market if omitted.',
    '20240131',
  )
  date?: string;
}

/** Return of a ticker over that of a benchmark in one period. */
export class RelativeReturnRecord {
  @Shown(tickerKind, 'Security or index symbol.', 'VNM') ticker: string;
  @Shown(tickerKind, 'Index or security that it is compared with.', 'VNINDEX') benchmark: string;
  @Shown(periodKind, 'Period.', '1m') period: PeriodCode;
  @Shown(
    dateShown,
    'Start of the period: both are measured from their last close on or before it.',
    '2023-12-31',
  )
  from_date: string;
  @Shown(
    dateShown,
    'End of the period: the last bar of the ticker on or before the requested date.',
    '2024-01-31',
  )
  to_date: string;
  @ShownOrNull(
    numberShown,
    'Adjusted return of the ticker, decimal; null if its history does not reach back far enough.',
    0.031,
  )
  return: number | null;
  @ShownOrNull(
    numberShown,
    'Return of the benchmark, decimal; null if its history does not reach back far enough or has no bar in the period.',
    0.012,
  )
  benchmark_return: number | null;
  @ShownOrNull(numberShown, '(1 + return) / (1 + benchmark_return) − 1, decimal.', 0.0188)
  relative_return: number | null;
  @ShownOrNull(
    relativeReasonKind,
    '`base_too_old` if a return is null because its base is more than five open days older than the start of the period (for 1d, than its end); `benchmark_too_old` if that of the benchmark is null because its last close is more than five open days older than the end; otherwise null.',
    null,
  )
  null_reason: (typeof RELATIVE_REASONS)[number] | null;
}
