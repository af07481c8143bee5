import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { CONFIG, type Config } from '../config/config.js';
import { isLoopback, isTrustworthy } from '../config/issuer-url.js';
import { DependencyAway } from '../errors/domain-errors.js';
import { emailKind, Invalid } from '../kinds/kinds.js';
import { LOGGER, type Logger } from '../log/log.js';
import type { Caller } from './caller.js';
import { ROLE_NAMES, ROLES, type Role } from './permissions.js';
import { TokenService } from './token.service.js';

/** Asymmetric signatures only: with a shared secret every verifier could also sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** jose's error codes for a key set that could not be fetched or read. */
const PROVIDER_TROUBLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** Types of JWT that identify a caller: an ID token or an access token (RFC 9068). */
const TYPES = new Set(['jwt', 'at+jwt']);

/** Beginning of the identifier of a user whom a JWT identifies; the subject follows. */
const PREFIX = 'oidc:';

/** Longest wait for each of the provider's two documents, ms: a request that needs both still ends within 5 s. */
const ANSWER_LIMIT = 2_000;
/** Least time between two fetches of the keys, ms, for tokens that name a key which is not among them. */
const KEYS_COOLDOWN = 10_000;

/** The provider contradicts the configuration; only an operator can fix that. */
class ProviderRefused extends Error {}

/** Verifies JWTs of the configured OpenID provider; without OIDC_ISSUER it accepts none. */
@Injectable()
export class OidcService {
  private keys: Promise<JWTVerifyGetKey> | undefined;
  /** time of day at the last token */
  private lastAt = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: TokenService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** True when a token has the form of a JWT and a provider is configured. */
  handles(token: string): boolean {
    return this.config.OIDC_ISSUER !== undefined && isJwt(token);
  }

  /**
   * Returns the user that a JWT identifies: its verified e-mail, with the widest role granted to that e-mail or to
   * issuer and subject, else reader. Throws {@link DependencyAway} when the provider's keys cannot be fetched.
   */
  async verify(token: string): Promise<Caller | undefined> {
    const payload = await this.payload(token);
    if (payload?.sub === undefined || !this.isVerified(payload.email_verified)) return undefined;
    const principal = emailKind.fromJson(payload.email);
    if (principal instanceof Invalid) return undefined;
    const role = await this.roleOf(payload.sub, principal);
    return { id: `${PREFIX}${payload.sub}`, kind: 'user', role, principal };
  }

  /** The role that a caller has now; undefined for one whom no JWT identified. */
  async currentRole({ id, principal }: Caller): Promise<Role | undefined> {
    const isUser = id.startsWith(PREFIX) && principal !== null;
    return isUser ? this.roleOf(id.slice(PREFIX.length), principal) : undefined;
  }

  private async roleOf(subject: string, principal: string): Promise<Role> {
    const issuer = String(this.config.OIDC_ISSUER);
    return widest(await this.tokens.rolesGranted({ issuer, subject, principal }));
  }

  /** Only `true` counts; if the operator vouches for the provider, a missing claim and the text `true` do as well. */
  private isVerified(claim: unknown): boolean {
    if (claim === true) return true;
    return this.config.OIDC_TRUST_EMAIL && (claim === undefined || claim === 'true');
  }

  private async payload(token: string): Promise<JWTPayload | undefined> {
    this.forgetKeysOfTheFuture();
    this.keys ??= this.discover();
    const { errors, jwtVerify } = await jose();
    let keys: JWTVerifyGetKey;
    try {
      keys = await this.keys;
    } catch (error) {
      this.keys = undefined; // tried again with the next token
      if (error instanceof ProviderRefused)
        this.log.error(`The OpenID provider is refused: ${error.message}`);
      throw new DependencyAway('The OpenID provider');
    }
    try {
      const verification = await jwtVerify(token, keys, {
        issuer: this.config.OIDC_ISSUER ?? '',
        audience: this.config.OIDC_AUDIENCE ?? '',
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      return isOfType(verification.protectedHeader.typ) ? verification.payload : undefined;
    } catch (error) {
      // A faulty token is refused; faulty keys of the provider say nothing about the token.
      if (error instanceof errors.JOSEError && !PROVIDER_TROUBLE.has(error.code)) return undefined;
      throw new DependencyAway('The OpenID provider');
    }
  }

  /** jose knows the age of its keys by the time of day: once that is set back, they would stay for as long. */
  private forgetKeysOfTheFuture(): void {
    const now = Date.now();
    if (this.lastAt - now > KEYS_COOLDOWN) this.keys = undefined;
    this.lastAt = now;
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet } = await jose();
    const issuer = String(this.config.OIDC_ISSUER);
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (document.issuer !== issuer) {
      // OpenID Connect Discovery 4.3: an exact match, or the document of another issuer would be taken for ours.
      throw new ProviderRefused(`OIDC_ISSUER is ${issuer}, its document names ${String(document.issuer)}`);
    }
    const keysUrl = String(document.jwks_uri);
    if (!isTrustworthy(keysUrl) || (isLoopback(keysUrl) && !isLoopback(issuer))) {
      throw new ProviderRefused(`its keys must come from an https URL; jwks_uri is ${keysUrl}`);
    }
    return createRemoteJWKSet(new URL(keysUrl), {
      timeoutDuration: ANSWER_LIMIT,
      cooldownDuration: KEYS_COOLDOWN,
    });
  }
}

/**
 * Whether a token has the form of a JWT: three parts, the first of them a JSON object. The operator's own first token may
 * have parts too.
 */
function isJwt(token: string): boolean {
  const [, header] = /^([\w-]+)\.[\w-]+\.[\w-]+$/.exec(token) ?? [];
  if (header === undefined) return false;
  try {
    return typeof JSON.parse(Buffer.from(header, 'base64url').toString()) === 'object';
  } catch {
    return false;
  }
}

/** A signed object of another kind (a logout token, a signed answer) is not a credential (RFC 8725, 3.11). */
function isOfType(typ: string | undefined): boolean {
  return typ === undefined || TYPES.has(typ.toLowerCase().replace(/^application\//, ''));
}

/** Loaded with the first JWT: a service without a provider starts sooner. */
const jose = () => import('jose');

function widest(roles: readonly Role[]): Role {
  const byWidth = [...ROLE_NAMES].sort((a, b) => ROLES[b].length - ROLES[a].length);
  return byWidth.find((role) => roles.includes(role)) ?? 'reader';
}
