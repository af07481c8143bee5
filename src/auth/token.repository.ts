import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import type { Role } from './permissions.js';
import { ApiToken, PrincipalRole } from './token.entity.js';

/** Bearer tokens and granted roles. */
@Injectable()
export class TokenRepository {
  constructor(
    @InjectRepository(ApiToken) private readonly tokens: Repository<ApiToken>,
    @InjectRepository(PrincipalRole) private readonly grants: Repository<PrincipalRole>,
  ) {}

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

  async add(
    token: Pick<ApiToken, 'digest' | 'custom' | 'kind' | 'role' | 'principal' | 'expires_at'>,
  ): Promise<ApiToken> {
    return this.tokens.save(this.tokens.create(token));
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
      return manager.save(manager.create(ApiToken, token));
    });
  }

  /** Revokes by id; false when there is no such token or it was revoked before. */
  async revoke(id: string): Promise<boolean> {
    const result = await this.tokens.update({ id, revoked_at: IsNull() }, { revoked_at: new Date() });
    return result.affected === 1;
  }

  async touch(id: string, at: Date): Promise<void> {
    await this.tokens.update({ id }, { last_used_at: at });
  }

  /** The role granted to a principal, replacing an earlier one. */
  async grant(principal: string, role: Role): Promise<void> {
    await this.grants.upsert({ principal, role }, ['principal']);
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
