import { Check, Entity, Index } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { dateKind, integerKind, numberKind, priceKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn } from '../dataset/columns.js';

/** A band as a ratio, more than 0 and less than 1. */
const bandKind = numberKind({ min: Number.EPSILON, max: 1 - Number.EPSILON });

/** Exchange of a rule, in the database's own order of texts. */
const Exchange = () =>
  KeyColumn(textOf({ max: 20 }), {
    description: 'Exchange.',
    example: 'HOSE',
    column: { collation: undefined },
  });

/** How far prices of an exchange may move in a day, from a day on; natural key (exchange, valid_from). */
@Entity('market_band')
@Index('market_band_id', ['id'])
@Check('market_band_band_check', `band > 0 AND band < 1`)
@Check('market_band_first_day_band_check', `first_day_band > 0 AND first_day_band < 1`)
@Check('market_band_exchange', `exchange <> ''`)
@Check('market_band_valid_from', `isfinite(valid_from)`)
export class MarketBand extends StoredRecord {
  @Exchange() exchange: string;
  @KeyColumn(dateKind, { description: 'First day.', example: '2013-01-15' })
  valid_from: string;
  @DataColumn(bandKind, { description: 'Greatest move from the reference price, as a ratio.', example: 0.07 })
  band: number;
  @DataColumn(bandKind, { description: 'The same on the first trading day of a security.', example: 0.2 })
  first_day_band: number;
}

/** Securities of a round lot, from a day on; natural key (exchange, valid_from). */
@Entity('market_lot')
@Index('market_lot_id', ['id'])
@Check('market_lot_positive', `lot > 0`)
@Check('market_lot_exchange', `exchange <> ''`)
@Check('market_lot_valid_from', `isfinite(valid_from)`)
export class MarketLot extends StoredRecord {
  @Exchange() exchange: string;
  @KeyColumn(dateKind, { description: 'First day.', example: '2021-01-04' })
  valid_from: string;
  @DataColumn(integerKind({ min: 1 }), { description: 'Securities of a round lot.', example: 100 })
  lot: number;
}

/**
 * Smallest step of prices from a price on, from a day on; a day counts whole tables only; natural key
 * (exchange, valid_from, price_from).
 */
@Entity('market_tick')
@Index('market_tick_id', ['id'])
@Check('market_tick_price_from_check', `price_from >= 0`)
@Check('market_tick_tick_check', `tick > 0`)
@Check('market_tick_exchange', `exchange <> ''`)
@Check('market_tick_valid_from', `isfinite(valid_from)`)
@Check('market_tick_finite', `price_from < 'Infinity' AND tick < 'Infinity'`)
export class MarketTick extends StoredRecord {
  @Exchange() exchange: string;
  @KeyColumn(dateKind, {
    description: 'First day of the table of which this is a line.',
    example: '2016-09-12',
  })
  valid_from: string;
  @KeyColumn(priceKind, { description: 'Lowest price of this tick, VND.', example: 10000 })
  price_from: number;
  @DataColumn(numberKind({ min: Number.MIN_VALUE }), { description: 'Tick, VND.', example: 50 })
  tick: number;
}
