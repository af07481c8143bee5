import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { booleanKind, choiceKind, countryKind, textOf, textShown } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import {
  currencyCodeKind,
  minorUnitKind,
  numericCodeKind,
  partialDateKind,
  WORDS_TEXT,
  wordsKind,
} from './reference-kinds.js';

const statusKind = choiceKind(['active', 'withdrawn']);
const countriesKind = arrayOf(countryKind, 300);
const entitiesKind = arrayOf(textOf({ max: 200 }), 300);

/** A currency, fund or precious metal of ISO 4217. */
export class CurrencyRecord {
  @Shown(currencyCodeKind, { description: 'Alphabetic code.', example: 'VND' })
  code: string;
  @Shown(numericCodeKind, {
    description: 'Numeric code, three digits; null where the source has none.',
    example: '704',
    nullable: true,
  })
  numeric_code: string | null;
  @Shown(textShown, { description: 'Name, English.', example: 'Dong' })
  name: string;
  @Shown(minorUnitKind, {
    description:
      'Digits after the decimal point; null where there is no minor unit (gold, funds) or it is unknown.',
    example: 0,
    nullable: true,
  })
  minor_unit: number | null;
  @Shown(textShown, {
    description: 'Symbol; null where it is written with its code.',
    example: '₫',
    nullable: true,
  })
  symbol: string | null;
  @Shown(countriesKind, {
    description: 'Countries that use it, or used it last, ISO 3166-1 alpha-2.',
    example: ['VN'],
  })
  countries: string[];
  @Shown(entitiesKind, { description: 'The same as ISO 4217 names them.', example: ['VIET NAM'] })
  entities: string[];
  @Shown(booleanKind, { description: 'True for a fund.', example: false })
  is_fund: boolean;
  @Shown(statusKind, { description: 'active, or withdrawn from use.', example: 'active' })
  status: string;
  @Shown(partialDateKind, {
    description: 'First use, as exact as it is known.',
    example: '1985-09-14',
    nullable: true,
  })
  introduction_date: string | null;
  @Shown(partialDateKind, {
    description: 'Withdrawal, as exact as it is known: YYYY, YYYY-MM or YYYY-MM-DD.',
    example: null,
    nullable: true,
  })
  withdrawal_date: string | null;
  @Shown(textShown, {
    description:
      'Where the record comes from: ISO 4217, or CLDR for historic codes until list three is imported.',
    example: 'ISO 4217',
    nullable: true,
  })
  source: string | null;
}

/** A currency to be written. */
export class CurrencyWrite extends ReadBack {
  @BodyField(currencyCodeKind, { description: 'Alphabetic code; the key.', example: 'VND' })
  code: string;
  @BodyField(numericCodeKind, { description: 'Numeric code.', example: '704', optional: true })
  numeric_code?: string;
  @BodyField(textOf({ max: 200 }), { description: 'Name, English.', example: 'Dong' })
  name: string;
  @BodyField(minorUnitKind, {
    description: 'Digits after the decimal point; none where there is no minor unit.',
    example: 0,
    optional: true,
  })
  minor_unit?: number;
  @BodyField(textOf({ max: 20 }), { description: 'Symbol.', example: '₫', optional: true })
  symbol?: string;
  @BodyField(countriesKind, { description: 'Countries, ISO alpha-2.', example: ['VN'], optional: true })
  countries?: string[];
  @BodyField(entitiesKind, { description: 'ISO 4217 entities.', example: ['VIET NAM'], optional: true })
  entities?: string[];
  @BodyField(booleanKind, { description: 'True for a fund.', example: false, default: false, optional: true })
  is_fund?: boolean;
  @BodyField(statusKind, {
    description: 'active or withdrawn; active when not given.',
    example: 'active',
    default: 'active',
    optional: true,
  })
  status?: string;
  @BodyField(partialDateKind, { description: 'First use.', example: '1985-09-14', optional: true })
  introduction_date?: string;
  @BodyField(partialDateKind, { description: 'Withdrawal.', example: '2001-12', optional: true })
  withdrawal_date?: string;
  @BodyField(textOf({ max: 100 }), { description: 'Source.', example: 'ISO 4217', optional: true })
  source?: string;
}

/** Parameters of GET /reference/currency. */
export class CurrencyQuery extends PageQuery {
  @QueryField(currencyCodeKind, { description: 'Alphabetic code, in any letter case.', example: 'VND' })
  code?: string;
  @QueryField(statusKind, {
    description: 'Only active, or only withdrawn ones; both when not given.',
    example: 'active',
  })
  status?: string;
  @QueryField(countryKind, { description: 'Currencies of a country, ISO 3166-1 alpha-2.', example: 'VN' })
  country?: string;
  @QueryField(wordsKind, {
    description: `Words of code, numeric code, name or ISO entity: ${WORDS_TEXT}`,
    example: 'dong',
  })
  q?: string;
}
