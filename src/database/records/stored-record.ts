import { Column, Generated } from 'typeorm';

/** Control columns that every record table carries. */
export abstract class StoredRecord {
  /** surrogate identifier, assigned by the service */
  @Column('uuid')
  @Generated('uuid')
  id: string;

  /** counts changes; the ETag */
  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changed_at: Date;

  /** author of the present values */
  @Column('text')
  maker: string;
}
