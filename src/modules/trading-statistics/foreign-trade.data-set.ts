import { type DataSet, storedItem } from '../dataset/data-set.js';
import { ForeignTradeWrite } from './foreign-trade.dto.js';

/** Trading of foreign investors, a day a security. */
export const FOREIGN_TRADE: DataSet<ForeignTradeWrite> = {
  name: 'foreign_trade',
  title: 'Trading of foreign investors, a day a security',
  table: 'foreign_trade',
  key: ['ticker', 'date'],
  record: ForeignTradeWrite,
  dateColumn: 'date',
  dateLeads: true,
  path: '/svc/record/foreign_trade',
  itemJson: storedItem(ForeignTradeWrite),
  // Totals of matched and negotiated trades have no field: taking them for one of the two would be wrong.
  columnNames: {
    foreign_buy_volume_matched: ['foreign buy matched volume', 'foreign matched buy volume'],
    foreign_buy_volume_negotiated: ['foreign buy put through volume', 'foreign buy deal volume'],
    foreign_buy_value_matched: ['foreign buy matched value', 'foreign matched buy value'],
    foreign_buy_value_negotiated: ['foreign buy put through value', 'foreign buy deal value'],
    foreign_sell_volume_matched: ['foreign sell matched volume', 'foreign matched sell volume'],
    foreign_sell_volume_negotiated: ['foreign sell put through volume', 'foreign sell deal volume'],
    foreign_sell_value_matched: ['foreign sell matched value', 'foreign matched sell value'],
    foreign_sell_value_negotiated: ['foreign sell put through value', 'foreign sell deal value'],
    foreign_total_room: ['total room', 'foreign room', 'room'],
    foreign_owned_volume: ['foreign owned shares', 'foreign owned'],
    foreign_remaining_room: ['remaining room'],
    foreign_current_room: ['current room'],
  },
};
