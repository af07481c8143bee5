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
 * Flows of twelve months: for a year its own; for a quarter its own and those of the three before; for a cumulative
 * period its own and those of the year before, less that year's up to the same quarter. The same for a quarter if not all
 * four were reported, as where a year stands for its last quarter: quarters from the first on are a year to date; and for
 * the profit of the parent's owners if not all four state it. That of a year that does not state it is its quarters'.
 *
 * Interim cash flows are usually reported for the year to date. A statement that a quarter does not have is therefore
 * that of the year up to its end less that up to the quarter before; its flows of twelve months, if not all four quarters
 * have it, are those of the year or of the cumulative period that ends with the quarter.
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

type Find = (consolidation: string, ...period: Parameters<FindPeriod>) => Items | undefined;
/** Finds what was reported in one consolidation; the quarter of a year is 0. */
type FindPeriod = (period: Period, year: number, quarter: number) => Items | undefined;

/** A period, in one consolidation. */
interface PeriodKey {
  type: CompanyType;
  period: Exclude<Period, 'year'>;
  year: number;
  quarter: number;
}

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
  const find: FindPeriod = (...key) => at(consolidation, ...key);
  const ofYear = (fiscalYear: number) => {
    const report = find(period, fiscalYear, quarter) ?? new Items(type);
    const own =
      period === 'quarter' ? report.withFlowsOf(() => quarterOf(find, fiscalYear, quarter)) : report;
    return endingWith(period === 'year' ? 4 : quarter)
      .flatMap(([other, ofQuarter]) => find(other, fiscalYear, ofQuarter) ?? [])
      .reduce((items, other) => items.withBalancesOf(other), own);
  };
  const now = lazily(() => ofYear(year));
  const before = lazily(() => ofYear(year - 1));
  const earlier = lazily(() => ofYear(year - 2));
  const trailing = lazily(() =>
    period === 'year'
      ? items.withOwnersProfitOf(() => toDate(find, year, 4))
      : trailingOf(find, { type, period, year, quarter }),
  );
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

/** What was reported from the beginning of a fiscal year to the end of a quarter: for that time, else by its quarters. */
function toDate(find: FindPeriod, year: number, quarter: number): Items | undefined {
  const wholes = [quarter === 4 ? find('year', year, 0) : undefined, find('cumulative', year, quarter)];
  const [whole, other] = wholes.filter((each) => each !== undefined);
  const ofQuarters = () => sumOfQuarters(find, year, quarter, quarter);
  if (whole === undefined) return ofQuarters();
  return [() => other, ofQuarters].reduce(
    (items, others) => items.withFlowsOf(others).withOwnersProfitOf(others),
    whole,
  );
}

/** Flows of so many quarters, of which the last is given; undefined if one of them was not reported. */
function sumOfQuarters(find: FindPeriod, year: number, quarter: number, count: number): Items | undefined {
  const quarters = Array.from({ length: count }, (_, back) => {
    const ordinal = year * 4 + quarter - 1 - back;
    return find('quarter', Math.floor(ordinal / 4), (ordinal % 4) + 1) ?? [];
  }).flat();
  const [last] = quarters;
  if (last === undefined || quarters.length < count) return undefined;
  return Items.sumOfFlows(last.companyType, quarters.map(plus));
}

/** Flows of a quarter: those of the year up to its end, less those up to the quarter before. */
function quarterOf(find: FindPeriod, year: number, quarter: number): Items | undefined {
  const upToEnd = toDate(find, year, quarter);
  if (quarter === 1 || upToEnd === undefined) return upToEnd;
  const upToBegin = toDate(find, year, quarter - 1);
  return upToBegin && Items.sumOfFlows(upToEnd.companyType, [plus(upToEnd), minus(upToBegin)]);
}

/** Flows of the twelve months to the end of a quarter, or of a period that ends with it. */
function trailingOf(find: FindPeriod, { type, period, year, quarter }: PeriodKey): Items {
  const byYear = () => {
    if (quarter === 4) return period === 'cumulative' ? find(period, year, 4) : toDate(find, year, 4);
    const spans = [toDate(find, year, quarter), toDate(find, year - 1, 4), toDate(find, year - 1, quarter)];
    const [now, before, part] = spans;
    if (now === undefined || before === undefined || part === undefined) return undefined;
    return Items.sumOfFlows(type, [plus(now), plus(before), minus(part)]);
  };
  const whole = period === 'quarter' ? sumOfQuarters(find, year, quarter, 4) : undefined;
  return (whole ?? new Items(type)).withFlowsOf(byYear).withOwnersProfitOf(byYear);
}

const plus = (items: Items) => ({ items, sign: 1 }) as const;
const minus = (items: Items) => ({ items, sign: -1 }) as const;
