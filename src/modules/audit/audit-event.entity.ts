import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One write: who, when, before, after, and the request that it came with. Append-only. */
@Entity('audit_event')
@Index('audit_event_by_record', { synchronize: false })
@Index('audit_event_by_resource', ['resource', 'id'])
@Index('audit_event_by_actor', ['actor', 'id'])
@Index('audit_event_by_action', { synchronize: false })
@Index('audit_event_by_request', { synchronize: false })
@Index('audit_event_import', { synchronize: false })
@Index('audit_event_import_finished', { synchronize: false })
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) occurred_at: Date;
  @Column('text') resource: string;
  @Column('text') action: string;
  @Column('uuid', { nullable: true }) record_id: string | null;
  @Column('jsonb', { nullable: true }) record_key: object | null;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) request_id: string | null;
  @Column('jsonb', { nullable: true }) before: object | null;
  @Column('jsonb', { nullable: true }) after: object | null;
}
