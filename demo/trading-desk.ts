import type { DemoBar, DemoCompany, DemoMarket, DemoPart } from './demo-market.js';
import { boardOf, limitsOf, onTick, tickOf } from './limits.js';
import { SOURCE } from './news.js';
import { randomOf } from './random.js';

/** Trading days from one suggestion to the next. */
const DAYS_A_SUGGESTION = 6;
/** Most levels of one side of a book. */
const LEVELS = 10;
const INSIGHT_TYPES = ['market_outlook', 'sector', 'strategy', 'technical'] as const;

/** Suggestions, weekly insight, and an order book of every security at its last close. */
export const tradingDeskPart: DemoPart = (market) => [
  { dataSet: 'trading_suggestion', records: suggestions(market) },
  { dataSet: 'market_insight', records: insight(market) },
  { dataSet: 'market_depth', records: books(market) },
];

function suggestions(market: DemoMarket): object[] {
  return market.days.flatMap((day, index) => {
    if (index % DAYS_A_SUGGESTION !== 0) return [];
    const random = randomOf(`suggestion:${day}`);
    const company = market.companies[random.between(0, market.companies.length - 1)];
    const bar = company && market.bars.get(company.ticker)?.find(({ date }) => date === day);
    if (company === undefined || bar === undefined) return [];
    const side = (['buy', 'buy', 'hold', 'sell'] as const)[random.between(0, 3)] ?? 'hold';
    const lean = side === 'sell' ? -1 : 1;
    const price = (share: number) => onTick(boardOf(company), bar.close * (1 + lean * share));
    return [
      {
        suggestion_id: `demo-${day}-${company.ticker}`,
        ticker: company.ticker,
        side,
        target_price: side === 'hold' ? undefined : price(0.1 + 0.1 * random.uniform()),
        stop_price: side === 'hold' ? undefined : price(-0.05 - 0.03 * random.uniform()),
        horizon: `${random.between(1, 6)} months`,
        rationale: `Gợi ý giả lập từ giá đóng cửa ${bar.close} đồng; không phải khuyến nghị đầu tư.`,
        author: SOURCE,
        published_at: `${day}T17:00:00+07:00`,
      },
    ];
  });
}

/** One piece on the first trading day of a week, about the week before. */
function insight(market: DemoMarket): object[] {
  return market.days.flatMap((day, index) => {
    const before = market.days[index - 1];
    if (before === undefined || weekOf(before) === weekOf(day)) return [];
    const week = weekOf(day);
    const type = INSIGHT_TYPES[week % INSIGHT_TYPES.length] as string;
    const close = market.indices.get('VNINDEX')?.find(({ date }) => date === before)?.close;
    const company = market.companies[randomOf(`insight:${day}`).between(0, market.companies.length - 1)];
    return [
      {
        insight_id: `demo-${day}-${type}`,
        type,
        title: `Triển vọng tuần ${day} (giả lập)`,
        body: `VN-Index giả lập kết thúc tuần trước ở ${close?.toFixed(2)} điểm. Synthetic text: no advice.`,
        author: SOURCE,
        tickers: company === undefined ? [] : [company.ticker],
        published_at: `${day}T08:30:00+07:00`,
      },
    ];
  });
}

/** Weeks since 5 January 1970, a Monday. */
function weekOf(day: string): number {
  return Math.floor((Date.parse(day) / 86_400_000 - 4) / 7);
}

function books(market: DemoMarket): object[] {
  const last = market.days.at(-1);
  return market.companies.flatMap((company) => {
    const bars = market.bars.get(company.ticker) ?? [];
    const bar = bars.at(-1);
    return bar === undefined || bar.date !== last
      ? []
      : [book(company, bar, bars.at(-2)?.close ?? bar.close)];
  });
}

/**
 * The book after the close: the close is the best price of one side, each further level one tick away, none beyond
 * the limits of the day. At the ceiling there are no sellers, at the floor no buyers.
 */
function book(company: DemoCompany, bar: DemoBar, reference: number): object {
  const { ticker } = company;
  const board = boardOf(company);
  const random = randomOf(`depth:${ticker}:${bar.date}`);
  const { ceiling, floor } = limitsOf(board, reference);
  const [top, bottom] = [Math.max(ceiling, bar.close), Math.min(floor, bar.close)];
  const up = (price: number) => price + tickOf(board, price);
  const down = (price: number) => price - tickOf(board, price - 1);
  const isBid = bar.close === top || (bar.close !== bottom && random.uniform() < 0.5);
  const side = (first: number, next: (price: number) => number) => {
    const levels: { price: number; volume: number }[] = [];
    for (let price = first; levels.length < LEVELS && price >= bottom && price <= top; price = next(price)) {
      levels.push({ price, volume: 100 * random.between(1, 2000) });
    }
    return levels;
  };
  return {
    ticker,
    timestamp: `${bar.date}T14:45:00+07:00`,
    bids: side(isBid ? bar.close : down(bar.close), down),
    asks: side(isBid ? up(bar.close) : bar.close, up),
  };
}
