import { FieldOf, ShownOrNull } from '../../http/fields/fields.js';
import { TradeDate } from '../../http/fields/market-fields.js';
import { bigintKind, numberKind, priceKind, signedBigintKind } from '../../kinds/kinds.js';
import { ForeignTrade } from './foreign-trade.entity.js';

/**
 * Trading of foreign investors in one security on one day (specification 2.3): its published bar, null if there is
 * none, the stored values, and totals of matched and negotiated trades.
 */
export class ForeignTradeRecord {
  @FieldOf(ForeignTrade) ticker: string;
  @TradeDate() date: string;
  @ShownOrNull(priceKind, 'Open price, VND.', 66900) open: number | null;
  @ShownOrNull(priceKind, 'High price, VND.', 67500) high: number | null;
  @ShownOrNull(priceKind, 'Low price, VND.', 66500) low: number | null;
  @ShownOrNull(priceKind, 'Close price, VND.', 67000) close: number | null;
  @ShownOrNull(bigintKind, 'Total trade volume, securities.', 3415800) volume: number | null;
  @FieldOf(ForeignTrade) foreign_buy_volume_matched: number | null;
  @FieldOf(ForeignTrade) foreign_buy_value_matched: number | null;
  @FieldOf(ForeignTrade) foreign_buy_volume_negotiated: number | null;
  @FieldOf(ForeignTrade) foreign_buy_value_negotiated: number | null;
  @FieldOf(ForeignTrade, 100000) foreign_sell_volume_matched: number | null;
  @FieldOf(ForeignTrade, 6695000000) foreign_sell_value_matched: number | null;
  @FieldOf(ForeignTrade, 80000) foreign_sell_volume_negotiated: number | null;
  @FieldOf(ForeignTrade, 5356000000) foreign_sell_value_negotiated: number | null;
  @ShownOrNull(bigintKind, 'Total bought by foreign investors, securities.', 240000)
  foreign_buy_volume: number | null;
  @ShownOrNull(priceKind, 'Total bought by foreign investors, VND.', 16068000000)
  foreign_buy_value: number | null;
  @ShownOrNull(bigintKind, 'Total sold by foreign investors, securities.', 180000)
  foreign_sell_volume: number | null;
  @ShownOrNull(priceKind, 'Total sold by foreign investors, VND.', 12051000000)
  foreign_sell_value: number | null;
  @ShownOrNull(signedBigintKind, 'Bought minus sold, securities.', 60000) foreign_net_volume: number | null;
  @ShownOrNull(numberKind(), 'Bought minus sold, VND.', 4017000000) foreign_net_value: number | null;
  @FieldOf(ForeignTrade) foreign_total_room: number | null;
  @FieldOf(ForeignTrade) foreign_owned_volume: number | null;
  @FieldOf(ForeignTrade) foreign_remaining_room: number | null;
  @FieldOf(ForeignTrade, 1031895445) foreign_current_room: number | null;
  @FieldOf(ForeignTrade) foreign_ownership_ratio: number | null;
}
