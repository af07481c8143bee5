import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { listedCountryKind } from '../../kinds/codes.js';
import { textShown } from '../../kinds/kinds.js';
import { Currency, countriesKind, currencyStatusKind, entitiesKind } from './currency.entity.js';
import {
  currencyCodeKind,
  minorUnitKind,
  numericCodeKind,
  partialDateKind,
  WORDS_TEXT,
  wordsKind,
} from './reference-kinds.js';

/** A currency, fund or precious metal of ISO 4217. */
export class CurrencyRecord {
  @Shown(currencyCodeKind, 'Alphabetic code.', 'VND') code: string;
  @ShownOrNull(numericCodeKind, 'Numeric code, three digits; null if the source has none.', '704')
  numeric_code: string | null;
  @FieldOf(Currency) name: string;
  @ShownOrNull(
    minorUnitKind,
    'Digits after the decimal point; null if there is no minor unit (gold, funds) or it is unknown.',
    0,
  )
  minor_unit: number | null;
  @ShownOrNull(textShown, 'Symbol; null if the currency is written with its code.', '₫')
  symbol: string | null;
  @Shown(countriesKind, 'Countries that use the currency, or used it last, ISO 3166-1 alpha-2.', ['VN'])
  countries: string[];
  @Shown(entitiesKind, 'The same, as named in ISO 4217.', ['VIET NAM']) entities: string[];
  @FieldOf(Currency) is_fund: boolean;
  @Shown(currencyStatusKind, 'active, or withdrawn from use.', 'active') status: string;
  @ShownOrNull(partialDateKind, 'First use, as precisely as known.', '1985-09-14')
  introduction_date: string | null;
  @ShownOrNull(partialDateKind, 'Withdrawal, as precisely as known: YYYY, YYYY-MM or YYYY-MM-DD.', null)
  withdrawal_date: string | null;
  @ShownOrNull(
    textShown,
    'Source of the record: ISO 4217, or CLDR for historic codes until list three is imported.',
    'ISO 4217',
  )
  source: string | null;
}

/** Parameters of GET /reference/currency. */
export class CurrencyQuery extends PageQuery {
  @QueryField(currencyCodeKind, 'Alphabetic code, case-insensitive.', 'VND') code?: string;
  @QueryField(currencyStatusKind, 'Only active or only withdrawn currencies; both by default.', 'active')
  status?: string;
  @QueryField(listedCountryKind, 'Currencies of a country, ISO 3166-1 alpha-2.', 'VN') country?: string;
  @QueryField(wordsKind, `Words of the code, numeric code, name or ISO entity: ${WORDS_TEXT}`, 'dong')
  q?: string;
}
