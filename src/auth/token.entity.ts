import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { CallerKind } from './caller.js';
import type { Role } from './permissions.js';

/** A bearer token: its SHA-256 digest and whom it identifies. The token itself is stored nowhere. */
@Entity('api_token')
@Index('api_token_by_principal', ['principal'])
@Check('api_token_kind_check', `kind IN ('user', 'service', 'gateway')`)
@Check('api_token_role_check', `role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin')`)
@Check('api_token_principal', `kind <> 'user' OR principal IS NOT NULL`)
export class ApiToken {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('bytea', { unique: true })
  digest: Buffer;

  /** true for a token without the `mds_` form, as a BOOTSTRAP_ADMIN_TOKEN may be */
  @Column('boolean', { default: false })
  custom: boolean;

  @Column('text')
  kind: CallerKind;

  @Column('text')
  role: Role;

  /** e-mail of a user; at most a label for the other kinds */
  @Column('text', { nullable: true })
  principal: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @Column('timestamptz', { nullable: true })
  revoked_at: Date | null;

  @Column('timestamptz', { nullable: true })
  last_used_at: Date | null;
}

/** A role granted to a principal who holds no token here: behind a gateway, or with an e-mail that a provider verified. */
@Entity('principal_role')
@Check('principal_role_role_check', `role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin')`)
export class PrincipalRole {
  @PrimaryColumn('text')
  principal: string;

  @Column('text')
  role: Role;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  granted_at: Date;
}

/** A role granted to a subject of an OpenID provider, independent of its e-mail. */
@Entity('subject_role')
@Check('subject_role_role_check', `role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin')`)
export class SubjectRole {
  @PrimaryColumn('text')
  issuer: string;

  @PrimaryColumn('text')
  subject: string;

  @Column('text')
  role: Role;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  granted_at: Date;
}
