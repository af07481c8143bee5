import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { GivenTradeDate, Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, numberKind, priceKind } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** Trading of foreign investors in one security on one day; natural key (ticker, date). */
@RecordTable('foreign_trade', 'foreign_trade_by_date')
@Check(
  'foreign_trade_volumes',
  `foreign_buy_volume_matched >= 0 AND foreign_buy_volume_negotiated >= 0 AND foreign_sell_volume_matched >= 0 AND foreign_sell_volume_negotiated >= 0`,
)
@Check('foreign_trade_ratio', `foreign_ownership_ratio >= 0 AND foreign_ownership_ratio <= 1`)
@Check('foreign_trade_date', `isfinite(date)`)
@Check(
  'foreign_trade_values',
  `foreign_buy_value_matched >= 0 AND foreign_buy_value_matched < 'Infinity' AND foreign_buy_value_negotiated >= 0 AND foreign_buy_value_negotiated < 'Infinity' AND foreign_sell_value_matched >= 0 AND foreign_sell_value_matched < 'Infinity' AND foreign_sell_value_negotiated >= 0 AND foreign_sell_value_negotiated < 'Infinity'`,
)
@Check(
  'foreign_trade_room',
  `foreign_total_room >= 0 AND foreign_owned_volume >= 0 AND foreign_remaining_room >= 0 AND foreign_current_room >= 0`,
)
export class ForeignTrade extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @GivenTradeDate(KeyColumn) date: string;
  @OptionalColumn(bigintKind, 'Bought by foreign investors in matched trades, securities.', 120000, {
    columnNames: ['foreign buy matched volume', 'foreign matched buy volume'],
  })
  foreign_buy_volume_matched?: number | bigint;
  @OptionalColumn(priceKind, 'Bought by foreign investors in matched trades, VND.', 8034000000, {
    columnNames: ['foreign buy matched value', 'foreign matched buy value'],
  })
  foreign_buy_value_matched?: number;
  @OptionalColumn(bigintKind, 'Bought by foreign investors in negotiated trades, securities.', 120000, {
    columnNames: ['foreign buy put through volume', 'foreign buy deal volume'],
  })
  foreign_buy_volume_negotiated?: number | bigint;
  @OptionalColumn(priceKind, 'Bought by foreign investors in negotiated trades, VND.', 8034000000, {
    columnNames: ['foreign buy put through value', 'foreign buy deal value'],
  })
  foreign_buy_value_negotiated?: number;
  @OptionalColumn(bigintKind, 'Sold by foreign investors in matched trades, securities.', 120000, {
    columnNames: ['foreign sell matched volume', 'foreign matched sell volume'],
  })
  foreign_sell_volume_matched?: number | bigint;
  @OptionalColumn(priceKind, 'Sold by foreign investors in matched trades, VND.', 8034000000, {
    columnNames: ['foreign sell matched value', 'foreign matched sell value'],
  })
  foreign_sell_value_matched?: number;
  @OptionalColumn(bigintKind, 'Sold by foreign investors in negotiated trades, securities.', 120000, {
    columnNames: ['foreign sell put through volume', 'foreign sell deal volume'],
  })
  foreign_sell_volume_negotiated?: number | bigint;
  @OptionalColumn(priceKind, 'Sold by foreign investors in negotiated trades, VND.', 8034000000, {
    columnNames: ['foreign sell put through value', 'foreign sell deal value'],
  })
  foreign_sell_value_negotiated?: number;
  @OptionalColumn(bigintKind, 'Maximum number of securities that foreigners may hold.', 2089955445, {
    columnNames: ['total room', 'foreign room', 'room'],
  })
  foreign_total_room?: number | bigint;
  @OptionalColumn(bigintKind, 'Securities that foreigners hold.', 1058000000, {
    columnNames: ['foreign owned shares', 'foreign owned'],
  })
  foreign_owned_volume?: number | bigint;
  @OptionalColumn(
    bigintKind,
    'Securities that foreigners may still buy at the beginning of the day.',
    1031955445,
    { columnNames: ['remaining room'] },
  )
  foreign_remaining_room?: number | bigint;
  @OptionalColumn(
    bigintKind,
    'Securities that foreigners may still buy now, after the trades of the day.',
    1031835445,
    { columnNames: ['current room'] },
  )
  foreign_current_room?: number | bigint;
  @OptionalColumn(
    numberKind({ min: 0, max: 1 }),
    'Share of all securities held by foreigners, from 0 to 1.',
    0.5062,
  )
  foreign_ownership_ratio?: number;
}
