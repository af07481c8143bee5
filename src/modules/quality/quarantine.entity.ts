import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { textList } from '../../database/sql.js';

/** What may happen to a row that is held back. */
export const QUARANTINE_STATES = ['waiting', 'released', 'corrected', 'rejected', 'superseded'] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** A row of a source that the quality gate held back. */
@Entity('quarantine')
@Check('quarantine_state', `state IN (${textList(QUARANTINE_STATES)})`)
@Check('quarantine_decided', `(state = 'waiting') = (decided_at IS NULL)`)
@Index('quarantine_waiting', ['resource', 'source', 'record_key'], {
  unique: true,
  where: `state = 'waiting'`,
})
@Index('quarantine_rejected', ['resource', 'source', 'record_key'], { where: `state = 'rejected'` })
@Index('quarantine_by_age', ['state', 'created_at', 'id'])
@Index('quarantine_stored', ['resource', 'record_key'], { where: `state IN ('released', 'corrected')` })
export class Quarantine {
  @PrimaryGeneratedColumn('uuid') id: string;

  /** data set */
  @Column('text') resource: string;
  @Column('text') source: string;
  @Column('uuid') run_id: string;

  /** counts changes of values, findings and state; the ETag */
  @Column('integer', { default: 1 }) revision: number;
  @Column('jsonb') record_key: object;

  /** as it arrived, in the fields of the data set */
  @Column('jsonb') record: object;

  /** `[{rule, action, value, expected}]` */
  @Column('jsonb') findings: object;
  @Column('text', { default: 'waiting' }) state: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) decided_at: Date | null;
  @Column('text', { nullable: true }) decided_by: string | null;
  @Column('text', { nullable: true }) reason: string | null;
}
