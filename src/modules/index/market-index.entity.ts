import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { exchangeKind } from '../../kinds/codes.js';
import {
  ABOVE_0,
  booleanKind,
  choiceKind,
  dateKind,
  numberKind,
  textOf,
  tickerKind,
} from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** A market index, whose levels are the quotes of its code; natural key (code). */
@RecordTable('market_index')
@Check('market_index_base', `base_value > 0 AND base_value < 'Infinity'`)
@Check('market_index_name', `name <> ''`)
@Check('market_index_base_date', `isfinite(base_date)`)
export class MarketIndex extends StoredRecord {
  @KeyColumn(tickerKind, 'Index symbol; its levels are the quotes of this symbol.', 'VNINDEX') code: string;
  @DataColumn(textOf({ max: 300 }), 'Name.', 'Chỉ số VN-Index') name: string;
  @OptionalColumn(textOf({ max: 300 }), 'English name.', 'VN-Index') name_en?: string;
  @OptionalColumn(exchangeKind, 'Exchange that computes it.', 'HOSE') exchange?: string;
  @DataColumn(
    choiceKind(['market_cap', 'free_float', 'capped_free_float', 'price']),
    'Weighting of members; market_cap by default.',
    'market_cap',
    { default: 'market_cap' },
  )
  weighting?: string;
  @DataColumn(
    booleanKind,
    'Whether it is a main index of the market, as listed by /trade/market/result.',
    true,
    { default: false },
  )
  main?: boolean;
  @DataColumn(
    booleanKind,
    'Whether every share listed on its exchange is a member; if no constituents are stored for a day, these are used.',
    true,
    { default: false },
  )
  all_share?: boolean;
  @OptionalColumn(dateKind, 'Day of the base value.', '2000-07-28') base_date?: string;
  @OptionalColumn(numberKind({ min: ABOVE_0 }), 'Level on the base date, points.', 100)
  base_value?: number;
  @OptionalColumn(
    textOf({ max: 2000 }),
    'What the index measures.',
    'All shares of HOSE by market capitalisation',
  )
  description?: string;
}
