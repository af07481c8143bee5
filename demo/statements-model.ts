import type { DemoCompany, DemoMarket } from './demo-market.js';

/** Lines by the digits of their code, whole VND; codes of company types begin with letters that are added later. */
export type Lines = Record<string, number>;

/** What a company reports of a span of time. */
export interface Span {
  /** outstanding shares at its end */
  shares: number;
  balance: Lines;
  income: Lines;
  cash: Lines;
}

/** A calendar quarter. */
export interface Quarter {
  year: number;
  quarter: number;
  /** YYYY-MM-DD, first and last day */
  begin: string;
  end: string;
}

/** What happens between a company and its owners in a quarter; VND and shares. */
export interface OwnersQuarter {
  /** outstanding at its end */
  shares: number;
  /** by all ex-dates of the quarter */
  dividends: number;
  /** new shares paid for, and what was paid */
  issued: number;
  paid: number;
  /** new shares free of charge out of profit */
  bonus: number;
}

const STARTS = ['01-01', '04-01', '07-01', '10-01'];
const ENDS = ['03-31', '06-30', '09-30', '12-31'];
/** Par value of a Vietnamese share, VND. */
export const PAR = 10_000;

/** Quarters from 2022 on that have ended by a day. */
export function quartersUntil(day: string): Quarter[] {
  const quarters: Quarter[] = [];
  for (let year = 2022; `${year}-${ENDS[0]}` <= day; year++) {
    for (const [place, end] of ENDS.entries()) {
      if (`${year}-${end}` <= day) {
        quarters.push({ year, quarter: place + 1, begin: `${year}-${STARTS[place]}`, end: `${year}-${end}` });
      }
    }
  }
  return quarters;
}

/** Two spans that follow each other as one: flows add up, balances are those of the second. */
export function joined(first: Span, second: Span): Span {
  return {
    shares: second.shares,
    balance: second.balance,
    income: added(first.income, second.income),
    cash: { ...added(first.cash, second.cash), '60': first.cash['60'] ?? 0, '70': second.cash['70'] ?? 0 },
  };
}

function added(first: Lines, second: Lines): Lines {
  return Object.fromEntries(
    Object.entries(second).map(([code, value]) => [code, value + (first[code] ?? 0)]),
  );
}

/**
 * Cash flow by the direct method of a span that has it by the indirect one: from customers what was sold less what
 * they owe more, to employees half of selling and administration, to suppliers the rest of the same operating flow.
 */
export function directCash({ income, cash }: Span): Lines {
  const operating: Lines = {
    '01': (income['10'] ?? 0) + (cash['09'] ?? 0),
    '03': -Math.round(sum(income, '25', '26') / 2),
    '04': cash['14'] ?? 0,
    '05': cash['15'] ?? 0,
  };
  operating['02'] = (cash['20'] ?? 0) - sum(operating, '01', '03', '04', '05');
  const others = Object.entries(cash).filter(([code]) => code >= '20');
  return { ...operating, ...Object.fromEntries(others) };
}

/** Sum of some lines, those that are missing being nil. */
export const sum = (lines: Lines, ...codes: readonly string[]) =>
  codes.reduce((total, code) => total + (lines[code] ?? 0), 0);

/** What a company is worth and how many shares it has at its first bar; undefined before it trades. */
export function beginning(
  { ticker }: DemoCompany,
  market: DemoMarket,
): { cap: number; shares: number } | undefined {
  const first = market.bars.get(ticker)?.[0];
  const shares = first === undefined ? 0 : market.sharesOn(ticker, first.date);
  return first === undefined || shares === 0 ? undefined : { cap: first.close * shares, shares };
}

/** The owners' side of a quarter; before the first bar of the market nothing happens. */
export function ownersIn(
  { ticker }: DemoCompany,
  { begin, end }: Quarter,
  before: number,
  market: DemoMarket,
): OwnersQuarter {
  const owners: OwnersQuarter = { shares: before, dividends: 0, issued: 0, paid: 0, bonus: 0 };
  const mine = market.actions.filter(
    ({ ticker: of, ex_date }) => of === ticker && ex_date >= begin && ex_date <= end,
  );
  for (const {
    cash_dividend = 0,
    share_ratio = 0,
    rights_ratio = 0,
    rights_price = 0,
    type,
    ex_date,
  } of mine) {
    // The ex-date's own actions count together, on the shares before it.
    const held = market.sharesOn(ticker, dayBefore(ex_date)) || owners.shares;
    owners.dividends += Math.round(held * cash_dividend);
    const issued = Math.round(held * rights_ratio);
    owners.issued += issued;
    owners.paid += Math.round(issued * rights_price);
    if (type !== 'split') owners.bonus += Math.round(held * share_ratio);
  }
  owners.shares = market.sharesOn(ticker, end) || before;
  return owners;
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
