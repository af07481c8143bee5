import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Author, Caller, CallerKind, Subject } from './caller.js';
import { type Permission, permits, type Role } from './permissions.js';
import type { ApiToken } from './token.entity.js';
import { TokenRepository } from './token.repository.js';
import { isWellFormedToken, newToken, tokenDigest, tokenKey } from './token-format.js';
import { TokenLookup } from './token-lookup.js';

/** How long a verified token or role is trusted without asking the database, ms: a revocation takes effect by then. */
const TRUST = 5_000;
/** Least time between two writes of a token's last use, ms. */
const TOUCH_INTERVAL = 60_000;

/** A new token with its secret, shown only this once. */
export interface IssuedToken {
  id: string;
  token: string;
  kind: CallerKind;
  role: Role;
  principal: string | null;
  expires_at: string | null;
}

/** Issues, verifies and revokes opaque bearer tokens. */
@Injectable()
export class TokenService {
  private readonly verifiedTokens = new LRUCache<string, ApiToken>({ max: 10_000, ttl: TRUST });
  private readonly roles = new LRUCache<string, Role[]>({ max: 10_000, ttl: TRUST });
  private readonly recentlyTouched = new LRUCache<string, true>({ max: 10_000, ttl: TOUCH_INTERVAL });
  /** changes of tokens and roles by this process: what was read before one of them ended is not cached */
  private changes = 0;
  private customDigests: Promise<Set<string>> | undefined;

  private readonly lookup: TokenLookup;

  constructor(private readonly tokens: TokenRepository) {
    this.lookup = new TokenLookup(tokens);
  }

  /**
   * Returns the caller that a token identifies, or undefined if the token is unknown, expired, revoked or ill-formed.
   * Synchronous if the token was verified within {@link TRUST}.
   */
  verify(token: string): Caller | undefined | Promise<Caller | undefined> {
    const key = tokenKey(token);
    const row = this.verifiedTokens.get(key);
    return row === undefined ? this.verifyNew(token, key) : this.trustedCaller(row);
  }

  private async verifyNew(token: string, key: string): Promise<Caller | undefined> {
    // A guess is refused here, by checksum or in memory, and costs no query.
    if (!isWellFormedToken(token) && !(await this.isCustom(key))) return undefined;
    const { changes } = this;
    const start = performance.now();
    const row = await this.lookup.find(tokenDigest(token), key);
    if (row === undefined) return undefined;
    if (changes === this.changes) this.verifiedTokens.set(key, row, { start });
    return this.trustedCaller(row);
  }

  private trustedCaller(row: ApiToken): Caller | undefined {
    if (row.expires_at !== null && row.expires_at.getTime() <= Date.now()) return undefined;
    this.touch(row.id);
    return {
      id: row.id,
      kind: row.kind,
      role: row.role,
      principal: row.kind === 'user' ? row.principal : null,
    };
  }

  /** Makes a token; its secret is in the answer and nowhere else. */
  async issue(request: {
    kind: CallerKind;
    role: Role;
    principal: string | null;
    expiresAt: Date | null;
    /** who requested it, for the audit log */
    author: Author;
  }): Promise<IssuedToken> {
    const token = newToken();
    const { kind, role, principal, expiresAt } = request;
    const row = await this.tokens.add(
      { digest: tokenDigest(token), custom: false, kind, role, principal, expires_at: expiresAt },
      request.author,
    );
    this.forgetRoles();
    return {
      id: row.id,
      token,
      kind: row.kind,
      role: row.role,
      principal: row.principal,
      expires_at: row.expires_at?.toISOString() ?? null,
    };
  }

  /** Makes the first admin token of an empty database, given or random; null when a token exists already. */
  async issueFirst(principal: string, ownToken: string | undefined): Promise<string | null> {
    const token = ownToken ?? newToken();
    const row = await this.tokens.addFirst({
      digest: tokenDigest(token),
      custom: !isWellFormedToken(token),
      kind: 'user',
      role: 'admin',
      principal,
    });
    this.customDigests = undefined;
    return row === null ? null : token;
  }

  list(): Promise<ApiToken[]> {
    return this.tokens.findAll();
  }

  /**
   * Revokes a token; false when there is none to revoke. This process refuses it immediately, other running ones
   * within {@link TRUST}.
   */
  async revoke(id: string, author: Author): Promise<boolean> {
    const revokedToken = await this.tokens.revoke(id, author);
    if (revokedToken === null) return false;
    this.forgetRoles();
    this.verifiedTokens.delete(revokedToken.digest.toString('base64'));
    return true;
  }

  /**
   * Grants a role to a principal who holds no token here, or to a subject of an OpenID provider. It takes effect
   * immediately in this process, within {@link TRUST} in other running ones.
   */
  async grant(grantee: string | Subject, role: Role, author: Author): Promise<void> {
    if (typeof grantee === 'string') await this.tokens.grant(grantee, role, author);
    else await this.tokens.grantSubject(grantee, role, author);
    this.forgetRoles();
  }

  /** The roles of a principal whom a gateway vouches for: granted ones, and those of the principal's own tokens. */
  rolesOf(principal: string): Promise<Role[]> {
    return this.cachedRoles(principal, () => this.tokens.rolesOf(principal));
  }

  /**
   * The roles granted to a user whom an OpenID provider vouches for, by subject or by e-mail. Roles of tokens do not
   * count: a token was entrusted to its holder, not to every account to which the provider gives that e-mail.
   */
  rolesGranted(user: Subject & { principal: string }): Promise<Role[]> {
    const { issuer, subject, principal } = user;
    return this.cachedRoles(JSON.stringify([issuer, subject, principal]), () =>
      this.tokens.rolesGranted(user),
    );
  }

  /** A change was committed: cached roles, and reads that are under way, may be older. */
  private forgetRoles(): void {
    this.changes++;
    this.roles.clear();
  }

  private async cachedRoles(key: string, look: () => Promise<Role[]>): Promise<Role[]> {
    const role = this.roles.get(key);
    if (role !== undefined) return role;
    const { changes } = this;
    const start = performance.now();
    const roles = await look();
    if (changes === this.changes) this.roles.set(key, roles, { start });
    return roles;
  }

  /**
   * Whether the principal that a caller acts for has a permission: for a user by the role of the token itself,
   * for a principal behind a gateway by the principal's own roles.
   */
  async principalPermits(caller: Caller, principal: string, permission: Permission): Promise<boolean> {
    if (caller.kind === 'user') return permits(caller.role, permission);
    return (await this.rolesOf(principal)).some((role) => permits(role, permission));
  }

  private async isCustom(key: string): Promise<boolean> {
    this.customDigests ??= this.tokens
      .findCustom()
      .then((rows) => new Set(rows.map((row) => row.digest.toString('base64'))));
    try {
      return (await this.customDigests).has(key);
    } catch (error) {
      this.customDigests = undefined;
      throw error;
    }
  }

  private touch(id: string): void {
    if (this.recentlyTouched.has(id)) return;
    this.recentlyTouched.set(id, true);
    // Last use is a convenience: its loss must not fail the request that it describes.
    this.tokens.touch(id).catch(() => this.recentlyTouched.delete(id));
  }
}
