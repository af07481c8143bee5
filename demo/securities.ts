import { LISTINGS, type Listing } from './companies.js';
import { type Exchange, FIRST_DAY } from './demo-market.js';

/** Market identifier codes (ISO 10383). */
const MICS: Readonly<Record<Exchange, string>> = { HOSE: 'XSTC', HNX: 'HSTC', UPCOM: 'XHNX' };

/** Records of the data set `security`; share counts are those of the beginning, later ones are in daily statistics. */
export function securityRecords(): object[] {
  return LISTINGS.map((listing) => ({
    ticker: listing.ticker,
    name: listing.name,
    name_en: listing.name_en,
    security_type: listing.company_type === 'fund' ? 'etf' : 'stock',
    exchange: listing.exchange,
    mic: MICS[listing.exchange],
    isin: isinOf(listing.ticker),
    industry_code: listing.industry_code,
    listing_date: listing.listing_date,
    ...(listing.delisting_date === undefined ? {} : { delisting_date: listing.delisting_date }),
    listed_shares: listing.shares + listing.treasury,
    outstanding_shares: listing.shares,
    shares_from: listing.listing_date > FIRST_DAY ? listing.listing_date : FIRST_DAY,
  }));
}

/** Records of the data set `industry_membership`. */
export function membershipRecords(): object[] {
  return LISTINGS.flatMap(({ ticker, listing_date, industry_code, industryBefore: before }: Listing) =>
    before === undefined
      ? [{ ticker, from_date: listing_date, code: industry_code }]
      : [
          { ticker, from_date: listing_date, code: before.code },
          { ticker, from_date: before.since, code: industry_code },
        ],
  );
}

/** ISIN (ISO 6166) of a symbol in the manner of Viet Nam: VN, the symbol after six zeros, check digit of Luhn. */
function isinOf(ticker: string): string {
  const body = `VN000000${ticker}`;
  const digits = [...body].map((each) => Number.parseInt(each, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
