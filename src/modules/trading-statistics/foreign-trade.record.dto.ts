import { Shown } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import {
  bigintKind,
  dateShown,
  type Kind,
  numberKind,
  priceKind,
  signedBigintKind,
  tickerKind,
} from '../../kinds/kinds.js';

/** A cell that is null where it is not known. */
const known = (kind: Pick<Kind<unknown>, 'schema'>, options: { description: string; example: number }) =>
  Shown(kind, { ...options, nullable: true });

/**
 * Trading of foreign investors in one security on one day (specification 2.3): its published bar, null where there
 * is none, what is stored, and totals of matched and negotiated trades.
 */
export class ForeignTradeRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, { description: 'Trade date, a calendar date of the market.', example: '2024-01-31' })
  date: string;
  @known(priceKind, { description: 'Open price, VND.', example: 66900 })
  open: number | null;
  @known(priceKind, { description: 'High price, VND.', example: 67500 })
  high: number | null;
  @known(priceKind, { description: 'Low price, VND.', example: 66500 })
  low: number | null;
  @known(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number | null;
  @known(bigintKind, { description: 'Total trade volume, securities.', example: 3415800 })
  volume: number | null;
  @known(bigintKind, {
    description: 'Bought by foreign investors in matched trades, securities.',
    example: 120000,
  })
  foreign_buy_volume_matched: number | null;
  @known(priceKind, {
    description: 'Bought by foreign investors in matched trades, VND.',
    example: 8034000000,
  })
  foreign_buy_value_matched: number | null;
  @known(bigintKind, {
    description: 'Bought by foreign investors in negotiated trades, securities.',
    example: 120000,
  })
  foreign_buy_volume_negotiated: number | null;
  @known(priceKind, {
    description: 'Bought by foreign investors in negotiated trades, VND.',
    example: 8034000000,
  })
  foreign_buy_value_negotiated: number | null;
  @known(bigintKind, {
    description: 'Sold by foreign investors in matched trades, securities.',
    example: 100000,
  })
  foreign_sell_volume_matched: number | null;
  @known(priceKind, { description: 'Sold by foreign investors in matched trades, VND.', example: 6695000000 })
  foreign_sell_value_matched: number | null;
  @known(bigintKind, {
    description: 'Sold by foreign investors in negotiated trades, securities.',
    example: 80000,
  })
  foreign_sell_volume_negotiated: number | null;
  @known(priceKind, {
    description: 'Sold by foreign investors in negotiated trades, VND.',
    example: 5356000000,
  })
  foreign_sell_value_negotiated: number | null;
  @known(bigintKind, { description: 'Bought by foreign investors in all, securities.', example: 240000 })
  foreign_buy_volume: number | null;
  @known(priceKind, { description: 'Bought by foreign investors in all, VND.', example: 16068000000 })
  foreign_buy_value: number | null;
  @known(bigintKind, { description: 'Sold by foreign investors in all, securities.', example: 180000 })
  foreign_sell_volume: number | null;
  @known(priceKind, { description: 'Sold by foreign investors in all, VND.', example: 12051000000 })
  foreign_sell_value: number | null;
  @known(signedBigintKind, { description: 'Bought less sold, securities.', example: 60000 })
  foreign_net_volume: number | null;
  @known(numberKind(), { description: 'Bought less sold, VND.', example: 4017000000 })
  foreign_net_value: number | null;
  @known(bigintKind, { description: 'Most securities that foreigners may hold.', example: 2089955445 })
  foreign_total_room: number | null;
  @known(bigintKind, { description: 'Securities that foreigners hold.', example: 1058000000 })
  foreign_owned_volume: number | null;
  @known(bigintKind, {
    description: 'Securities that foreigners may still buy at the beginning of the day.',
    example: 1031955445,
  })
  foreign_remaining_room: number | null;
  @known(bigintKind, {
    description: 'Securities that foreigners may still buy now, after the trades of the day.',
    example: 1031895445,
  })
  foreign_current_room: number | null;
  @known(numberKind({ min: 0, max: 1 }), {
    description: 'Share of all securities that foreigners hold, from 0 to 1.',
    example: 0.5062,
  })
  foreign_ownership_ratio: number | null;
}

/** Parameters of GET /trade/foreign. */
export class ForeignTradeQuery extends TickerRangeQuery {}
