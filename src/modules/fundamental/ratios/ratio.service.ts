import { Injectable } from '@nestjs/common';
import { decodeCursor } from '../../../database/lists/cursor.js';
import type { List } from '../../../database/lists/list.js';
import { choiceKind, dateKind } from '../../../kinds/kinds.js';
import { Publication } from '../../../market/publication.js';
import { type CompanyPeriod, companyPeriods } from '../statements/company-periods.js';
import { type MarketAt, MarketRepository } from '../statements/market.repository.js';
import { StatementRepository } from '../statements/statement.repository.js';
import { fiscalQuarterKind, fiscalYearKind, periodKind } from '../statements/statement-kinds.js';
import { RATIOS } from './catalogue.js';
import type { RatioQuery } from './ratio.dto.js';
import { type RatioKey, type RatioRow, ratioList } from './ratio.list.js';

const KEY_KINDS = [
  dateKind,
  periodKind,
  fiscalYearKind,
  fiscalQuarterKind,
  choiceKind(RATIOS.map(({ code }) => code)),
];

/** Ratios of companies from their statements and prices. */
@Injectable()
export class RatioService {
  constructor(
    private readonly statements: StatementRepository,
    private readonly market: MarketRepository,
    private readonly publication: Publication,
  ) {}

  /** Lists the ratios of the periods a query selects; figures of other periods serve as comparisons. */
  async list(query: RatioQuery): Promise<List> {
    const after = decodeCursor(query.cursor, KEY_KINDS) as RatioKey | undefined;
    const figures = await this.statements.figures({
      ticker: query.ticker,
      asOf: query.as_of,
      consolidation: query.consolidation,
      audit: query.audit,
      companyType: query.company_type,
    });
    const periods = companyPeriods(figures).filter((each) => isAmong(each, query));
    const days = [...new Set(periods.map(({ end }) => pricingDay(end, query.as_of)))];
    const prices = new Map(
      (await this.market.at(query.ticker, days, this.publication.standard)).map((each) => [each.day, each]),
    );
    const ratios = periods.map((period) =>
      ratiosOf(query, period, prices.get(pricingDay(period.end, query.as_of))),
    );
    return ratioList(ratios, query, after);
  }
}

/** Prices after `as_of` are not used. */
const pricingDay = (end: string, asOf: string | undefined) => (asOf !== undefined && asOf < end ? asOf : end);

function isAmong({ period, fiscalYear, fiscalQuarter }: CompanyPeriod, query: RatioQuery): boolean {
  return (
    (query.period ?? period) === period &&
    (query.fiscal_year ?? fiscalYear) === fiscalYear &&
    (query.fiscal_quarter ?? fiscalQuarter) === fiscalQuarter
  );
}

function ratiosOf(
  query: RatioQuery,
  of: CompanyPeriod,
  { close = null, shares = null, sharesReason = null }: Partial<MarketAt> = {},
): RatioRow[] {
  const { companyType, consolidation, period, fiscalYear, fiscalQuarter, end } = of;
  const market = { close, shares };
  return RATIOS.filter(
    (ratio) => ratio.companyTypes.includes(companyType) && (query.group ?? ratio.group) === ratio.group,
  ).map((ratio) => ({
    key: [end, period, fiscalYear, fiscalQuarter, ratio.code],
    record: () => {
      const { now, before, trailing } = of;
      const value = ratio.compute({ now, before, trailing, market });
      return {
        ticker: query.ticker,
        company_type: companyType,
        consolidation,
        period,
        fiscal_year: fiscalYear,
        fiscal_quarter: fiscalQuarter,
        period_end_date: end,
        group: ratio.group,
        code: ratio.code,
        name: ratio.name,
        value,
        shares_reason: value === null && ratio.group === 'valuation' ? sharesReason : null,
        unit: ratio.unit,
        formula: ratio.formula,
        published_at: of.publishedAt,
      };
    },
  }));
}
