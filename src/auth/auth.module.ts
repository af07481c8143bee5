import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BearerStrategy } from './bearer.strategy.js';
import { GuessThrottle } from './guess-throttle.js';
import { OidcService } from './oidc.service.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { ApiToken, PrincipalRole } from './token.entity.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

/** Bearer tokens, the OpenID provider and roles. The guards themselves are global, in the app module. */
@Module({
  imports: [PassportModule, TypeOrmModule.forFeature([ApiToken, PrincipalRole])],
  providers: [TokenRepository, TokenService, OidcService, BearerStrategy, RateLimitGuard, GuessThrottle],
  exports: [TokenService, BearerStrategy, RateLimitGuard, GuessThrottle],
})
export class AuthModule {}
