import type { DemoCompany, DemoMarket } from './demo-market.js';
import { type Random, randomOf } from './random.js';
import {
  beginning,
  type Lines,
  type OwnersQuarter,
  ownersIn,
  PAR,
  type Quarter,
  type Span,
  sum,
} from './statements-model.js';

/** What stays with a company; ratios of revenue unless stated otherwise. */
interface Character {
  revenue: number;
  /** of a quarter on the one before */
  growth: number;
  costOfSales: number;
  selling: number;
  administration: number;
  /** of the profit of a group that belongs to others */
  minority: number;
  /** of a quarter's revenue or cost */
  receivables: number;
  inventories: number;
  payables: number;
}

/** Quarterly interest on borrowings, and depreciation on fixed assets. */
const INTEREST = 0.018;
const DEPRECIATION = 0.025;
const SEASONS = [0.93, 0.98, 1, 1.09];
const whole = Math.round;

/**
 * Quarters of an ordinary company, an insurer or a securities company, rolled forward from a balance sheet at the
 * end of 2021 that fits what it was worth at its first bar. Nothing of it depends on later days.
 */
export function companyStatements(
  company: DemoCompany,
  quarters: readonly Quarter[],
  market: DemoMarket,
): Span[] {
  const begun = beginning(company, market);
  if (begun === undefined) return [];
  const random = randomOf(`statements:${company.ticker}`);
  const character = characterOf(begun.cap, random);
  let balance = openingOf(character, begun, random);
  let shares = begun.shares;
  return quarters.map((quarter, place) => {
    const owners = ownersIn(company, quarter, shares, market);
    const draws = randomOf(`statements:${company.ticker}:${quarter.end}`);
    const season = (SEASONS[quarter.quarter - 1] ?? 1) * (1 + 0.03 * draws.normal());
    const revenue = whole(character.revenue * (1 + character.growth) ** place * season);
    const span = quarterOf({ opening: balance, revenue, character, owners, draws });
    balance = span.balance;
    shares = owners.shares;
    return span;
  });
}

function characterOf(cap: number, random: Random): Character {
  const earnings = cap / (9 + 9 * random.uniform());
  const margin = 0.06 + 0.08 * random.uniform();
  const selling = 0.03 + 0.04 * random.uniform();
  const administration = 0.02 + 0.03 * random.uniform();
  return {
    revenue: earnings / margin / 4,
    growth: 0.005 + 0.025 * random.uniform(),
    // What is left is taxed, and bears interest: about the margin.
    costOfSales: 1 - selling - administration - margin * 1.35,
    selling,
    administration,
    minority: random.uniform() < 0.4 ? 0.04 : 0,
    receivables: 0.35 + 0.3 * random.uniform(),
    inventories: 0.4 + 0.4 * random.uniform(),
    payables: 0.3 + 0.2 * random.uniform(),
  };
}

function openingOf(
  character: Character,
  { cap, shares }: { cap: number; shares: number },
  random: Random,
): Lines {
  const { revenue, costOfSales } = character;
  const own: Lines = { '411': shares * PAR };
  const target = Math.max(cap / (1.1 + 1.2 * random.uniform()), shares * PAR * 1.35);
  own['412'] = whole(shares * PAR * 0.1);
  own['418'] = whole(shares * PAR * 0.05);
  own['421'] = whole(target - sum(own, '411', '412', '418'));
  own['429'] = whole(target * character.minority);
  const lines: Lines = {
    ...own,
    '131': whole(revenue * character.receivables),
    '132': whole(revenue * 0.05),
    '137': -whole(revenue * 0.01),
    '141': whole(revenue * costOfSales * character.inventories),
    '149': -whole(revenue * 0.005),
    '151': whole(revenue * 0.02),
    '123': whole(target * 0.1),
    '252': whole(target * 0.08),
    '261': whole(target * 0.02),
    '242': whole(target * 0.05),
    '311': whole(revenue * costOfSales * character.payables),
    '313': whole(revenue * 0.03),
    '319': whole(revenue * 0.08),
    '320': whole(target * 0.2),
    '338': whole(target * 0.15),
    '111': whole(revenue * 0.4),
    '112': whole(revenue * 0.1),
  };
  // Fixed assets are what is left of the sources.
  const sources = sum(lines, '311', '313', '319', '320', '338', '411', '412', '418', '421', '429');
  const uses = sum(lines, '111', '112', '123', '131', '132', '137', '141', '149', '151', '242', '252', '261');
  const net = Math.max(sources - uses, whole(target * 0.1));
  const missing = net + uses - sources;
  lines['320'] = (lines['320'] ?? 0) + missing;
  lines['222'] = whole(net * 1.6);
  lines['223'] = net - lines['222'];
  return totalled(lines);
}

interface QuarterInput {
  opening: Lines;
  revenue: number;
  character: Character;
  owners: OwnersQuarter;
  draws: Random;
}

function quarterOf({ opening, revenue, character, owners, draws }: QuarterInput): Span {
  const income = incomeOf({ opening, revenue, character, draws });
  const get = (code: string) => opening[code] ?? 0;
  const depreciation = whole(DEPRECIATION * get('220'));
  const spent = whole(depreciation * (1 + 0.4 * draws.uniform()));
  const bonus = owners.bonus * PAR;
  const lines: Lines = {
    ...opening,
    '131': whole(revenue * character.receivables),
    '132': whole(revenue * 0.05),
    '141': whole(sum(income, '11') * character.inventories),
    '311': whole(sum(income, '11') * character.payables),
    '319': whole(revenue * 0.08),
    '222': get('222') + spent,
    '223': get('223') - depreciation,
    '411': get('411') + owners.issued * PAR + bonus,
    '412': get('412') + owners.paid - owners.issued * PAR,
    '421': get('421') + sum(income, '61') - owners.dividends - bonus,
    '429': get('429') + sum(income, '62'),
  };
  const change = (...codes: string[]) => sum(lines, ...codes) - sum(opening, ...codes);
  const cash: Lines = {
    '01': sum(income, '50'),
    '02': depreciation,
    '06': sum(income, '23'),
    '09': -change('131', '132'),
    '10': -change('141'),
    '11': change('311', '319'),
    '14': -sum(income, '23'),
    '15': -sum(income, '51'),
    '21': -spent,
    '31': owners.paid,
    '36': -owners.dividends,
  };
  cash['08'] = sum(cash, '01', '02', '06');
  cash['20'] = sum(cash, '08', '09', '10', '11', '14', '15');
  cash['30'] = sum(cash, '21');
  const before = get('110') + sum(cash, '20', '30', '31', '36');
  // Borrows what a tenth of a quarter's revenue in cash needs, pays back what is beyond three fifths of it.
  const borrowed = Math.max(0, whole(revenue * 0.1) - before);
  const repaid = Math.min(get('320'), Math.max(0, before - whole(revenue * 0.6)));
  Object.assign(cash, { '33': borrowed, '34': -repaid });
  cash['40'] = sum(cash, '31', '33', '34', '36');
  cash['50'] = sum(cash, '20', '30', '40');
  cash['60'] = get('110');
  cash['70'] = cash['60'] + cash['50'];
  lines['320'] = get('320') + borrowed - repaid;
  lines['111'] = whole(cash['70'] * 0.8);
  lines['112'] = cash['70'] - lines['111'];
  return { shares: owners.shares, balance: totalled(lines), income, cash };
}

function incomeOf({ opening, revenue, character, draws }: Omit<QuarterInput, 'owners'>): Lines {
  const income: Lines = { '10': revenue, '02': whole(revenue * 0.01) };
  income['01'] = sum(income, '10', '02');
  income['11'] = whole(revenue * character.costOfSales * (1 + 0.01 * draws.normal()));
  income['20'] = revenue - income['11'];
  income['21'] = whole(sum(opening, '110', '120') * 0.012);
  income['23'] = whole(sum(opening, '320', '338') * INTEREST);
  income['22'] = income['23'] + whole(revenue * 0.001);
  income['25'] = whole(revenue * character.selling);
  income['26'] = whole(revenue * character.administration);
  income['30'] = sum(income, '20', '21') - sum(income, '22', '25', '26');
  income['31'] = whole(revenue * 0.004 * draws.uniform());
  income['32'] = whole(revenue * 0.003 * draws.uniform());
  income['40'] = income['31'] - income['32'];
  income['50'] = income['30'] + income['40'];
  income['51'] = whole(Math.max(0, income['50']) * 0.2);
  income['60'] = income['50'] - income['51'];
  income['62'] = whole(income['60'] * character.minority);
  income['61'] = income['60'] - income['62'];
  return income;
}

/** The lines with the totals of the form. */
function totalled(lines: Lines): Lines {
  const all: Lines = { ...lines };
  const total = (code: string, ...parts: string[]) => {
    all[code] = sum(all, ...parts);
  };
  total('110', '111', '112');
  total('120', '123');
  total('130', '131', '132', '137');
  total('140', '141', '149');
  total('150', '151');
  total('100', '110', '120', '130', '140', '150');
  total('221', '222', '223');
  total('220', '221');
  total('240', '242');
  total('250', '252');
  total('260', '261');
  total('200', '220', '240', '250', '260');
  total('270', '100', '200');
  total('310', '311', '313', '319', '320');
  total('330', '338');
  total('300', '310', '330');
  total('410', '411', '412', '418', '421', '429');
  total('400', '410');
  total('440', '300', '400');
  return all;
}
