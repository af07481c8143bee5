import { type CompanyType, type DemoCompany, type Exchange, FIRST_DAY } from './demo-market.js';
import { TABLE } from './listings.js';

/** Listing date of everything that was listed before the market begins. */
const LONG_AGO = '2016-01-04';

/** How a security behaves, in addition to its master record. */
export interface Listing extends DemoCompany {
  /** outstanding at the beginning */
  shares: number;
  /** bought back and held by the company: listed, not outstanding */
  treasury: number;
  /** reference of the first day, VND, on tick */
  price: number;
  /** loading on the market's daily return */
  beta: number;
  /** daily standard deviation of the rest of the return */
  sigma: number;
  /** matched volume of a usual day as a share of all shares */
  turnover: number;
  freeFloat: number;
  /** limit of foreign ownership, and how much of all shares foreigners own at the beginning */
  foreign: { limit: number; owned: number };
  /** chance of a day without a trade */
  quiet: number;
  /** cash dividend of every year, as a share of the price at the beginning; 0 for none */
  dividend: number;
  /** stock dividend of every second year, new shares per share; 0 for none */
  stock: number;
  /** industry before the present one, which began on `since` */
  industryBefore?: { code: string; since: string };
}

/** Securities that differ from the usual. */
const SPECIAL: Readonly<Record<string, Partial<Listing>>> = {
  ZDA: { foreign: { limit: 1, owned: 0.52 } },
  ZIP: { industryBefore: { code: '31101010', since: '2024-01-02' } },
  ZIT: { foreign: { limit: 0.49, owned: 0.489 } },
  ZRE: { listing_date: '2024-03-11' },
  ZBE: { foreign: { limit: 1, owned: 0.59 } },
  ZAI: { foreign: { limit: 0.3, owned: 0.18 } },
  ZSA: { foreign: { limit: 1, owned: 0.44 } },
  ZIN: { foreign: { limit: 0.49, owned: 0.27 } },
  ZFU: { foreign: { limit: 1, owned: 0.7 } },
  ZCO: { delisting_date: '2024-09-27' },
  ZWA: { quiet: 0.3 },
  ZBR: { quiet: 0.2 },
  ZHE: { quiet: 0.38 },
};

/** Every security of the demo, by exchange. */
export const LISTINGS: readonly Listing[] = TABLE.trim().split('\n').map(listing);

function listing(line: string): Listing {
  const [exchange, ticker, nameEn, name, industry, type, ...numbers] = line
    .split('|')
    .map((each) => each.trim());
  const [millions = 0, price = 0, beta = 0, sigma = 0, freeFloat = 0, dividend = 0, stock = 0] =
    numbers.map(Number);
  if (!isExchange(exchange) || !isCompanyType(type) || ticker === undefined || industry === undefined) {
    throw new Error(`no security of the demo: ${line}`);
  }
  const isBank = type === 'bank';
  return {
    ticker,
    name: `${name} (dữ liệu giả lập)`,
    name_en: `${nameEn} (synthetic)`,
    exchange,
    company_type: type,
    industry_code: industry,
    listing_date: LONG_AGO,
    shares: millions * 1_000_000,
    treasury: exchange === 'HOSE' && type === 'ordinary' ? millions * 2_000 : 0,
    price,
    beta,
    sigma,
    turnover: turnoverOf(exchange, freeFloat, sigma),
    freeFloat,
    foreign: { limit: isBank ? 0.3 : 0.49, owned: isBank ? 0.2 : 0.08 },
    quiet: 0,
    dividend,
    stock,
    ...SPECIAL[ticker],
  };
}

function isExchange(text: string | undefined): text is Exchange {
  return text === 'HOSE' || text === 'HNX' || text === 'UPCOM';
}

function isCompanyType(text: string | undefined): text is CompanyType {
  return ['ordinary', 'bank', 'insurance', 'securities', 'fund'].includes(text ?? '');
}

/** The more volatile and the freer the shares, the more of them trade; those of UPCOM least. */
function turnoverOf(exchange: Exchange, freeFloat: number, sigma: number): number {
  const liquidity = { HOSE: 0.3, HNX: 0.25, UPCOM: 0.06 }[exchange];
  return liquidity * freeFloat * sigma;
}

/** First trading day of a security within the market. */
export function firstDayOf({ listing_date }: DemoCompany): string {
  return listing_date > FIRST_DAY ? listing_date : FIRST_DAY;
}
