import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { listedCountryKind } from '../../kinds/codes.js';
import { textShown } from '../../kinds/kinds.js';
import { writeBody } from '../dataset/columns.js';
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
  @Shown(currencyCodeKind, { description: 'Alphabetic code.', example: 'VND' })
  code: string;
  @ShownOrNull(numericCodeKind, {
    description: 'Numeric code, three digits; null where the source has none.',
    example: '704',
  })
  numeric_code: string | null;
  @FieldOf(Currency) name: string;
  @ShownOrNull(minorUnitKind, {
    description:
      'Digits after the decimal point; null where there is no minor unit (gold, funds) or it is unknown.',
    example: 0,
  })
  minor_unit: number | null;
  @ShownOrNull(textShown, { description: 'Symbol; null where it is written with its code.', example: '₫' })
  symbol: string | null;
  @Shown(countriesKind, {
    description: 'Countries that use it, or used it last, ISO 3166-1 alpha-2.',
    example: ['VN'],
  })
  countries: string[];
  @Shown(entitiesKind, { description: 'The same as ISO 4217 names them.', example: ['VIET NAM'] })
  entities: string[];
  @FieldOf(Currency) is_fund: boolean;
  @Shown(currencyStatusKind, { description: 'active, or withdrawn from use.', example: 'active' })
  status: string;
  @ShownOrNull(partialDateKind, { description: 'First use, as exact as it is known.', example: '1985-09-14' })
  introduction_date: string | null;
  @ShownOrNull(partialDateKind, {
    description: 'Withdrawal, as exact as it is known: YYYY, YYYY-MM or YYYY-MM-DD.',
    example: null,
  })
  withdrawal_date: string | null;
  @ShownOrNull(textShown, {
    description:
      'Where the record comes from: ISO 4217, or CLDR for historic codes until list three is imported.',
    example: 'ISO 4217',
  })
  source: string | null;
}

/** A currency to be written. */
export class CurrencyWrite extends writeBody(Currency) {}

/** Parameters of GET /reference/currency. */
export class CurrencyQuery extends PageQuery {
  @QueryField(currencyCodeKind, { description: 'Alphabetic code, in any letter case.', example: 'VND' })
  code?: string;
  @QueryField(currencyStatusKind, {
    description: 'Only active, or only withdrawn ones; both when not given.',
    example: 'active',
  })
  status?: string;
  @QueryField(listedCountryKind, {
    description: 'Currencies of a country, ISO 3166-1 alpha-2.',
    example: 'VN',
  })
  country?: string;
  @QueryField(wordsKind, {
    description: `Words of code, numeric code, name or ISO entity: ${WORDS_TEXT}`,
    example: 'dong',
  })
  q?: string;
}
