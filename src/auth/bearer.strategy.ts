import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { Caller } from './caller.js';
import { OidcService } from './oidc.service.js';
import { TokenService } from './token.service.js';

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
}
