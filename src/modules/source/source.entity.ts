import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A source as declared, and when it runs next. */
@Entity('source')
@Check('source_name', `name ~ '^[a-z][a-z0-9-]{1,62}$'`)
export class Source {
  @PrimaryColumn('text') name: string;
  @Column('jsonb') declaration: object;
  @Column('boolean', { default: true }) active: boolean;
  @Column('text') maker: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) created_at: Date;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) changed_at: Date;

  /** when its schedule begins its next run */
  @Column('timestamptz', { nullable: true }) next_run_at: Date | null;

  /** day of its newest stored record */
  @Column('date', { nullable: true }) newest_date: string | null;

  /** time since which that day is further back than its declaration allows */
  @Column('timestamptz', { nullable: true }) stale_since: Date | null;
}

/** A run of a source: a range of days, divided into units. */
@Entity('source_run')
@Check('source_run_state', `state IN ('queued', 'running', 'done', 'failed', 'cancelled')`)
@Check('source_run_range', 'from_date <= to_date')
@Check('source_run_lease', '(lease_owner IS NULL) = (lease_until IS NULL)')
@Index('source_run_of_source', ['source', 'created_at'])
@Index('source_run_open', ['created_at'], { where: `state IN ('queued', 'running')` })
export class SourceRun {
  @PrimaryColumn('uuid') id: string;
  @Column('text') source: string;

  /** the declaration that the run follows, however the source changes meanwhile */
  @Column('jsonb') declaration: object;
  @Column('text', { default: 'queued' }) state: string;
  @Column('date') from_date: string;
  @Column('date') to_date: string;
  @Column('text') requested_by: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;

  /** the run whose payloads it reads instead of asking the source */
  @Column('uuid', { nullable: true }) replay_of: string | null;

  /** process working on it now, and until when it may */
  @Column('uuid', { nullable: true }) lease_owner: string | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
}

/** A unit of work of a run: the ledger of what was fetched and its outcome. */
@Entity('source_unit')
@Check('source_unit_state', `state IN ('waiting', 'done', 'failed')`)
export class SourceUnit {
  @PrimaryColumn('uuid') run_id: string;

  /** from 0, in the order of the run */
  @PrimaryColumn('integer') number: number;

  /** values of its variables */
  @Column('jsonb') values: object;
  @Column('text', { default: 'waiting' }) state: string;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { nullable: true }) next_attempt_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('integer', { default: 0 }) requests: number;
  @Column('bigint', { default: 0 }) bytes: string;

  /** SHA-256 of what was received, decompressed; lower-case hexadecimal */
  @Column('text', { nullable: true }) sha256: string | null;
  @Column('bigint', { default: 0 }) read: string;
  @Column('bigint', { default: 0 }) created: string;
  @Column('bigint', { default: 0 }) updated: string;
  @Column('bigint', { default: 0 }) unchanged: string;
  @Column('bigint', { default: 0 }) ignored: string;

  /** rows of a governed data set that became proposals, or already were */
  @Column('bigint', { default: 0 }) proposed: string;
  @Column('bigint', { default: 0 }) rejected: string;

  /** rows that the quality gate held back, and those that it let through with a remark */
  @Column('bigint', { default: 0 }) quarantined: string;
  @Column('bigint', { default: 0 }) warned: string;

  /** some of its remarks */
  @Column('jsonb', { nullable: true }) warnings: object | null;

  /** class of the last failure, and its text */
  @Column('text', { nullable: true }) failure: string | null;
  @Column('text', { nullable: true }) detail: string | null;

  /** the first rejected rows with their reasons */
  @Column('jsonb', { nullable: true }) rejects: object | null;
}
