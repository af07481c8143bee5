import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { ComputedList } from '../../http/computed-list.js';
import { ReadList } from '../../http/operations.js';
import { PageQuery } from '../../http/queries.js';
import { DataSetRecord } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

/** What the service holds. */
@ApiTags('Bulk')
@Controller('svc/datasets')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @ReadList('', DataSetRecord, {
    operationId: 'listDataSets',
    summary: 'Overview of the data sets',
    description:
      'Every data set that bulk insert and import know, with the number of its records, their dates, the last import and the last change. A natural key is named as clients give it.',
  })
  @Requires('market-data:read')
  list(@Query() query: PageQuery): Promise<ComputedList> {
    return this.overview.list(query);
  }
}
