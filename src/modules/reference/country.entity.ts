import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** A country; natural key cca2, everything else in its record. */
@Entity('country')
@Index('country_id', ['id'])
@Index('country_by_cca3', { synchronize: false })
@Index('country_by_region', { synchronize: false })
@Index('country_words', { synchronize: false })
@Check('country_cca3', `record ->> 'cca3' ~ '^[A-Z]{3}$'`)
@Check('country_cca2', `cca2 ~ '^[A-Z]{2}$' AND cca2 = record ->> 'cca2'`)
export class Country {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'country_pkey' })
  cca2: string;

  /** the fields of specification 2.6 */
  @Column('jsonb')
  record: Record<string, unknown>;

  @Column('uuid')
  @Generated('uuid')
  id: string;

  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changed_at: Date;

  @Column('text')
  maker: string;
}
