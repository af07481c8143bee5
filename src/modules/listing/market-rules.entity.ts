import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { exchangeKind } from '../../kinds/codes.js';
import {
  ABOVE_0,
  BELOW_1,
  choiceKind,
  dateKind,
  integerKind,
  numberKind,
  priceKind,
  textOf,
} from '../../kinds/kinds.js';
import { RULED_TYPES } from '../../market/security-types.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** A band as a ratio, more than 0 and less than 1. */
const bandKind = numberKind({ min: ABOVE_0, max: BELOW_1 });

/** Exchange of a rule, in the database's default collation. */
const Exchange = () => KeyColumn(exchangeKind, 'Exchange.', 'HOSE', { column: { collation: undefined } });

const ruledTypeKind = choiceKind(RULED_TYPES);

/** Kind of security of a rule, in the same collation as the master's. */
const SecurityType = () =>
  KeyColumn(ruledTypeKind, 'Kind of security; a kind without its own rules follows those of stocks.', 'etf', {
    default: 'stock',
    column: { collation: undefined },
  });

/** Source of a rule. */
const Source = () =>
  OptionalColumn(
    textOf({ max: 1000 }),
    'Regulation or notice the rule comes from.',
    'Decision 341/QD-SGDHCM of 2016',
  );

/** Daily price band of an exchange, from a day on; natural key (exchange, security_type, valid_from). */
@RecordTable('market_band')
@Check('market_band_band_check', `band > 0 AND band < 1`)
@Check('market_band_first_day_band_check', `first_day_band > 0 AND first_day_band < 1`)
@Check('market_band_resumption', `resumption_sessions > 0 AND resumption_band > 0 AND resumption_band < 1`)
@Check('market_band_exchange', `exchange <> ''`)
@Check('market_band_valid_from', `isfinite(valid_from)`)
export class MarketBand extends StoredRecord {
  @Exchange() exchange: string;
  @SecurityType() security_type: string;
  @KeyColumn(dateKind, 'First day.', '2013-01-15') valid_from: string;
  @DataColumn(bandKind, 'Maximum move from the reference price, as a ratio.', 0.07) band: number;
  @OptionalColumn(
    bandKind,
    'The same on the listing date of a security; if omitted, limits of that day are unknown.',
    0.2,
  )
  first_day_band?: number;
  @OptionalColumn(
    integerKind({ min: 1 }),
    'Consecutive sessions without a trade after which the resumption band applies; none by default.',
    25,
  )
  resumption_sessions?: number;
  @OptionalColumn(
    bandKind,
    'Maximum move from the reference price on the first day with a trade after these sessions.',
    0.2,
  )
  resumption_band?: number;
  @Source() source?: string;
}

/** Securities in a round lot, from a day on; natural key (exchange, security_type, valid_from). */
@RecordTable('market_lot')
@Check('market_lot_positive', `lot > 0`)
@Check('market_lot_exchange', `exchange <> ''`)
@Check('market_lot_valid_from', `isfinite(valid_from)`)
export class MarketLot extends StoredRecord {
  @Exchange() exchange: string;
  @SecurityType() security_type: string;
  @KeyColumn(dateKind, 'First day.', '2021-01-04') valid_from: string;
  @DataColumn(integerKind({ min: 1 }), 'Securities in a round lot.', 100) lot: number;
  @Source() source?: string;
}

/** Tick size from a price and from a day on; natural key (exchange, security_type, valid_from, price_from). */
@RecordTable('market_tick')
@Check('market_tick_price_from_check', `price_from >= 0`)
@Check('market_tick_tick_check', `tick > 0`)
@Check('market_tick_exchange', `exchange <> ''`)
@Check('market_tick_valid_from', `isfinite(valid_from)`)
@Check('market_tick_finite', `price_from < 'Infinity' AND tick < 'Infinity'`)
export class MarketTick extends StoredRecord {
  @Exchange() exchange: string;
  @SecurityType() security_type: string;
  @KeyColumn(dateKind, 'First day of the table this line belongs to.', '2016-09-12') valid_from: string;
  @KeyColumn(priceKind, 'Lowest price with this tick size, VND.', 10000) price_from: number;
  @DataColumn(numberKind({ min: ABOVE_0 }), 'Tick size, VND.', 50) tick: number;
  @Source() source?: string;
}
