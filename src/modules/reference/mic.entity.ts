import { Check, Entity, Index } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { countryKind } from '../../kinds/codes.js';
import { dateKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn } from '../dataset/columns.js';
import { micKind, micStatusKind, operatingOrSegmentKind } from './reference-kinds.js';

/** A market identifier code; natural key mic. */
@Entity('mic')
@Index('mic_id', ['id'])
@Index('mic_by_operating', ['operating_mic', 'mic'])
@Index('mic_by_country', ['iso_country_code', 'mic'])
@Index('mic_by_status', ['status', 'mic'])
@Index('mic_words', { synchronize: false })
@Check('mic_code', `mic ~ '^[A-Z0-9]{4}$'`)
@Check('mic_oprt_sgmt', `oprt_sgmt IN ('OPRT', 'SGMT')`)
@Check('mic_status', `status IN ('ACTIVE', 'UPDATED', 'EXPIRED')`)
@Check('mic_names', `operating_mic <> '' AND market_name <> '' AND iso_country_code <> ''`)
@Check(
  'mic_dates',
  `isfinite(creation_date) AND isfinite(last_update_date) AND isfinite(last_validation_date) AND isfinite(expiry_date)`,
)
export class Mic extends StoredRecord {
  @KeyColumn(micKind, { description: 'Market identifier code; the key.', example: 'XSTC' })
  mic: string;
  @DataColumn(micKind, { description: 'MIC of the operator.', example: 'XSTC', column: { collation: 'C' } })
  operating_mic: string;
  @DataColumn(operatingOrSegmentKind, { description: 'OPRT or SGMT.', example: 'OPRT' })
  oprt_sgmt: string;
  @DataColumn(textOf({ max: 500 }), { description: 'Name.', example: 'HOCHIMINH STOCK EXCHANGE' })
  market_name: string;
  @OptionalColumn(textOf({ max: 500 }), { description: 'Legal name of the owner.', example: 'HOSE' })
  legal_entity_name?: string;
  @OptionalColumn(textOf({ max: 20 }), {
    description: 'Legal entity identifier.',
    example: '969500HMVSZ0TCV65D58',
  })
  lei?: string;
  @OptionalColumn(textOf({ max: 10 }), { description: 'Code of the category.', example: 'NSPD' })
  market_category?: string;
  @OptionalColumn(textOf({ max: 100 }), { description: 'Acronym.', example: 'HOSE' })
  acronym?: string;
  @DataColumn(countryKind, {
    description: 'Country, ISO 3166-1 alpha-2, or ZZ.',
    example: 'VN',
    column: { collation: 'C' },
  })
  iso_country_code: string;
  @OptionalColumn(textOf({ max: 200 }), { description: 'City.', example: 'HO CHI MINH CITY' })
  city?: string;
  @OptionalColumn(textOf({ max: 500 }), { description: 'Website.', example: 'WWW.HSX.VN' })
  website?: string;
  @DataColumn(micStatusKind, { description: 'Status, by either naming.', example: 'ACTIVE' })
  status: string;
  /** YYYY-MM-DD, as the dates below */
  @OptionalColumn(dateKind, { description: 'Creation.', example: '20090727' })
  creation_date?: string;
  @OptionalColumn(dateKind, { description: 'Last modification.', example: '20090727' })
  last_update_date?: string;
  @OptionalColumn(dateKind, { description: 'Last review.', example: '20210927' })
  last_validation_date?: string;
  @OptionalColumn(dateKind, { description: 'Deactivation.', example: '20250526' })
  expiry_date?: string;
  @OptionalColumn(textOf({ max: 2000 }), { description: 'Comments.', example: 'FORMERLY HASTC' })
  comments?: string;
}
