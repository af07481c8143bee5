import { FieldOf, ShownOrNull } from '../../http/fields/fields.js';
import { TradeDate } from '../../http/fields/market-fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { bigintKind, numberKind, priceKind, signedBigintKind } from '../../kinds/kinds.js';
import { ForeignTrade } from './foreign-trade.entity.js';

/**
 * Trading of foreign investors in one security on one day (specification 2.3): its published bar, null where there
 * is none, what is stored, and totals of matched and negotiated trades.
 */
export class ForeignTradeRecord {
  @FieldOf(ForeignTrade) ticker: string;
  @TradeDate() date: string;
  @ShownOrNull(priceKind, { description: 'Open price, VND.', example: 66900 })
  open: number | null;
  @ShownOrNull(priceKind, { description: 'High price, VND.', example: 67500 })
  high: number | null;
  @ShownOrNull(priceKind, { description: 'Low price, VND.', example: 66500 })
  low: number | null;
  @ShownOrNull(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number | null;
  @ShownOrNull(bigintKind, { description: 'Total trade volume, securities.', example: 3415800 })
  volume: number | null;
  @FieldOf(ForeignTrade) foreign_buy_volume_matched: number | null;
  @FieldOf(ForeignTrade) foreign_buy_value_matched: number | null;
  @FieldOf(ForeignTrade) foreign_buy_volume_negotiated: number | null;
  @FieldOf(ForeignTrade) foreign_buy_value_negotiated: number | null;
  @FieldOf(ForeignTrade, { example: 100000 })
  foreign_sell_volume_matched: number | null;
  @FieldOf(ForeignTrade, { example: 6695000000 })
  foreign_sell_value_matched: number | null;
  @FieldOf(ForeignTrade, { example: 80000 })
  foreign_sell_volume_negotiated: number | null;
  @FieldOf(ForeignTrade, { example: 5356000000 })
  foreign_sell_value_negotiated: number | null;
  @ShownOrNull(bigintKind, {
    description: 'Bought by foreign investors in all, securities.',
    example: 240000,
  })
  foreign_buy_volume: number | null;
  @ShownOrNull(priceKind, { description: 'Bought by foreign investors in all, VND.', example: 16068000000 })
  foreign_buy_value: number | null;
  @ShownOrNull(bigintKind, { description: 'Sold by foreign investors in all, securities.', example: 180000 })
  foreign_sell_volume: number | null;
  @ShownOrNull(priceKind, { description: 'Sold by foreign investors in all, VND.', example: 12051000000 })
  foreign_sell_value: number | null;
  @ShownOrNull(signedBigintKind, { description: 'Bought less sold, securities.', example: 60000 })
  foreign_net_volume: number | null;
  @ShownOrNull(numberKind(), { description: 'Bought less sold, VND.', example: 4017000000 })
  foreign_net_value: number | null;
  @FieldOf(ForeignTrade) foreign_total_room: number | null;
  @FieldOf(ForeignTrade) foreign_owned_volume: number | null;
  @FieldOf(ForeignTrade) foreign_remaining_room: number | null;
  @FieldOf(ForeignTrade, { example: 1031895445 })
  foreign_current_room: number | null;
  @FieldOf(ForeignTrade) foreign_ownership_ratio: number | null;
}

/** Parameters of GET /trade/foreign. */
export class ForeignTradeQuery extends TickerRangeQuery {}
