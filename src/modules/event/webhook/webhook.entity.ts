import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A receiver of events, its filters, and how far it was served. */
@Entity('webhook')
@Check('webhook_url', `url ~ '^https?://'`)
@Check('webhook_lease', '(lease_owner IS NULL) = (lease_until IS NULL)')
export class Webhook {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') url: string;
  @Column('text', { nullable: true }) description: string | null;

  /** event types, data sets and tickers to deliver; null: all */
  @Column('text', { array: true, nullable: true }) types: string[] | null;
  @Column('text', { array: true, nullable: true }) resources: string[] | null;
  @Column('text', { array: true, nullable: true }) tickers: string[] | null;
  @Column('boolean', { default: true }) active: boolean;

  /** `whsec_` and 32 bytes in base64: the key that signs deliveries */
  @Column('text') secret: string;
  @Column('text') maker: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) created_at: Date;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) changed_at: Date;

  /** id of the audit event up to which everything that matches was delivered */
  @Column('bigint') position: string;

  /** attempts that failed since the last success */
  @Column('integer', { default: 0 }) failures: number;
  @Column('timestamptz', { nullable: true }) last_success_at: Date | null;
  @Column('text', { nullable: true }) last_error: string | null;
  @Column('timestamptz', { nullable: true }) last_error_at: Date | null;
  @Column('timestamptz', { nullable: true }) next_attempt_at: Date | null;

  /** process that is delivering, and until when it may */
  @Column('uuid', { nullable: true }) lease_owner: string | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
}
