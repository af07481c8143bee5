import type { Listing } from './companies.js';
import type { DemoDataSet } from './demo-market.js';
import type { SecurityDay } from './prices.js';
import { type Random, randomOf } from './random.js';

/** Securities of a usual order. */
const ORDER = 900;

/** Volumes of one kind of investor in matched and negotiated trades. */
interface Sides {
  buy: number;
  sell: number;
  buyNegotiated: number;
  sellNegotiated: number;
}

/** Statistics, foreign trading, flow and orders of every day of one security. */
export function tradingRecords(listing: Listing, days: readonly SecurityDay[]): DemoDataSet[] {
  const statistics: object[] = [];
  const foreign: object[] = [];
  const flows: object[] = [];
  const orders: object[] = [];
  const { ticker } = listing;
  let shares = days[0]?.shares ?? 0;
  let owned = lots(shares * listing.foreign.owned);
  for (const day of days) {
    const random = randomOf(`trading ${ticker} ${day.date}`);
    // Foreigners take part in share issues like everybody.
    if (day.shares !== shares) owned = Math.floor(owned * (day.shares / shares));
    shares = day.shares;
    const total = Math.floor(shares * listing.foreign.limit);
    const sides = foreignSides(day, owned, total - owned, random);
    const net = sides.buy + sides.buyNegotiated - sides.sell - sides.sellNegotiated;
    const { date } = day;
    statistics.push({ ticker, date, ...statisticOf(day, listing) });
    foreign.push({
      ticker,
      date,
      ...foreignOf(day, sides),
      foreign_total_room: total,
      foreign_owned_volume: owned + net,
      foreign_remaining_room: total - owned,
      foreign_current_room: total - owned - net,
      foreign_ownership_ratio: (owned + net) / shares,
    });
    owned += net;
    const placed = ordersOf(day, random);
    orders.push({ ticker, date, ...placed });
    const value =
      (sides.buy - sides.sell) * day.average +
      (sides.buyNegotiated - sides.sellNegotiated) * day.negotiatedPrice;
    flows.push({
      scope: 'ticker',
      code: ticker,
      date,
      ...placed,
      ...activeOf(day, random),
      unmatched_buy_volume: placed.buy_order_volume - day.matched,
      unmatched_sell_volume: placed.sell_order_volume - day.matched,
      foreign_net_volume: net,
      foreign_net_value: value,
      ...proprietaryOf(day, random),
    });
  }
  return [
    { dataSet: 'daily_statistic', records: statistics },
    { dataSet: 'foreign_trade', records: foreign },
    { dataSet: 'trade_flow', records: flows },
    { dataSet: 'order_statistic', records: orders },
  ];
}

function statisticOf(day: SecurityDay, { treasury }: Listing): object {
  const { reference, ceiling, floor, average, matched, negotiated, negotiatedPrice, shares } = day;
  return {
    reference,
    ceiling,
    floor,
    ...(day.bar === undefined ? {} : { average_price: average }),
    matched_volume: matched,
    matched_value: matched * average,
    negotiated_volume: negotiated,
    negotiated_value: negotiated * negotiatedPrice,
    listed_shares: shares + treasury,
    outstanding_shares: shares,
  };
}

/** Foreigners never buy more than their room nor sell more than they own. */
function foreignSides(day: SecurityDay, owned: number, room: number, random: Random): Sides {
  const [share, tilt] = [0.25 * random.uniform() * random.uniform(), 0.3 + 0.4 * random.uniform()];
  const part = (volume: number, most: number) => Math.min(lots(volume), lots(Math.max(0, most)));
  const buy = part(day.matched * share * tilt, room);
  const sell = part(day.matched * share * (1 - tilt), owned);
  const isNegotiating = day.negotiated > 0 && random.uniform() < 0.4;
  const buyNegotiated = isNegotiating ? part(day.negotiated * random.uniform(), room - buy) : 0;
  const sellNegotiated = isNegotiating ? part(day.negotiated * random.uniform(), owned - sell) : 0;
  return { buy, sell, buyNegotiated, sellNegotiated };
}

function foreignOf({ average, negotiatedPrice }: SecurityDay, sides: Sides): object {
  return {
    foreign_buy_volume_matched: sides.buy,
    foreign_buy_value_matched: sides.buy * average,
    foreign_buy_volume_negotiated: sides.buyNegotiated,
    foreign_buy_value_negotiated: sides.buyNegotiated * negotiatedPrice,
    foreign_sell_volume_matched: sides.sell,
    foreign_sell_value_matched: sides.sell * average,
    foreign_sell_volume_negotiated: sides.sellNegotiated,
    foreign_sell_value_negotiated: sides.sellNegotiated * negotiatedPrice,
  };
}

/** Orders are what matched and what remained: at the ceiling hardly any seller is left, at the floor hardly any buyer. */
function ordersOf({ bar, matched, ceiling, floor, shares }: SecurityDay, random: Random) {
  const usual = matched > 0 ? matched : shares / 100_000;
  const left = (scarce: boolean, plenty: boolean) =>
    lots(usual * (scarce ? 0 : plenty ? 2 : 0.9) * (0.3 + random.uniform()));
  const [up, down] = [bar?.close === ceiling, bar?.close === floor];
  const [buy, sell] = [matched + left(down, up), matched + left(up, down)];
  const count = (volume: number) =>
    volume === 0 ? 0 : Math.max(1, Math.round(volume / (ORDER * (0.6 + random.uniform()))));
  return {
    buy_order_count: count(buy),
    buy_order_volume: buy,
    sell_order_count: count(sell),
    sell_order_volume: sell,
  };
}

/** Splits the matched volume by who took the other's price: buyers more on days that close higher. */
function activeOf({ bar, matched, average, reference }: SecurityDay, random: Random): object {
  const rise = bar === undefined ? 0 : bar.close / reference - 1;
  const share = Math.min(0.95, Math.max(0.05, 0.5 + 3 * rise + 0.06 * random.normal()));
  const bought = Math.min(matched, lots(matched * share));
  return {
    active_buy_volume: bought,
    active_buy_value: bought * average,
    active_sell_volume: matched - bought,
    active_sell_value: (matched - bought) * average,
  };
}

function proprietaryOf({ matched, average }: SecurityDay, random: Random): object {
  const size = lots(matched * 0.03 * random.uniform());
  const net = random.uniform() < 0.5 && size > 0 ? -size : size;
  return { proprietary_net_volume: net, proprietary_net_value: net * average };
}

/** Rounded down to whole lots of 100. */
function lots(volume: number): number {
  return Math.floor(volume / 100) * 100;
}
