import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type EntityManager, IsNull, type Repository } from 'typeorm';
import type { Author, Subject } from './caller.js';
import type { Role } from './permissions.js';
import { ApiToken, PrincipalRole, SubjectRole } from './token.entity.js';

/** The present moment by the clock of the database, as of every other timestamp. */
const NOW = () => 'clock_timestamp()';

/** Bearer tokens and granted roles. */
@Injectable()
export class TokenRepository {
  constructor(@InjectRepository(ApiToken) private readonly tokens: Repository<ApiToken>) {}

  /** Looks tokens up by their digests, through the unique index: no comparison depends on the secret. */
  findByDigests(digests: Buffer[]): Promise<ApiToken[]> {
    return this.tokens.findBy({ digest: Any(digests) });
  }

  /** Digests of the tokens that do not have the `mds_` form. */
  findCustom(): Promise<Pick<ApiToken, 'digest'>[]> {
    return this.tokens.find({ select: { digest: true }, where: { custom: true, revoked_at: IsNull() } });
  }

  findAll(): Promise<ApiToken[]> {
    return this.tokens.find({ order: { created_at: 'ASC', id: 'ASC' } });
  }

  add(
    token: Pick<ApiToken, 'digest' | 'custom' | 'kind' | 'role' | 'principal' | 'expires_at'>,
    author: Author,
  ): Promise<ApiToken> {
    return this.tokens.manager.transaction(async (manager) => {
      const row = await manager.save(manager.create(ApiToken, token));
      await audit(manager, 'created', author, row);
      return row;
    });
  }

  /**
   * Adds the first token of an empty table and returns it; null when any token exists already.
   * Instances that start at the same time coordinate through a lock on the table.
   */
  addFirst(
    token: Pick<ApiToken, 'digest' | 'custom' | 'kind' | 'role' | 'principal'>,
  ): Promise<ApiToken | null> {
    return this.tokens.manager.transaction(async (manager) => {
      await manager.query('LOCK TABLE api_token IN SHARE ROW EXCLUSIVE MODE');
      if (await manager.exists(ApiToken)) return null;
      const row = await manager.save(manager.create(ApiToken, token));
      await audit(manager, 'created', { name: 'bootstrap' }, row);
      return row;
    });
  }

  /** Revokes by id and returns the token; null when there is no such token or it was revoked before. */
  revoke(id: string, author: Author): Promise<ApiToken | null> {
    return this.tokens.manager.transaction(async (manager) => {
      const result = await manager.update(ApiToken, { id, revoked_at: IsNull() }, { revoked_at: NOW });
      if (result.affected !== 1) return null;
      const token = await manager.findOneByOrFail(ApiToken, { id });
      await audit(manager, 'revoked', author, token);
      return token;
    });
  }

  async touch(id: string): Promise<void> {
    await this.tokens.update({ id }, { last_used_at: NOW });
  }

  /** Grants a role to a principal, replacing an earlier one. */
  grant(principal: string, role: Role, author: Author): Promise<void> {
    return this.tokens.manager.transaction(async (manager) => {
      await manager.upsert(PrincipalRole, { principal, role }, ['principal']);
      await audit(manager, 'granted', author, { principal, role });
    });
  }

  /** Grants a role to a subject of an OpenID provider, replacing an earlier one. */
  grantSubject({ issuer, subject }: Subject, role: Role, author: Author): Promise<void> {
    return this.tokens.manager.transaction(async (manager) => {
      await manager.upsert(SubjectRole, { issuer, subject, role }, ['issuer', 'subject']);
      await audit(manager, 'granted', author, { principal: `oidc:${subject}`, role, issuer });
    });
  }

  /** Every role granted to a subject of an OpenID provider or to the e-mail that it verified. */
  async rolesGranted({ issuer, subject, principal }: Subject & { principal: string }): Promise<Role[]> {
    const rows: { role: Role }[] = await this.tokens.query(
      `SELECT role FROM subject_role WHERE issuer = $1 AND subject = $2
       UNION
       SELECT role FROM principal_role WHERE principal = $3`,
      [issuer, subject, principal],
    );
    return rows.map((row) => row.role);
  }

  /** Every role that a principal has now: granted, or through a user token neither expired nor revoked. */
  async rolesOf(principal: string): Promise<Role[]> {
    const rows: { role: Role }[] = await this.tokens.query(
      `SELECT role FROM principal_role WHERE principal = $1
       UNION
       SELECT role FROM api_token
       WHERE principal = $1 AND kind = 'user' AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
      [principal],
    );
    return rows.map((row) => row.role);
  }
}

/** Appends the audit event of a change of rights, within its transaction; no digest goes into the log. */
async function audit(
  manager: EntityManager,
  action: string,
  author: Author,
  token: {
    id?: string;
    kind?: string;
    role: string;
    principal: string | null;
    issuer?: string;
    expires_at?: Date | null;
  },
): Promise<void> {
  const { id, kind, role, principal, issuer, expires_at } = token;
  await manager.query(
    `INSERT INTO audit_event (resource, action, record_id, actor, request_id, after)
     VALUES ('token', $1, $2, $3, $4, $5)`,
    [
      action,
      id ?? null,
      author.name,
      author.requestId ?? null,
      JSON.stringify({ kind, role, principal, issuer, expires_at }),
    ],
  );
}
