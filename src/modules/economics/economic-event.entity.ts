import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { textOf } from '../../kinds/kinds.js';

/** A name of the calendar: of an organiser, an event or a place. Three of them are the key: 2,704 bytes at the most. */
export const calendarNameKind = textOf({ max: 200 });

/** An entry of the economic calendar; natural key (date, organiser, event_name, location). */
@Entity('economic_event')
@Index('economic_event_id', ['id'])
@Index('economic_event_by_date', { synchronize: false })
@Index('economic_event_words', { synchronize: false })
@Check('economic_event_country', `country ~ '^[A-Z]{2}$'`)
@Check('economic_event_importance', `importance IN ('low', 'medium', 'high')`)
@Check('economic_event_date', `isfinite(date)`)
@Check('economic_event_names', `organiser <> '' AND event_name <> '' AND location <> ''`)
@Check(
  'economic_event_values',
  `actual > '-Infinity' AND actual < 'Infinity' AND forecast > '-Infinity' AND forecast < 'Infinity' AND previous > '-Infinity' AND previous < 'Infinity'`,
)
export class EconomicEvent extends StoredRecord {
  @PrimaryColumn('date', { primaryKeyConstraintName: 'economic_event_pkey' })
  date: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'economic_event_pkey' })
  organiser: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'economic_event_pkey' })
  event_name: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'economic_event_pkey' })
  location: string;

  @Column({ type: 'text', collation: 'C', nullable: true })
  country: string | null;

  @Column('text', { nullable: true })
  importance: string | null;

  @Column('double precision', { nullable: true })
  actual: number | null;

  @Column('double precision', { nullable: true })
  forecast: number | null;

  @Column('double precision', { nullable: true })
  previous: number | null;

  @Column('text', { nullable: true })
  unit: string | null;
}
