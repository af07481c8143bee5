import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import type { Role } from './permissions.js';
import { ApiToken, PrincipalRole } from './token.entity.js';

/** Bearer tokens and granted roles. */
@Injectable()
export class TokenRepository {
  constructor(@InjectRepository(ApiToken) private readonly tokens: Repository<ApiToken>) {}

  /** Looks a token up by its digest, under the unique index: no comparison depends on the secret. */
  findByDigest(digest: Buffer): Promise<ApiToken | null> {
    return this.tokens.findOneBy({ digest });
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
    actor: string,
  ): Promise<ApiToken> {
    return this.tokens.manager.transaction(async (manager) => {
      const stored = await manager.save(manager.create(ApiToken, token));
      await audit(manager, 'created', actor, stored);
      return stored;
    });
  }

  /**
   * Adds the first token of an empty table and returns it; null when any token exists already.
   * Instances that start together agree through a lock on the table.
   */
  addFirst(
    token: Pick<ApiToken, 'digest' | 'custom' | 'kind' | 'role' | 'principal'>,
  ): Promise<ApiToken | null> {
    return this.tokens.manager.transaction(async (manager) => {
      await manager.query('LOCK TABLE api_token IN SHARE ROW EXCLUSIVE MODE');
      if (await manager.exists(ApiToken)) return null;
      const stored = await manager.save(manager.create(ApiToken, token));
      await audit(manager, 'created', 'bootstrap', stored);
      return stored;
    });
  }

  /** Revokes by id; false when there is no such token or it was revoked before. */
  revoke(id: string, actor: string): Promise<boolean> {
    return this.tokens.manager.transaction(async (manager) => {
      const result = await manager.update(ApiToken, { id, revoked_at: IsNull() }, { revoked_at: new Date() });
      if (result.affected !== 1) return false;
      await audit(manager, 'revoked', actor, await manager.findOneByOrFail(ApiToken, { id }));
      return true;
    });
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.tokens.update({ id }, { last_used_at: at });
  }

  /** The role granted to a principal, replacing an earlier one. */
  grant(principal: string, role: Role, actor: string): Promise<void> {
    return this.tokens.manager.transaction(async (manager) => {
      await manager.upsert(PrincipalRole, { principal, role }, ['principal']);
      await audit(manager, 'granted', actor, { principal, role });
    });
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
  actor: string,
  token: { id?: string; kind?: string; role: string; principal: string | null; expires_at?: Date | null },
): Promise<void> {
  const { id, kind, role, principal, expires_at } = token;
  await manager.query(
    `INSERT INTO audit_event (resource, action, record_id, actor, after) VALUES ('token', $1, $2, $3, $4)`,
    [action, id ?? null, actor, JSON.stringify({ kind, role, principal, expires_at })],
  );
}
