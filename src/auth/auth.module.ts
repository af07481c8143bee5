import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BearerGuard } from './bearer.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { GuessThrottle } from './guess-throttle.js';
import { LateBodyInterceptor } from './late-body.interceptor.js';
import { OidcService } from './oidc.service.js';
import { PermissionGuard } from './permission.guard.js';
import { PrincipalInterceptor } from './principal.interceptor.js';
import { PrincipalPermissionInterceptor } from './principal-permission.interceptor.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { ApiToken, PrincipalRole, SubjectRole } from './token.entity.js';
import { TokenRepository } from './token.repository.js';
import { TokenService } from './token.service.js';

/** Bearer tokens, the OpenID provider and roles. The app module makes the guards and the interceptors global. */
@Module({
  imports: [PassportModule, TypeOrmModule.forFeature([ApiToken, PrincipalRole, SubjectRole])],
  providers: [
    TokenRepository,
    TokenService,
    OidcService,
    BearerStrategy,
    BearerGuard,
    RateLimitGuard,
    PermissionGuard,
    PrincipalInterceptor,
    PrincipalPermissionInterceptor,
    LateBodyInterceptor,
    GuessThrottle,
  ],
  exports: [
    TokenService,
    BearerStrategy,
    BearerGuard,
    RateLimitGuard,
    PermissionGuard,
    PrincipalInterceptor,
    PrincipalPermissionInterceptor,
    LateBodyInterceptor,
    GuessThrottle,
  ],
})
export class AuthModule {}
