import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { assignedCountryKind, timezoneKind } from '../../kinds/codes.js';
import { choiceKind, dateKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, RecordTable } from '../dataset/columns.js';

/** Whether a trading system is open on a day. */
export const dayStatusKind = choiceKind(['open', 'closed']);

/** A stored day of a country's settlement calendar; natural key (country, date). */
@RecordTable('settlement', 'settlement_open', 'settlement_by_date')
@Check('settlement_country', `country ~ '^[A-Z]{2}$'`)
@Check('settlement_name', `name <> ''`)
@Check('settlement_date', `isfinite(date)`)
@Check('settlement_timezone', `timezone <> ''`)
export class Settlement extends StoredRecord {
  @KeyColumn(assignedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country: string;
  /** YYYY-MM-DD */
  @KeyColumn(dateKind, 'Closed or open trading day.', '2026-02-16') date: string;
  @DataColumn(timezoneKind, 'IANA time zone.', 'Asia/Ho_Chi_Minh') timezone: string;
  @DataColumn(textOf({ max: 200 }), 'Name of the day.', 'Lunar New Year (Tết Nguyên Đán)') name: string;
  @DataColumn(dayStatusKind, 'Whether the trading system is open that day; closed by default.', 'closed', {
    default: 'closed',
  })
  status?: 'open' | 'closed';
}
