import { Injectable } from '@nestjs/common';
import { RecordNotFound } from '../../../errors/domain-errors.js';
import type { SharesReason } from '../../../kinds/reasons.js';
import { Publication } from '../../../market/publication.js';
import { RATIOS } from '../ratios/catalogue.js';
import { ebit, marketCap, minus, type RatioInput, revenue, totalAssets } from '../ratios/ratio.js';
import { type CompanyPeriod, companyPeriods } from '../statements/company-periods.js';
import { newest } from '../statements/items.js';
import { MarketRepository } from '../statements/market.repository.js';
import { StatementRepository } from '../statements/statement.repository.js';
import { altmanScore, variantFor, Z_1968 } from './altman.js';
import type { HealthQuery, HealthRecord } from './health.dto.js';
import { piotroskiScore, piotroskiSignals } from './piotroski.js';

/** Ratios shown with the scores, as the catalogue defines them. */
const SHOWN = [
  'current_ratio',
  'quick_ratio',
  'cash_ratio',
  'debt_to_equity',
  'debt_to_assets',
  'interest_coverage',
  'roe',
  'roa',
] as const;

/** Financial health of companies. */
@Injectable()
export class HealthService {
  constructor(
    private readonly statements: StatementRepository,
    private readonly market: MarketRepository,
    private readonly publication: Publication,
  ) {}

  /** Returns the health at the end of a fiscal year, by default the newest; RecordNotFound if it has no statement. */
  async health({ ticker, fiscal_year, as_of: asOf }: HealthQuery): Promise<HealthRecord> {
    const years = companyPeriods(await this.statements.figures({ ticker, asOf })).filter(
      ({ period }) => period === 'year',
    );
    const year = years.findLast((each) => (fiscal_year ?? each.fiscalYear) === each.fiscalYear);
    if (year === undefined) throw new RecordNotFound('statement of a year for', ticker);
    const day = asOf !== undefined && asOf < year.end ? asOf : year.end;
    const [at] = await this.market.at(ticker, [day], this.publication.standard);
    const market = { close: at?.close ?? null, shares: at?.shares ?? null };
    return recordOf(ticker, {
      year,
      market,
      industry: at?.industry ?? null,
      sharesReason: at?.sharesReason ?? null,
    });
  }
}

/** A fiscal year and the market data of the company at its end. */
interface YearEnd {
  year: CompanyPeriod;
  market: RatioInput['market'];
  /** GICS code */
  industry: string | null;
  /** why there is no market value */
  sharesReason: SharesReason | null;
}

function recordOf(ticker: string, { year, market, industry, sharesReason }: YearEnd): HealthRecord {
  const { now, before, earlier, trailing } = year;
  const input = { now, before, trailing, market };
  const ratios = Object.fromEntries(SHOWN.map((code) => [code, ratioOf(code, year.companyType, input)]));
  const isOrdinary = year.companyType === 'ordinary';
  const signals = piotroskiSignals({ now, before, earlier });
  return {
    ticker,
    company_type: year.companyType,
    consolidation: year.consolidation,
    fiscal_year: year.fiscalYear,
    period_end_date: year.end,
    published_at: newest([year.publishedAt, earlier.publishedAt]) ?? year.publishedAt,
    piotroski: isOrdinary ? { score: piotroskiScore(signals), items: signals } : null,
    altman: isOrdinary ? altmanOf(input, { industry, sharesReason }) : null,
    reason: isOrdinary
      ? null
      : `Piotroski F and Altman Z are made for companies that sell goods and services, not for ${NAMES[year.companyType]}`,
    ...(ratios as Pick<HealthRecord, (typeof SHOWN)[number]>),
  };
}

const NAMES = {
  ordinary: 'an ordinary company',
  bank: 'a bank',
  insurance: 'an insurer',
  securities: 'a securities company',
} as const;

function ratioOf(code: string, type: CompanyPeriod['companyType'], input: RatioInput): number | null {
  const ratio = RATIOS.find((each) => each.code === code && each.companyTypes.includes(type));
  return ratio?.compute(input) ?? null;
}

function altmanOf(
  input: RatioInput,
  { industry, sharesReason }: Pick<YearEnd, 'industry' | 'sharesReason'>,
): object {
  const { now } = input;
  const { variant, reason } = variantFor(industry);
  const score = altmanScore(variant, {
    workingCapital: minus(now.balance('100'), now.balance('310')),
    retainedEarnings: now.balance('421'),
    ebit: ebit(now),
    revenue: revenue(now),
    totalAssets: totalAssets(now),
    totalLiabilities: now.balance('300'),
    marketValue: marketCap(input),
    bookValue: now.balance('400'),
  });
  const needsShares = score.z === null && variant === Z_1968;
  return { ...score, shares_reason: needsShares ? sharesReason : null, explanation: reason };
}
