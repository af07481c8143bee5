import { QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { type NullReason, reasonKind } from '../../http/fields/market-fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, dateShown, numberShown, tickerKind } from '../../kinds/kinds.js';
import { PERIOD_CODES, type PeriodCode } from './periods.js';

const periodKind = choiceKind(PERIOD_CODES);

/** Parameters of GET /trading/relative-return. */
export class RelativeReturnQuery extends PageQuery {
  @RequiredQueryField(tickerKind, { description: 'One security or index symbol.', example: 'VNM' })
  ticker: string;
  @QueryField(tickerKind, {
    description: 'Index or security to compare with.',
    example: 'VNINDEX',
    default: 'VNINDEX',
  })
  benchmark?: string;
  @QueryField(periodKind, { description: 'One period only.', example: '1m' })
  period?: PeriodCode;
  @QueryField(dateKind, {
    description: 'As of this date: nothing known only later is used. The last bar when not given.',
    example: '20240131',
  })
  date?: string;
}

/** Return of a ticker over that of a benchmark in one period. */
export class RelativeReturnRecord {
  @Shown(tickerKind, { description: 'Security or index symbol.', example: 'VNM' })
  ticker: string;
  @Shown(tickerKind, { description: 'What it is compared with.', example: 'VNINDEX' })
  benchmark: string;
  @Shown(periodKind, { description: 'Period.', example: '1m' })
  period: PeriodCode;
  @Shown(dateShown, {
    description: 'Start: both are measured from their last close on or before it.',
    example: '2023-12-31',
  })
  from_date: string;
  @Shown(dateShown, {
    description: 'End: the last bar of the ticker by the date asked for.',
    example: '2024-01-31',
  })
  to_date: string;
  @ShownOrNull(numberShown, {
    description: 'Adjusted return of the ticker, decimal; null when its history does not reach back.',
    example: 0.031,
  })
  return: number | null;
  @ShownOrNull(numberShown, {
    description:
      'Return of the benchmark, decimal; null when its history does not reach back or has no bar in the period.',
    example: 0.012,
  })
  benchmark_return: number | null;
  @ShownOrNull(numberShown, {
    description: '(1 + return) / (1 + benchmark_return) − 1, decimal.',
    example: 0.0188,
  })
  relative_return: number | null;
  @ShownOrNull(reasonKind, {
    description:
      '`base_too_old` where a return is null because its base is more than five open days older than the start of the period, of 1d than its end; else null.',
    example: null,
  })
  null_reason: NullReason | null;
}
