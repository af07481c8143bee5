import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A country; natural key cca2, everything else in its record. */
@Entity('country')
@Index('country_id', ['id'])
@Index('country_by_cca3', { synchronize: false })
@Index('country_by_region', { synchronize: false })
@Index('country_words', { synchronize: false })
@Check('country_cca3', `record ->> 'cca3' ~ '^[A-Z]{3}$'`)
@Check('country_cca2', `cca2 ~ '^[A-Z]{2}$' AND cca2 = record ->> 'cca2'`)
export class Country extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'country_pkey' })
  cca2: string;

  /** the fields of specification 2.6 */
  @Column('jsonb')
  record: Record<string, unknown>;
}
