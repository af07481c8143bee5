import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { NotPermitted } from '../errors/domain-errors.js';
import type { Caller } from './caller.js';
import { type Permission, permits } from './permissions.js';
import { assertedPrincipal } from './principal.interceptor.js';
import { callerOf, PRINCIPAL_HEADER, PUBLIC, REQUIRED_PERMISSION } from './rights.js';
import { TokenService } from './token.service.js';

/** The permission of every role: to read what everybody may read, a gateway needs no right of the principal. */
const READ: Permission = 'market-data:read';

/**
 * Checks the permission that a route names against the role of the caller's token and, for all but reading, against
 * the roles of the principal that a gateway asserts: a gateway lends nobody its own rights.
 */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets) === true) return true;
    const permission = this.reflector.getAllAndOverride<Permission>(REQUIRED_PERMISSION, targets);
    if (permission === undefined) throw new NotPermitted('This route names no permission and is closed');
    const request = context.switchToHttp().getRequest<Request>();
    await this.check(callerOf(request), permission, request.headers);
    return true;
  }

  /**
   * Throws {@link NotPermitted} unless the role of the caller's token has the permission, and so does the principal
   * that a gateway asserts in these headers, as received. Synchronous if the caller is not a gateway, or only reads.
   */
  check(caller: Caller, permission: Permission, headers: Request['headers']): Promise<void> | undefined {
    if (!permits(caller.role, permission)) {
      throw new NotPermitted(`The permission ${permission} is needed`, 'not_permitted', permission);
    }
    const isAsserted = caller.kind === 'gateway' && headers[PRINCIPAL_HEADER] !== undefined;
    return isAsserted && permission !== READ ? this.checkPrincipal(caller, permission, headers) : undefined;
  }

  private async checkPrincipal(
    caller: Caller,
    permission: Permission,
    headers: Request['headers'],
  ): Promise<void> {
    const principal = assertedPrincipal(headers);
    // An empty or repeated header stands for a user whom the gateway could not name, not for the gateway itself.
    if (principal === undefined) {
      throw new NotPermitted('X-Requested-By is not one e-mail address', 'principal_missing');
    }
    if (!(await this.tokens.principalPermits(caller, principal, permission))) {
      throw new NotPermitted(`${principal} lacks the permission ${permission}`, 'not_permitted', permission);
    }
  }
}
