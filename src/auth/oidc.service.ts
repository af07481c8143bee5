import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { CONFIG, type Config } from '../config/config.js';
import { DependencyAway } from '../errors/domain-errors.js';
import { emailKind, Invalid } from '../kinds/kinds.js';
import type { Caller } from './caller.js';
import { ROLE_NAMES, ROLES, type Role } from './permissions.js';
import { TokenService } from './token.service.js';

/** Asymmetric signatures only: with a shared secret every verifier could also sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** jose's codes of a key set that could not be fetched or read. */
const PROVIDER_TROUBLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** Verifies JWTs of the configured OpenID provider; without OIDC_ISSUER it accepts none. */
@Injectable()
export class OidcService {
  private keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: TokenService,
  ) {}

  /** True when a token has the form of a JWT and a provider is configured. */
  handles(token: string): boolean {
    return this.config.OIDC_ISSUER !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
  }

  /** The user that a JWT speaks for: the `email` claim, with the widest role granted here, else reader. */
  async verify(token: string): Promise<Caller | undefined> {
    const payload = await this.payload(token);
    if (payload?.sub === undefined || /^false$/i.test(String(payload.email_verified))) return undefined;
    const principal = emailKind.fromJson(payload.email);
    if (principal instanceof Invalid) return undefined;
    const roles = await this.tokens.rolesOf(principal);
    return { id: `oidc:${payload.sub}`, kind: 'user', role: widest(roles), principal };
  }

  private async payload(token: string): Promise<JWTPayload | undefined> {
    this.keys ??= this.discover();
    const { errors, jwtVerify } = await jose();
    let keys: JWTVerifyGetKey;
    try {
      keys = await this.keys;
    } catch {
      this.keys = undefined; // asked again with the next token
      throw new DependencyAway('The OpenID provider');
    }
    try {
      const verified = await jwtVerify(token, keys, {
        issuer: this.config.OIDC_ISSUER ?? '',
        audience: this.config.OIDC_AUDIENCE ?? '',
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      return verified.payload;
    } catch (error) {
      // What is wrong with the token is refused; what is wrong with the provider's keys says nothing of it.
      if (error instanceof errors.JOSEError && !PROVIDER_TROUBLE.has(error.code)) return undefined;
      throw new DependencyAway('The OpenID provider');
    }
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet } = await jose();
    const issuer = String(this.config.OIDC_ISSUER).replace(/\/$/, '');
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { jwks_uri: keysUrl } = (await answer.json()) as { jwks_uri: string };
    return createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 5_000 });
  }
}

/** Loaded with the first JWT: a service without a provider starts sooner. */
const jose = () => import('jose');

function widest(roles: readonly Role[]): Role {
  const ordered = [...ROLE_NAMES].sort((a, b) => ROLES[b].length - ROLES[a].length);
  return ordered.find((role) => roles.includes(role)) ?? 'reader';
}
