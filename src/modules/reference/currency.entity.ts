import { Check, Entity, Index } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { countryKind } from '../../kinds/codes.js';
import { booleanKind, choiceKind, textOf } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn, OptionalColumn } from '../dataset/columns.js';
import { currencyCodeKind, minorUnitKind, numericCodeKind, partialDateKind } from './reference-kinds.js';

/** Whether a currency is in use. */
export const currencyStatusKind = choiceKind(['active', 'withdrawn']);

export const countriesKind = arrayOf(countryKind, 300);

export const entitiesKind = arrayOf(textOf({ max: 200 }), 300);

/** A currency of ISO 4217; natural key code. */
@Entity('currency')
@Index('currency_id', ['id'])
@Index('currency_by_status', ['status', 'code'])
@Index('currency_countries', { synchronize: false })
@Index('currency_words', { synchronize: false })
@Check('currency_code', `code ~ '^[A-Z]{3}$'`)
@Check('currency_status', `status IN ('active', 'withdrawn')`)
@Check('currency_name', `name <> ''`)
@Check('currency_minor_unit', `minor_unit BETWEEN 0 AND 10`)
export class Currency extends StoredRecord {
  @KeyColumn(currencyCodeKind, { description: 'Alphabetic code; the key.', example: 'VND' })
  code: string;
  /** three digits */
  @OptionalColumn(numericCodeKind, { description: 'Numeric code.', example: '704' })
  numeric_code?: string;
  @DataColumn(textOf({ max: 200 }), { description: 'Name, English.', example: 'Dong' })
  name: string;
  @OptionalColumn(minorUnitKind, {
    description: 'Digits after the decimal point; none where there is no minor unit.',
    example: 0,
  })
  minor_unit?: number;
  @OptionalColumn(textOf({ max: 20 }), { description: 'Symbol.', example: '₫' })
  symbol?: string;
  @DataColumn(countriesKind, { description: 'Countries, ISO alpha-2.', example: ['VN'], default: [] })
  countries?: string[];
  @DataColumn(entitiesKind, { description: 'ISO 4217 entities.', example: ['VIET NAM'], default: [] })
  entities?: string[];
  @DataColumn(booleanKind, { description: 'True for a fund.', example: false, default: false })
  is_fund?: boolean;
  @DataColumn(currencyStatusKind, {
    description: 'active or withdrawn; active when not given.',
    example: 'active',
    default: 'active',
  })
  status?: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD, as exact as the source knows it */
  @OptionalColumn(partialDateKind, { description: 'First use.', example: '1985-09-14' })
  introduction_date?: string;
  @OptionalColumn(partialDateKind, {
    description: 'Withdrawal.',
    example: '2001-12',
    column: { comment: 'YYYY, YYYY-MM or YYYY-MM-DD: as exact as the source knows it' },
  })
  withdrawal_date?: string;
  @OptionalColumn(textOf({ max: 100 }), { description: 'Source.', example: 'ISO 4217' })
  source?: string;
}
