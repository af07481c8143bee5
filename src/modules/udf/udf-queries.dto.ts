import { Ignored, QueryField, RequiredQueryField } from '../../http/fields/fields.js';
import { integerKind, type Kind, textOf } from '../../kinds/kinds.js';
import {
  type Resolution,
  resolutionKind,
  type SymbolName,
  type SymbolType,
  symbolKind,
  typeFilterKind,
  unixTimeKind,
} from './udf-kinds.js';

/** Maximum of bars that one answer counts back, and of symbols that one search finds. */
const MAXIMUM_BARS = 50_000;
const MAXIMUM_FOUND = 100;
const exchangeText = textOf({ min: 0, max: 20 });
/** Exchange in any letter case, or an empty text for all. */
const EXCHANGE: Kind<string> = {
  ...exchangeText,
  fromText: (text) => exchangeText.fromText(text.toUpperCase()),
};

/** Parameters that charts add to any request, meaningless here: one currency, one unit, and cache busting. */
export class UdfQuery {
  @Ignored() currencyCode?: unknown;
  @Ignored() unitId?: unknown;
  @Ignored() _?: unknown;
}

/** Parameters of /udf/symbols. */
export class UdfSymbolQuery extends UdfQuery {
  @RequiredQueryField(symbolKind, 'Symbol, with or without its exchange: `VNM`, `HOSE:VNM`.', 'VNM')
  symbol: SymbolName;
}

/** Parameters of /udf/symbol_info. */
export class UdfGroupQuery extends UdfQuery {
  @QueryField(
    EXCHANGE,
    'Exchange, as listed by /udf/config; all if empty or omitted. An unknown one is 404.',
    '',
  )
  group?: string;
}

/** Parameters of /udf/search. */
export class UdfSearchQuery extends UdfQuery {
  @QueryField(
    textOf({ min: 0, max: 100 }),
    'Text typed by the user: a symbol or a name, in part, with or without diacritics. All are listed if empty.',
    'VN',
  )
  query?: string;
  @QueryField(typeFilterKind, 'Symbol type; all if empty.', 'stock') type?: SymbolType | '';
  @QueryField(EXCHANGE, 'Exchange; all if empty.', 'HOSE') exchange?: string;
  @QueryField(integerKind({ min: 1, max: MAXIMUM_FOUND }), 'Maximum number of symbols to return.', 30, {
    default: 30,
  })
  limit?: number;
}

/** Parameters of /udf/history. */
export class UdfHistoryQuery extends UdfSymbolQuery {
  @RequiredQueryField(resolutionKind, 'Bar length: day, ISO week or calendar month.', '1D')
  resolution: Resolution;
  @QueryField(
    unixTimeKind,
    'Earliest time of a bar, unix seconds, inclusive; the first bar if omitted. Ignored with countback.',
    1704067200,
  )
  from?: number;
  @RequiredQueryField(unixTimeKind, 'End of the range, unix seconds, exclusive.', 4102444800) to: number;
  @QueryField(
    integerKind({ min: 1, max: MAXIMUM_BARS }),
    'Number of bars, ending with the last one before `to`; takes precedence over `from`.',
    300,
  )
  countback?: number;
}
