import { PREFERENCE } from '../../../market/known.sql.js';
import { Items, newest } from './items.js';
import type { CompanyType, Period, StatementName } from './statement-kinds.js';

/** A figure that periods are built from, in the version that counts. */
export interface PeriodFigure {
  statement: StatementName;
  period: Period;
  fiscal_year: number;
  fiscal_quarter: number;
  consolidation: string;
  company_type: CompanyType;
  item_code: string;
  value: number;
  /** YYYY-MM-DD */
  period_end_date: string;
  /** wire form, UTC */
  published_at: string;
}

/**
 * One period of a company with the figures it is compared with, which are computed on demand; all of the same
 * consolidation.
 */
export interface CompanyPeriod {
  companyType: CompanyType;
  consolidation: string;
  period: Period;
  fiscalYear: number;
  /** 0 for a year */
  fiscalQuarter: number;
  /** YYYY-MM-DD */
  end: string;
  /** newest publication among the figures of the period, of the year before and of the twelve months */
  publishedAt: string;
  now: Items;
  /** the same period a year earlier */
  before: Items;
  /** the same period two years earlier; `publishedAt` does not cover its publications */
  earlier: Items;
  trailing: Items;
}

interface Span {
  consolidation: string;
  period: Period;
  year: number;
  quarter: number;
  end: string;
  items: Items;
}

/**
 * Returns the periods of a company, oldest first, one for each (period, fiscal year, quarter): of the group if it
 * reports as one. Balances that a period does not state are those of another that ends with it: of the year, else of
 * the quarter, else of the cumulative period.
 *
 * Flows of twelve months: for a year its own; for a quarter its own and those of the three before, for the last one of a
 * year without all four those of the year; for a cumulative period its own and those of the year before, less that
 * year's up to the same quarter.
 */
export function companyPeriods(figures: readonly PeriodFigure[]): CompanyPeriod[] {
  const spans = new Map<string, Span>();
  for (const figure of figures) {
    const { consolidation, period, fiscal_year: year, fiscal_quarter: quarter, company_type } = figure;
    const key = keyOf(consolidation, period, year, quarter);
    let span = spans.get(key);
    if (span === undefined) {
      span = {
        consolidation,
        period,
        year,
        quarter,
        end: figure.period_end_date,
        items: new Items(company_type),
      };
      spans.set(key, span);
    }
    // A period that was restated on another form is of the kind of company that published last.
    if (figure.published_at > (span.items.publishedAt ?? '')) span.items.companyType = company_type;
    span.items.set(figure.statement, figure.item_code, figure.value, figure.published_at);
  }
  const at = (consolidation: string, period: Period, year: number, quarter: number) =>
    spans.get(keyOf(consolidation, period, year, quarter))?.items;
  return [...spans.values()]
    .filter((span) => isPreferred(span, spans))
    .map((span) => periodOf(span, at))
    .sort((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : 0));
}

type Find = (consolidation: string, period: Period, year: number, quarter: number) => Items | undefined;

const keyOf = (...parts: readonly (string | number)[]) => parts.join(' ');

function isPreferred(
  { consolidation, period, year, quarter }: Span,
  spans: ReadonlyMap<string, Span>,
): boolean {
  const better = PREFERENCE.slice(0, PREFERENCE.indexOf(consolidation));
  return !better.some((each) => spans.has(keyOf(each, period, year, quarter)));
}

function periodOf({ consolidation, period, year, quarter, end, items }: Span, at: Find): CompanyPeriod {
  const type = items.companyType;
  const find: (period: Period, year: number, quarter: number) => Items | undefined = (...key) =>
    at(consolidation, ...key);
  const ofYear = (fiscalYear: number) => {
    const own = find(period, fiscalYear, quarter) ?? new Items(type);
    return endingWith(period === 'year' ? 4 : quarter)
      .flatMap(([other, ofQuarter]) => find(other, fiscalYear, ofQuarter) ?? [])
      .reduce((items, other) => items.withBalancesOf(other), own);
  };
  const now = lazily(() => ofYear(year));
  const before = lazily(() => ofYear(year - 1));
  const earlier = lazily(() => ofYear(year - 2));
  const trailing = lazily(() => trailingOf({ type, period, year, quarter, items }, find));
  return {
    companyType: type,
    consolidation,
    period,
    fiscalYear: year,
    fiscalQuarter: quarter,
    end,
    get publishedAt() {
      return newest([now(), before(), trailing()].map(({ publishedAt }) => publishedAt)) ?? '';
    },
    get now() {
      return now();
    },
    get before() {
      return before();
    },
    get earlier() {
      return earlier();
    },
    get trailing() {
      return trailing();
    },
  };
}

/** Periods of a fiscal year that end with a quarter, with their quarter numbers. */
const endingWith = (quarter: number): [period: Period, quarter: number][] => {
  const parts: [Period, number][] = [
    ['quarter', quarter],
    ['cumulative', quarter],
  ];
  return quarter === 4 ? [['year', 0], ...parts] : parts;
};

/** Defers the computation of a value until it is first needed. */
function lazily(compute: () => Items): () => Items {
  let items: Items | undefined;
  return () => {
    items ??= compute();
    return items;
  };
}

function trailingOf(
  {
    type,
    period,
    year,
    quarter,
    items,
  }: { type: CompanyType; period: Period; year: number; quarter: number; items: Items },
  find: (period: Period, year: number, quarter: number) => Items | undefined,
): Items {
  if (period === 'year' || (period === 'cumulative' && quarter === 4)) return items;
  const spans =
    period === 'quarter'
      ? [0, 1, 2, 3].map((back) => {
          const ordinal = year * 4 + quarter - 1 - back;
          return { items: find('quarter', Math.floor(ordinal / 4), (ordinal % 4) + 1), sign: 1 as const };
        })
      : [
          { items, sign: 1 as const },
          { items: find('year', year - 1, 0) ?? find('cumulative', year - 1, 4), sign: 1 as const },
          { items: find('cumulative', year - 1, quarter), sign: -1 as const },
        ];
  const parts = spans.flatMap(({ items: span, sign }) => (span === undefined ? [] : [{ items: span, sign }]));
  if (parts.length === spans.length) return Items.sumOfFlows(type, parts);
  const whole = period === 'quarter' && quarter === 4 ? find('year', year, 0) : undefined;
  return whole ?? new Items(type);
}
