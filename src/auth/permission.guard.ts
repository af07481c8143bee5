import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { NotPermitted } from '../errors/domain-errors.js';
import type { Caller } from './caller.js';
import { type Permission, permits } from './permissions.js';
import { callerOf, PUBLIC, REQUIRED_PERMISSION } from './rights.js';

/** Checks the permission that a route names against the role of the caller's token. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets) === true) return true;
    const permission = this.reflector.getAllAndOverride<Permission>(REQUIRED_PERMISSION, targets);
    if (permission === undefined) throw new NotPermitted('This route names no permission and is closed');
    this.check(callerOf(context.switchToHttp().getRequest<Request>()), permission);
    return true;
  }

  /** Throws {@link NotPermitted} unless the role of the caller's token has the permission. */
  check(caller: Caller, permission: Permission): void {
    if (permits(caller.role, permission)) return;
    throw new NotPermitted(`The permission ${permission} is needed`, 'not_permitted', permission);
  }
}
