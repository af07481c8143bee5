import { Injectable } from '@nestjs/common';
import { Publication } from '../../../market/publication.js';
import { type MonthEnd, ValuationRepository } from './valuation.repository.js';
import { ValuedDays } from './valued-days.js';

/** P/E of indices at month ends, for comparing five years of an index without valuing every day of them. */
@Injectable()
export class IndexHistory {
  constructor(
    private readonly valuations: ValuationRepository,
    private readonly valuedDays: ValuedDays,
    private readonly publication: Publication,
  ) {}

  /** Returns the month ends from five years before the first of some days to the month before the last of them. */
  async before(code: string, days: readonly string[]): Promise<readonly MonthEnd[]> {
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
    if (first === undefined || last === undefined) return [];
    const range = {
      symbol: code,
      from: `${Number(first.slice(0, 4)) - 5}-01-01`,
      to: `${last.slice(0, 7)}-01`,
    };
    const ends = await this.valuations.monthEnds(range, this.publication.standard);
    const totals = await this.valuedDays.totals(code, ends);
    const months = [...new Set(ends.map(monthOf))];
    return months.map((month) => {
      const own = totals.filter(({ date }) => monthOf(date) === month);
      const date =
        own
          .map((total) => total.date)
          .toSorted()
          .at(-1) ?? `${month}-01`;
      return { date, pe: median(own.flatMap(({ pe }) => pe ?? [])) };
    });
  }
}

const monthOf = (day: string) => day.slice(0, 7);

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
