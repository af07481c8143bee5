import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit log: GET /svc/audit and the history of a record. */
@Module({ controllers: [AuditController], providers: [AuditRepository, AuditService] })
export class AuditModule {}
