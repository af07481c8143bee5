import { Injectable } from '@nestjs/common';
import type { List, PageRequest } from '../../database/lists/list.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import type { AuditQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';

/** Who wrote what and when, and what was stored before. */
@Injectable()
export class AuditService {
  constructor(private readonly events: AuditRepository) {}

  list(query: AuditQuery): List {
    return this.events.list(query);
  }

  /** History of a record, kept even after its deletion. */
  history(query: PageRequest, resource: DataSetName, id: string): List {
    return this.events.history({ ...query, resource, id });
  }
}
