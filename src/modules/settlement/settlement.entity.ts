import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** A stored day of a country's settlement calendar; natural key (country, date). */
@Entity('settlement')
@Index('settlement_id', ['id'])
@Index('settlement_open', { synchronize: false })
@Check('settlement_country', `country ~ '^[A-Z]{2}$'`)
@Check('settlement_name', `name <> ''`)
@Check('settlement_status', `status IN ('open', 'closed')`)
export class Settlement {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'settlement_pkey' })
  country: string;

  /** YYYY-MM-DD */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'settlement_pkey' })
  date: string;

  @Column('text')
  timezone: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'closed' })
  status: 'open' | 'closed';

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
