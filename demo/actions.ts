import type { TradingDays } from './calendar.js';
import { firstDayOf, type Listing } from './companies.js';
import { type DemoAction, FIRST_DAY } from './demo-market.js';

/** Trading days between announcement and ex-date, and between record date and payment. */
const NOTICE = 15;
const TO_PAYMENT = 20;
/** A new listing has no action in its first trading days. */
const QUIET_START = 60;
/** Par value of a Vietnamese share, VND. */
const PAR = 10_000;

type Terms = Pick<
  DemoAction,
  'type' | 'cash_dividend' | 'share_ratio' | 'rights_ratio' | 'rights_price' | 'note'
>;

/** Actions that happen once: ticker, month, trading day of the month, terms. */
const ONCE: readonly (readonly [ticker: string, month: string, day: number, terms: Terms])[] = [
  ['ZST', '2023-06', 8, { type: 'cash_dividend', cash_dividend: 500, note: 'Dividend 2022 in cash' }],
  ['ZST', '2023-06', 8, { type: 'stock_dividend', share_ratio: 0.1, note: 'Dividend 2022 in shares' }],
  ['ZBB', '2023-09', 11, { type: 'rights_issue', rights_ratio: 0.25, rights_price: PAR, note: 'Rights 4:1' }],
  ['ZHO', '2023-11', 6, { type: 'bonus_issue', share_ratio: 0.2, note: 'Bonus shares 5:1' }],
  ['ZJE', '2024-05', 9, { type: 'split', share_ratio: 1, note: 'Split 1:2' }],
  ['ZSA', '2024-07', 12, { type: 'rights_issue', rights_ratio: 0.5, rights_price: PAR, note: 'Rights 2:1' }],
  ['ZGA', '2024-10', 5, { type: 'cash_dividend', cash_dividend: 700, note: 'Interim dividend 2024' }],
  ['ZGA', '2024-10', 5, { type: 'bonus_issue', share_ratio: 0.15, note: 'Bonus shares 100:15' }],
  ['ZWA', '2025-03', 10, { type: 'bonus_issue', share_ratio: 0.5, note: 'Bonus shares 2:1' }],
];

/** What a share becomes on an ex-date, all actions of the day together; zero where there are none. */
export interface ExTerms {
  cash: number;
  shares: number;
  rights: number;
  paid: number;
}

/** Price after the ex-date formula: P' = (P + Pα·α − C) / (1 + α + β), VND, not rounded. */
export function exPrice(price: number, { cash, shares, rights, paid }: ExTerms): number {
  return (price + paid - cash) / (1 + rights + shares);
}

/** Terms of a ticker by ex-date; days without a change of price are absent. */
export function termsByDay(actions: readonly DemoAction[]): ReadonlyMap<string, ExTerms> {
  const terms = new Map<string, ExTerms>();
  for (const action of actions) {
    const { cash_dividend = 0, share_ratio = 0, rights_ratio = 0, rights_price = 0 } = action;
    if (cash_dividend + share_ratio + rights_ratio === 0) continue;
    const before = terms.get(action.ex_date) ?? { cash: 0, shares: 0, rights: 0, paid: 0 };
    terms.set(action.ex_date, {
      cash: before.cash + cash_dividend,
      shares: before.shares + share_ratio,
      rights: before.rights + rights_ratio,
      paid: before.paid + rights_ratio * rights_price,
    });
  }
  return terms;
}

/** Shares after an ex-date: all new shares are taken up, fractions fall away. */
export function sharesAfter(shares: number, { shares: free, rights }: ExTerms): number {
  return shares + Math.floor(shares * (free + rights) + 1e-6);
}

/**
 * All actions of a security that were announced by the last day, by (ex_date, type): a yearly meeting, a cash
 * dividend every year and a stock dividend every second one where it pays them, what happens once, and the
 * listing of the new shares. They follow from the calendar and the company alone, never from prices.
 */
export function actionsOf(listing: Listing, calendar: TradingDays, lastDay: string): DemoAction[] {
  const planned = [...yearly(listing, calendar, lastDay), ...once(listing, calendar)];
  const first = calendar.step(
    firstDayOf(listing),
    listing.listing_date > FIRST_DAY ? QUIET_START : NOTICE + 1,
  );
  const lasting = planned.filter(
    ({ ex_date }) =>
      ex_date >= first && (listing.delisting_date === undefined || ex_date < listing.delisting_date),
  );
  return [...lasting, ...lasting.flatMap(listingOfNewShares), ...comingAndGoing(listing, calendar)]
    .filter(({ announced_date }) => announced_date === undefined || announced_date <= lastDay)
    .sort((a, b) => (`${a.ex_date} ${a.type}` < `${b.ex_date} ${b.type}` ? -1 : 1));
}

function yearly(listing: Listing, calendar: TradingDays, lastDay: string): DemoAction[] {
  const actions: DemoAction[] = [];
  const [day, month] = [1 + (serial(listing) % 12), 5 + (serial(listing) % 5)];
  let shrunk = 1;
  for (let year = Number(FIRST_DAY.slice(0, 4)); year <= Number(lastDay.slice(0, 4)) + 1; year++) {
    const dated = (of: number, terms: Terms) =>
      withDates(
        listing.ticker,
        calendar.ofMonth(`${year}-${String(of).padStart(2, '0')}`, day),
        terms,
        calendar,
      );
    actions.push(dated(3, { type: 'meeting', note: `Annual general meeting ${year}` }));
    for (const [ticker, when, , { share_ratio = 0, rights_ratio = 0 }] of ONCE) {
      if (ticker === listing.ticker && when.startsWith(`${year}`)) shrunk *= 1 + share_ratio + rights_ratio;
    }
    if (listing.dividend > 0) {
      const cash = Math.max(100, Math.round((listing.dividend * listing.price) / shrunk / 100) * 100);
      actions.push(
        dated(month, { type: 'cash_dividend', cash_dividend: cash, note: `Dividend ${year - 1} in cash` }),
      );
    }
    if (listing.stock > 0 && year % 2 === serial(listing) % 2) {
      const terms: Terms = {
        type: 'stock_dividend',
        share_ratio: listing.stock,
        note: `Dividend ${year - 1} in shares`,
      };
      actions.push(dated(month + 2, terms));
      shrunk *= 1 + listing.stock;
    }
  }
  return actions;
}

function once(listing: Listing, calendar: TradingDays): DemoAction[] {
  return ONCE.filter(([ticker, month]) => ticker === listing.ticker && isKnown(month, calendar)).map(
    ([ticker, month, day, terms]) => withDates(ticker, calendar.ofMonth(month, day), terms, calendar),
  );
}

/** Months beyond the calendar of an early last day cannot have been announced yet. */
function isKnown(month: string, { days }: TradingDays): boolean {
  const last = days.at(-1) ?? FIRST_DAY;
  return Number(month.slice(0, 4)) <= Number(last.slice(0, 4)) + 1;
}

function withDates(ticker: string, exDate: string, terms: Terms, { step }: TradingDays): DemoAction {
  return {
    ticker,
    ex_date: exDate,
    ...terms,
    record_date: step(exDate, 1),
    ...(terms.type === 'meeting' ? {} : { payment_date: step(exDate, 1 + TO_PAYMENT) }),
    announced_date: step(exDate, -NOTICE),
  };
}

function listingOfNewShares(action: DemoAction): DemoAction[] {
  const { share_ratio, rights_ratio, payment_date, announced_date, ticker } = action;
  if (payment_date === undefined || (share_ratio ?? rights_ratio) === undefined) return [];
  const note = `New shares of the ${action.type.replace('_', ' ')} of ${action.ex_date} are listed`;
  return [
    {
      ticker,
      ex_date: payment_date,
      type: 'listing',
      note,
      ...(announced_date === undefined ? {} : { announced_date }),
    },
  ];
}

function comingAndGoing(
  { ticker, listing_date, delisting_date }: Listing,
  calendar: TradingDays,
): DemoAction[] {
  const event = (date: string, type: 'listing' | 'other', note: string): DemoAction[] => {
    const [from = date, to = date] = [calendar.days[0], calendar.days.at(-1)];
    if (date < from || date > calendar.step(to, NOTICE)) return [];
    return [{ ticker, ex_date: date, type, announced_date: calendar.step(date, -NOTICE), note }];
  };
  return [
    ...event(listing_date, 'listing', 'First trading day'),
    ...(delisting_date === undefined
      ? []
      : event(delisting_date, 'other', 'Last trading day before delisting')),
  ];
}

/** A number of the ticker that spreads its dates over the year. */
function serial({ ticker }: Listing): number {
  return ticker.charCodeAt(1) * 7 + ticker.charCodeAt(2) * 3;
}
