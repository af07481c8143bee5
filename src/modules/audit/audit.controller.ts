import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { PathParam, RecordId } from '../../http/fields/params.js';
import { PageQuery } from '../../http/fields/queries.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind } from '../../kinds/kinds.js';
import { AuditQuery, AuditRecord } from './audit.dto.js';
import { AuditService } from './audit.service.js';

/** The audit log. */
@ApiTags('Audit')
@Controller('svc')
@Requires('audit:read')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @ReadList('audit', AuditRecord, {
    operationId: 'listAuditEvents',
    summary: 'The audit log',
    description:
      'Every write with its values before and after, newest first; from_date and to_date are UTC days.',
  })
  list(@Query() query: AuditQuery): List {
    return this.audit.list(query);
  }

  @ReadList('quote/:id/history', AuditRecord, {
    operationId: 'listQuoteHistory',
    summary: 'History of a quote',
    description: 'Every version and decision of one stored quote, newest first; kept after its deletion.',
  })
  quoteHistory(@RecordId() id: string, @Query() query: PageQuery): List {
    return this.audit.history(query, 'quote', id);
  }

  @ReadList('record/:resource/:id/history', AuditRecord, {
    operationId: 'listRecordHistory',
    summary: 'History of a record of any data set',
    description:
      'Every version of one stored record, newest first; kept after its deletion. Pass the number of an event to `restore`.',
  })
  history(
    @PathParam('resource', choiceKind(DATA_SET_NAMES), 'Data set.', 'security')
    resource: DataSetName,
    @RecordId() id: string,
    @Query() query: PageQuery,
  ): List {
    return this.audit.history(query, resource, id);
  }
}
