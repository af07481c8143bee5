import { Injectable } from '@nestjs/common';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { dayOf, isoDate } from '../../database/packed.js';
import { type FieldError, InvalidInput, pointerTo } from '../../errors/domain-errors.js';
import { jsonReader, shownFieldsOf } from '../../http/fields/fields.js';
import { choiceKind } from '../../kinds/kinds.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import {
  figuresOf,
  oldBases,
  periodReturn,
  portfolioFigures,
  type StaleBases,
  type Window,
} from './figures.js';
import { type PerformanceAnswer, PerformanceAsset, type PerformanceBody } from './performance.dto.js';
import { PerformanceRepository } from './performance.repository.js';
import { PERIOD_CODES, type PeriodCode, startOf } from './periods.js';
import { normalised } from './portfolio.js';
import { type RelativeReturnQuery, RelativeReturnRecord } from './relative-return.dto.js';
import { finite, lastAt, type Prices } from './returns.js';

const readAsset = jsonReader(PerformanceAsset);
const RELATIVE_COLUMNS = shownFieldsOf(RelativeReturnRecord);

/** Returns and risk of assets, portfolios and benchmarks. */
@Injectable()
export class PerformanceService {
  constructor(
    private readonly repository: PerformanceRepository,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
  ) {}

  /**
   * Measures every asset, the portfolio they make up and the benchmark. InvalidInput names what is wrong, with
   * `unknown_ticker` at the pointer of an asset or benchmark that has no bar up to to_date.
   */
  async measure(body: PerformanceBody): Promise<PerformanceAnswer> {
    const { from_date, to_date, benchmark } = body;
    const assets = assetsOf(body);
    const [closes, openDays] = await Promise.all([
      this.repository.closes({
        tickers: [...new Set([...assets.map(({ ticker }) => ticker), ...(benchmark ? [benchmark] : [])])],
        from: from_date,
        to: to_date,
        adjusted: body.adjusted ?? true,
        published: this.publication.standard,
      }),
      this.repository.openDays({ from: from_date, to: to_date }),
    ]);
    refuseUnknown(body, assets, closes);
    const weights = normalised(assets.map(({ weight }) => weight));
    const holdings = assets.map(({ ticker }, at) => ({
      prices: closes.get(ticker) as Prices,
      weight: weights[at] as number,
    }));
    const reference = benchmark === undefined ? undefined : closes.get(benchmark);
    const isStale = await this.staleBases(closes, dayOf(from_date));
    const window: Window = {
      from: dayOf(from_date),
      to: dayOf(to_date),
      openDays,
      benchmark: reference,
      riskFreeRate: body.risk_free_rate ?? 0,
      isStale,
    };
    return {
      from_date,
      to_date,
      assets: assets.map(({ ticker }, at) => ({
        ticker,
        weight: weights[at] as number,
        ...figuresOf((holdings[at] as { prices: Prices }).prices, window),
      })),
      portfolio: portfolioFigures(holdings, window),
      benchmark:
        benchmark === undefined || reference === undefined
          ? null
          : { ticker: benchmark, ...figuresOf(reference, window) },
    };
  }

  /**
   * Lists the returns of a ticker over those of a benchmark, period by period; empty if the ticker has no bars, or a
   * benchmark given in the request has none.
   */
  async relative(query: RelativeReturnQuery): Promise<List> {
    const after = decodeCursor(query.cursor, [choiceKind(PERIOD_CODES)]);
    const { ticker, benchmark = HOME_INDEX } = query;
    const date = query.date ?? (await this.presentDay.find());
    const closes = await this.repository.closes({
      tickers: [...new Set([ticker, benchmark])],
      from: undefined,
      to: date,
      adjusted: true,
      published: this.publication.standard,
    });
    const own = closes.get(ticker);
    const other = closes.get(benchmark);
    const isStale = await this.staleBases(closes);
    const periods = PERIOD_CODES.filter((code) => query.period === undefined || code === query.period);
    const hasBoth = own !== undefined && (other !== undefined || query.benchmark === undefined);
    const records = periods.flatMap((period) => {
      const comparison = !hasBoth ? undefined : relativeReturn(period, { own, other, isStale });
      return comparison === undefined ? [] : [{ ticker, benchmark, period, ...comparison }];
    });
    return recordList<RelativeReturnRecord>(records, {
      query,
      key: 'period',
      after,
      columns: RELATIVE_COLUMNS,
      resolved: { date },
    });
  }

  /** Finds bases that are too old: of all periods up to the last close of any ticker, and of a window from a day. */
  private async staleBases(closes: ReadonlyMap<string, Prices>, from?: number): Promise<StaleBases> {
    const ends = [...new Set([...closes.values()].flatMap(({ days }) => days.at(-1) ?? []))];
    const bases = [...closes.values()].flatMap((prices) => oldBases(prices, { from, ends }));
    const staleDays = new Set((await this.repository.staleBases(bases)).map(String));
    return (base, day) => staleDays.has(String([base, day]));
  }
}

/** The two series that are compared. */
interface Compared {
  own: Prices;
  other: Prices | undefined;
  isStale: StaleBases;
}

/** Both returns of a period that ends on the last bar of `own`; undefined without a bar. */
function relativeReturn(
  period: PeriodCode,
  { own, other, isStale }: Compared,
): Omit<RelativeReturnRecord, 'ticker' | 'benchmark' | 'period'> | undefined {
  const end = own.days.at(-1);
  if (end === undefined) return undefined;
  const start = startOf(period, end);
  const { value: ownReturn, reason } = periodReturn(own, period, { end, isStale });
  const comparison =
    other === undefined ? NO_RETURN : benchmarkReturn(other, period, { start, end, isStale });
  return {
    from_date: isoDate(start),
    to_date: isoDate(end),
    return: ownReturn,
    benchmark_return: comparison.value,
    relative_return:
      ownReturn === null || comparison.value === null
        ? null
        : finite((1 + ownReturn) / (1 + comparison.value) - 1),
    null_reason: reason ?? comparison.reason,
  };
}

const NO_RETURN = { value: null, reason: null };

/**
 * Return of a benchmark over a period of another series; null without a close in it, and with a reason if the last one is
 * too old to stand for the end of the period: the two would be measured over different spans.
 */
function benchmarkReturn(
  prices: Prices,
  period: PeriodCode,
  { start, end, isStale }: { start: number; end: number; isStale: StaleBases },
): { value: number | null; reason: RelativeReturnRecord['null_reason'] } {
  const last = prices.days[lastAt(prices.days, end)];
  if (last === undefined) return NO_RETURN;
  if (isStale(last, end)) return { value: null, reason: 'benchmark_too_old' };
  return last <= start ? NO_RETURN : periodReturn(prices, period, { end, isStale });
}

/** Reads the assets of a body and makes the checks that go beyond a single field. */
function assetsOf({ assets: values, from_date, to_date }: PerformanceBody): PerformanceAsset[] {
  const errors: FieldError[] = [];
  if (from_date > to_date) {
    errors.push({ pointer: '/from_date', code: 'out_of_range', detail: 'from_date is after to_date' });
  }
  const assets = values.flatMap((value, at) => {
    const { record, errors: wrong = [] } = readAsset(value);
    errors.push(...wrong.map((error) => ({ ...error, pointer: `/assets/${at}${error.pointer ?? ''}` })));
    return record === undefined ? [] : [record];
  });
  if (errors.length === 0) errors.push(...assets.flatMap((asset, at) => disagreements(asset, at, assets)));
  if (errors.length > 0) throw new InvalidInput(errors);
  return assets;
}

/** Errors of an asset in view of the others. */
function disagreements(
  { ticker, weight }: PerformanceAsset,
  at: number,
  assets: readonly PerformanceAsset[],
): FieldError[] {
  const place = `/assets${pointerTo(at)}`;
  const errors: FieldError[] = [];
  if (assets.findIndex((other) => other.ticker === ticker) < at) {
    errors.push({ pointer: `${place}/ticker`, code: 'duplicate_ticker', detail: `${ticker} is given twice` });
  }
  if (weight === undefined && assets.some((other) => other.weight !== undefined)) {
    errors.push({
      pointer: `${place}/weight`,
      code: 'required',
      detail: 'is required, as other assets have a weight',
    });
  }
  return errors;
}

/** Refuses assets and a benchmark that have no bar up to the end of the window. */
function refuseUnknown(
  { to_date, benchmark }: PerformanceBody,
  assets: readonly PerformanceAsset[],
  closes: ReadonlyMap<string, Prices>,
): void {
  const securities = assets.map(({ ticker }, at) => ({ ticker, pointer: `/assets/${at}/ticker` }));
  if (benchmark !== undefined) securities.push({ ticker: benchmark, pointer: '/benchmark' });
  const errors = securities
    .filter(({ ticker }) => !closes.has(ticker))
    .map(({ ticker, pointer }) => ({
      pointer,
      code: 'unknown_ticker',
      detail: `no bar of ${ticker} up to ${to_date} is stored`,
    }));
  if (errors.length > 0) throw new InvalidInput(errors);
}
