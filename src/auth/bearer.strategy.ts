import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { isDatabaseAway } from '../database/connection/database-errors.js';
import { DependencyAway } from '../errors/domain-errors.js';
import type { Caller } from './caller.js';
import { OidcService } from './oidc.service.js';
import { TokenService } from './token.service.js';

/** The credential of an admitted request. */
export const credentialOf = ({ headers }: Request): string =>
  String(headers.authorization).replace(/^Bearer +/i, '');

/** Passport's bearer strategy over our opaque tokens and, when configured, a provider's JWTs. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly tokens: TokenService,
    private readonly oidc: OidcService,
  ) {
    super();
  }

  /** Returns the caller that the credential represents, or false if it is refused; synchronously if that is known. */
  validate(token: string): Caller | false | Promise<Caller | false> {
    const caller = this.oidc.handles(token) ? this.oidc.verify(token) : this.tokens.verify(token);
    return caller instanceof Promise ? caller.then((tokenCaller) => tokenCaller ?? false) : (caller ?? false);
  }

  /**
   * Whether the token of an admitted request has been revoked or has expired since; false while that cannot be checked.
   * The JWT of a provider, which may be valid for minutes only, counts until the request ends.
   */
  async isWithdrawn(request: Request): Promise<boolean> {
    const token = credentialOf(request);
    if (this.oidc.handles(token)) return false;
    // Who needs the database learns the reason there.
    return !(await this.isAccepted(token).catch(() => true));
  }

  /** Whether a credential is accepted at present; true while the database or the provider cannot be asked. */
  async isAccepted(token: string): Promise<boolean> {
    try {
      return (await this.validate(token)) !== false;
    } catch (error) {
      if (isDatabaseAway(error) || error instanceof DependencyAway) return true;
      throw error;
    }
  }
}
