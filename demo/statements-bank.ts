import type { DemoCompany, DemoMarket } from './demo-market.js';
import { randomOf } from './random.js';
import { beginning, type Lines, ownersIn, PAR, type Quarter, type Span, sum } from './statements-model.js';

const whole = Math.round;
/** What a bank's cash flow counts as cash. */
const CASH = ['110', '120', '130'];

/**
 * Quarters of a bank: loans grow and earn a margin over deposits, a part of them is bad and provided for, and what
 * is left of the deposits is placed with other banks. Cash of the cash flow is that in hand, with the State Bank
 * and with other banks. Nothing of it depends on later days.
 */
export function bankStatements(
  company: DemoCompany,
  quarters: readonly Quarter[],
  market: DemoMarket,
): Span[] {
  const begun = beginning(company, market);
  if (begun === undefined) return [];
  const random = randomOf(`statements:${company.ticker}`);
  const equity = Math.max(begun.cap / (1 + 0.5 * random.uniform()), begun.shares * PAR * 1.3);
  const growth = 0.025 + 0.015 * random.uniform();
  const margin = 0.009 + 0.002 * random.uniform();
  const bad = 0.009 + 0.009 * random.uniform();
  let shares = begun.shares;
  let loans = equity * 7;
  let own: Lines = {
    '411': shares * PAR,
    '412': whole(shares * PAR * 0.05),
    '418': whole(shares * PAR * 0.08),
    '421': whole(equity - shares * PAR * 1.13),
  };
  let balance = balanceOf(loans, bad, own, 0.02 * loans);
  return quarters.map((quarter) => {
    const draws = randomOf(`statements:${company.ticker}:${quarter.end}`);
    const owners = ownersIn(company, quarter, shares, market);
    const income = incomeOf(balance, margin * (1 + 0.05 * draws.normal()));
    const bonus = owners.bonus * PAR;
    own = {
      '411': sum(own, '411') + owners.issued * PAR + bonus,
      '412': sum(own, '412') + owners.paid - owners.issued * PAR,
      '418': sum(own, '418'),
      '421': sum(own, '421') + sum(income, '61') - owners.dividends - bonus,
    };
    loans *= 1 + growth * (1 + 0.2 * draws.normal());
    const spent = whole(0.0002 * loans);
    const next = balanceOf(loans, bad * (1 + 0.05 * draws.normal()), own, sum(balance, '220') + spent);
    const opening = sum(balance, ...CASH);
    const cash: Lines = { '21': -spent, '30': -spent, '31': owners.paid, '36': -owners.dividends };
    cash['40'] = owners.paid - owners.dividends;
    cash['50'] = sum(next, ...CASH) - opening;
    cash['20'] = cash['50'] - sum(cash, '30', '40');
    Object.assign(cash, { '60': opening, '70': sum(next, ...CASH) });
    balance = next;
    shares = owners.shares;
    return { shares, balance, income, cash };
  });
}

function balanceOf(loans: number, bad: number, own: Lines, fixed: number): Lines {
  const gross = whole(loans);
  const lines: Lines = {
    ...own,
    '110': whole(gross * 0.01),
    '120': whole(gross * 0.04),
    '140': whole(gross * 0.01),
    '161': gross,
    '170': whole(gross * 0.2),
    '220': whole(fixed),
    '250': whole(gross * 0.05),
    '310': whole(gross * 0.01),
    '320': whole(gross * 0.15),
    '330': whole(gross * 1.02),
    '350': whole(gross * 0.12),
    '370': whole(gross * 0.03),
    '472': whole(gross * bad * 0.8),
    '473': whole(gross * bad * 0.25),
    '474': whole(gross * bad * 0.3),
    '475': whole(gross * bad * 0.45),
  };
  lines['471'] = gross - sum(lines, '472', '473', '474', '475');
  lines['169'] = -whole(sum(lines, '473', '474', '475') * 1.1);
  lines['160'] = gross + lines['169'];
  lines['300'] = sum(lines, '310', '320', '330', '350', '370');
  lines['400'] = sum(lines, '411', '412', '418', '421');
  lines['440'] = lines['300'] + lines['400'];
  lines['270'] = lines['440'];
  // Placements with other banks are what is left.
  lines['130'] = lines['270'] - sum(lines, '110', '120', '140', '160', '170', '220', '250');
  return lines;
}

function incomeOf(opening: Lines, margin: number): Lines {
  const loans = sum(opening, '161');
  const income: Lines = {
    '01': whole(loans * (margin + 0.012)),
    '02': whole(loans * 0.012),
    '04': whole(loans * 0.0015),
    '05': whole(loans * 0.0003),
    '06': whole(loans * 0.0002),
    '07': whole(loans * 0.0005),
  };
  income['03'] = sum(income, '01') - sum(income, '02');
  income['10'] = sum(income, '03', '04', '05', '06', '07');
  income['26'] = whole(income['10'] * 0.36);
  income['30'] = income['10'] - income['26'];
  income['31'] = whole(loans * 0.0018);
  income['50'] = income['30'] - income['31'];
  income['51'] = whole(Math.max(0, income['50']) * 0.2);
  income['60'] = income['50'] - income['51'];
  income['61'] = income['60'];
  return income;
}
