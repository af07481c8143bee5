import { Check, Index } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { countryKind } from '../../kinds/codes.js';
import { booleanKind, choiceKind, textOf } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { currencyCodeKind, minorUnitKind, numericCodeKind, partialDateKind } from './reference-kinds.js';

/** Whether a currency is in use. */
export const currencyStatusKind = choiceKind(['active', 'withdrawn']);

export const countriesKind = arrayOf(countryKind, 300);

export const entitiesKind = arrayOf(textOf({ max: 200 }), 300);

/** A currency of ISO 4217; natural key code. */
@RecordTable('currency', 'currency_countries', 'currency_words')
@Index('currency_by_status', ['status', 'code'])
@Check('currency_code', `code ~ '^[A-Z]{3}$'`)
@Check('currency_name', `name <> ''`)
@Check('currency_minor_unit', `minor_unit BETWEEN 0 AND 10`)
export class Currency extends StoredRecord {
  @KeyColumn(currencyCodeKind, 'Alphabetic code; the key.', 'VND') code: string;
  /** three digits */
  @OptionalColumn(numericCodeKind, 'Numeric code.', '704') numeric_code?: string;
  @DataColumn(textOf({ max: 200 }), 'English name.', 'Dong') name: string;
  @OptionalColumn(minorUnitKind, 'Digits after the decimal point; none if there is no minor unit.', 0)
  minor_unit?: number;
  @OptionalColumn(textOf({ max: 20 }), 'Symbol.', '₫') symbol?: string;
  @DataColumn(countriesKind, 'Countries, ISO alpha-2.', ['VN'], { default: [] }) countries?: string[];
  @DataColumn(entitiesKind, 'ISO 4217 entities.', ['VIET NAM'], { default: [] }) entities?: string[];
  @DataColumn(booleanKind, 'True for a fund.', false, { default: false }) is_fund?: boolean;
  @DataColumn(currencyStatusKind, 'active or withdrawn; active by default.', 'active', {
    default: 'active',
  })
  status?: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD, as precise as in the source */
  @OptionalColumn(partialDateKind, 'First use.', '1985-09-14') introduction_date?: string;
  @OptionalColumn(partialDateKind, 'Withdrawal.', '2001-12', {
    column: { comment: 'YYYY, YYYY-MM or YYYY-MM-DD: as exact as the source knows it' },
  })
  withdrawal_date?: string;
  @OptionalColumn(textOf({ max: 100 }), 'Source.', 'ISO 4217') source?: string;
}
