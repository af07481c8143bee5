import { Injectable } from '@nestjs/common';
import type { List, PageRequest } from '../../database/lists/list.js';
import type { AuditQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';

/** Who wrote what, when, and what stood there before. */
@Injectable()
export class AuditService {
  constructor(private readonly events: AuditRepository) {}

  list(query: AuditQuery): List {
    return this.events.list(query);
  }

  /** History of a quote, kept also after its deletion. */
  quoteHistory(query: PageRequest, quoteId: string): List {
    return this.events.quoteHistory({ ...query, quoteId });
  }
}
