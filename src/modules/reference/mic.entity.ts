import { Check, Index } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { countryKind } from '../../kinds/codes.js';
import { dateKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { micKind, micStatusKind, operatingOrSegmentKind } from './reference-kinds.js';

/** A market identifier code; natural key mic. */
@RecordTable('mic', 'mic_words')
@Index('mic_by_operating', ['operating_mic', 'mic'])
@Index('mic_by_country', ['iso_country_code', 'mic'])
@Index('mic_by_status', ['status', 'mic'])
@Check('mic_code', `mic ~ '^[A-Z0-9]{4}$'`)
@Check('mic_names', `operating_mic <> '' AND market_name <> '' AND iso_country_code <> ''`)
@Check(
  'mic_dates',
  `isfinite(creation_date) AND isfinite(last_update_date) AND isfinite(last_validation_date) AND isfinite(expiry_date)`,
)
export class Mic extends StoredRecord {
  @KeyColumn(micKind, 'Market identifier code; the key.', 'XSTC') mic: string;
  @DataColumn(micKind, 'MIC of the operator.', 'XSTC', { column: { collation: 'C' } }) operating_mic: string;
  @DataColumn(operatingOrSegmentKind, 'OPRT or SGMT.', 'OPRT') oprt_sgmt: string;
  @DataColumn(textOf({ max: 500 }), 'Name.', 'HOCHIMINH STOCK EXCHANGE') market_name: string;
  @OptionalColumn(textOf({ max: 500 }), 'Legal name of the owner.', 'HOSE') legal_entity_name?: string;
  @OptionalColumn(textOf({ max: 20 }), 'Legal entity identifier.', '969500HMVSZ0TCV65D58') lei?: string;
  @OptionalColumn(textOf({ max: 10 }), 'Category code.', 'NSPD') market_category?: string;
  @OptionalColumn(textOf({ max: 100 }), 'Acronym.', 'HOSE') acronym?: string;
  @DataColumn(countryKind, 'Country, ISO 3166-1 alpha-2, or ZZ.', 'VN', { column: { collation: 'C' } })
  iso_country_code: string;
  @OptionalColumn(textOf({ max: 200 }), 'City.', 'HO CHI MINH CITY') city?: string;
  @OptionalColumn(textOf({ max: 500 }), 'Website.', 'WWW.HSX.VN') website?: string;
  @DataColumn(micStatusKind, 'Status, under either name.', 'ACTIVE') status: string;
  /** YYYY-MM-DD, like the dates below */
  @OptionalColumn(dateKind, 'Date of creation.', '20090727') creation_date?: string;
  @OptionalColumn(dateKind, 'Date of last modification.', '20090727') last_update_date?: string;
  @OptionalColumn(dateKind, 'Date of last review.', '20210927') last_validation_date?: string;
  @OptionalColumn(dateKind, 'Date of deactivation.', '20250526') expiry_date?: string;
  @OptionalColumn(textOf({ max: 2000 }), 'Comments.', 'FORMERLY HASTC') comments?: string;
}
