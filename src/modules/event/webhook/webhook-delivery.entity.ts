import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Events that were sent to a webhook together, and how the last attempt ended. */
@Entity('webhook_delivery')
@Index('webhook_delivery_by_event', ['webhook_id', 'first_event'], { unique: true })
@Check('webhook_delivery_state', `state IN ('delivered', 'failed')`)
export class WebhookDelivery {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') webhook_id: string;

  /** the smallest of `events` */
  @Column('bigint') first_event: string;

  /** ids of the audit events, ascending */
  @Column('bigint', { array: true }) events: string[];
  @Column('text') state: 'delivered' | 'failed';
  @Column('integer', { default: 1 }) attempts: number;

  /** class of the last failure; null once it was delivered */
  @Column('text', { nullable: true }) error: string | null;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) first_attempt_at: Date;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) last_attempt_at: Date;
}
