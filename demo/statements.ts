import type { DemoCompany, DemoDataSet, DemoMarket } from './demo-market.js';
import { bankStatements } from './statements-bank.js';
import { companyStatements } from './statements-company.js';
import {
  directCash,
  joined,
  type Lines,
  type Quarter,
  quartersUntil,
  type Span,
} from './statements-model.js';

/** Days from the end of a period to its publication. */
const AFTER = { quarter: 30, half: 45, year: 85 } as const;

/** End of the first quarter that is published. */
const FIRST_END = '2022-12-31';

/** The year that one company publishes again, corrected, and when. */
const RESTATED = { year: 2023, on: '2024-08-20' };

interface Publication {
  company: DemoCompany;
  period: 'quarter' | 'year' | 'cumulative';
  year: number;
  /** 0 of a year */
  quarter: number;
  end: string;
  audit: 'audited' | 'reviewed' | 'unreviewed';
  /** YYYY-MM-DD */
  day: string;
  span: Span;
}

/**
 * Statements of every company of the market but the funds, with their filings: quarters from the last one of 2022
 * on, published 30 days after their end, halves of a year on HOSE reviewed after 45 days, years audited after 85; one year
 * restated. Companies of UPCOM without minority owners report as single companies, their years with the cash flow by
 * both methods. A company publishes from its first trading day to its last. Invented figures that keep the identities
 * of the forms: total assets are liabilities and equity, cash flow leads from cash to cash, EPS is profit per share.
 */
export function statements(market: DemoMarket): DemoDataSet[] {
  const lastDay = market.days.at(-1) ?? '';
  const corrected = market.companies.find(({ company_type }) => company_type === 'ordinary');
  const published = market.companies
    .flatMap((company) => publicationsOf(company, market, company === corrected))
    .filter(({ company, day }) => {
      const first = market.bars.get(company.ticker)?.[0]?.date;
      return first !== undefined && day >= first && day <= lastDay && day <= (company.delisting_date ?? day);
    });
  return [
    { dataSet: 'filing', records: published.map(filingOf) },
    { dataSet: 'statement_item', records: published.flatMap(itemsOf) },
  ];
}

function publicationsOf(company: DemoCompany, market: DemoMarket, isCorrected: boolean): Publication[] {
  if (company.company_type === 'fund') return [];
  const quarters = quartersUntil(market.days.at(-1) ?? '');
  const make = company.company_type === 'bank' ? bankStatements : companyStatements;
  const spans = make(company, quarters, market);
  return quarters.flatMap((quarter, place) => {
    const span = spans[place];
    if (span === undefined) return [];
    const ofYear = spans
      .slice(place - quarter.quarter + 1, place)
      .reduceRight((sum, each) => joined(each, sum), span);
    const all = publicationsAt(company, quarter, span, ofYear);
    const last = all.at(-1);
    if (!isCorrected || last?.period !== 'year' || last.year !== RESTATED.year) return all;
    return [...all, { ...last, day: RESTATED.on, span: restated(ofYear) }];
  });
}

/** What is published of a quarter, and of the year up to its end. */
function publicationsAt(
  company: DemoCompany,
  { year, quarter, end }: Quarter,
  span: Span,
  ofYear: Span,
): Publication[] {
  const own = { company, year, end };
  const all: Publication[] = [];
  if (end >= FIRST_END) {
    all.push({
      ...own,
      period: 'quarter',
      quarter,
      audit: 'unreviewed',
      day: later(end, AFTER.quarter),
      span,
    });
  }
  if (quarter === 2 && company.exchange === 'HOSE') {
    const flows = { ...ofYear, balance: {} };
    all.push({
      ...own,
      period: 'cumulative',
      quarter,
      audit: 'reviewed',
      day: later(end, AFTER.half),
      span: flows,
    });
  }
  if (quarter === 4) {
    const audited: Publication = {
      ...own,
      period: 'year',
      quarter: 0,
      audit: 'audited',
      day: later(end, AFTER.year),
      span: ofYear,
    };
    all.push(audited);
  }
  return all;
}

/** A correction: a receivable written off, 2 % of profit before tax, through administration costs. */
function restated({ shares, balance, income, cash }: Span): Span {
  const loss = Math.round((income['50'] ?? 0) * 0.02);
  const less = (lines: Lines, ...codes: string[]) =>
    Object.fromEntries(codes.map((code) => [code, (lines[code] ?? 0) - loss]));
  return {
    shares,
    balance: { ...balance, ...less(balance, '137', '130', '100', '270', '421', '410', '400', '440') },
    income: { ...income, ...less(income, '30', '50', '60', '61'), '26': (income['26'] ?? 0) + loss },
    cash: { ...cash, ...less(cash, '01'), '03': loss },
  };
}

const idOf = ({ company, period, year, quarter, day }: Publication) =>
  `DEMO-${company.ticker}-${year}${period === 'year' ? 'FY' : period === 'cumulative' ? `H${quarter / 2}` : `Q${quarter}`}-${day.replaceAll('-', '')}`;

function filingOf(publication: Publication): object {
  const { company, period, end, day } = publication;
  return {
    filing_id: idOf(publication),
    ticker: company.ticker,
    filing_date: day,
    accepted_date: instantOf(day),
    period_end_date: end,
    report_type: { quarter: 'quarterly_report', cumulative: 'semi_annual_report', year: 'annual_report' }[
      period
    ],
    sec_unique_id: `SYNTHETIC-${idOf(publication).slice(5)}`,
  };
}

function itemsOf(publication: Publication): object[] {
  const { company, period, year, quarter, end, audit, day, span } = publication;
  const shared = {
    ticker: company.ticker,
    period,
    fiscal_year: year,
    fiscal_quarter: quarter,
    consolidation: isSingle(publication) ? 'single' : 'consolidated',
    audit,
    published_at: instantOf(day),
    period_end_date: end,
    company_type: company.company_type,
    filing_id: idOf(publication),
  };
  const form = FORMS[company.company_type];
  const lines = (statement: string, figures: Lines, unit = 'VND') =>
    Object.entries(figures)
      .map(([digits, value]) => [form?.renamed[digits] ?? digits, value] as const)
      .filter(([digits, value]) => value !== 0 && form?.leftOut[statement]?.includes(digits) !== true)
      .filter(([digits]) => period !== 'quarter' || CONDENSED[statement]?.includes(digits) !== true)
      .map(([digits, value]) => ({
        ...shared,
        statement,
        item_code: `${form?.prefix ?? ''}${digits}`,
        value,
        unit,
      }));
  return [
    ...lines('balance_sheet', span.balance),
    ...lines('income_statement', span.income),
    ...lines('income_statement', { '70': Math.round((span.income['61'] ?? 0) / span.shares) }, 'VND/share'),
    ...lines('cash_flow_indirect', span.cash),
    ...(isSingle(publication) && period === 'year' ? lines('cash_flow_direct', directCash(span)) : []),
  ];
}

/** Whether a company reports as one without subsidiaries: a small one without minority owners. */
function isSingle({ company, span }: Publication): boolean {
  return company.exchange === 'UPCOM' && company.company_type === 'ordinary' && span.balance['429'] === 0;
}

/** Details that quarters leave out, to keep the demo small; years have them. */
const CONDENSED: Record<string, readonly string[]> = {
  balance_sheet: '111 112 123 132 137 141 149 151 221 222 223 242 252 261 313 319 329 410 412 418'.split(' '),
  income_statement: '01 02 31 32 40'.split(' '),
  cash_flow_indirect: '06 08 09 10 11 14 15'.split(' '),
};

/** How a company type writes what the model makes; ordinary companies write it as it is. */
interface Form {
  prefix: string;
  /** other digits for the same line */
  renamed: Record<string, string>;
  /** details that its form does not have, by statement */
  leftOut: Record<string, readonly string[]>;
}

const DETAILS = {
  balance_sheet: '111 112 123 131 132 137 141 149 151 221 222 223 242 252 261 311 313 319 410'.split(' '),
  income_statement: '02 31 32'.split(' '),
  cash_flow_indirect: '03 06 08 09 10 11 14 15 33 34'.split(' '),
};

const FORMS: Partial<Record<DemoCompany['company_type'], Form>> = {
  bank: { prefix: 'BK', renamed: {}, leftOut: {} },
  // What an insurer owes its insured takes the place of other payables.
  insurance: { prefix: 'IN', renamed: { '319': '329' }, leftOut: DETAILS },
  securities: {
    prefix: 'SC',
    renamed: {},
    leftOut: { ...DETAILS, income_statement: ['01', '02', '31', '32'] },
  },
};

/** In the afternoon of the day in Viet Nam, after the close. */
const instantOf = (day: string) => `${day}T09:00:00Z`;

function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
