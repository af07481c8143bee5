import { Controller, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { PathParam } from '../../http/fields/params.js';
import { PageQuery } from '../../http/fields/queries.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind } from '../../kinds/kinds.js';
import { WholeMarket } from '../../limits/whole-market.js';
import { DataSetField, DataSetForm, DataSetRecord, UnlockedRead } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

/** What the service holds. */
@ApiTags('Bulk')
@Controller('svc/datasets')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @WholeMarket()
  @ApiExtraModels(UnlockedRead)
  @ReadList('', DataSetRecord, {
    operationId: 'listDataSets',
    summary: 'Overview of the data sets',
    description:
      'Every data set that bulk insert and import know, with the number of its records, their dates, the last import and the last change, and the endpoints that answer from it. A natural key is named as clients give it.',
  })
  @Requires('market-data:read')
  list(@Query() query: PageQuery): Promise<List> {
    return this.overview.list(query);
  }

  @ReadOne(':name', DataSetForm, {
    operationId: 'describeDataSet',
    summary: 'Fields of a data set',
    description:
      'What a record is made of, and the headings under which columns of a file are taken for its fields: enough to map a file and to send it by bulk insert.',
  })
  @ApiExtraModels(DataSetField)
  @Requires('market-data:read')
  form(
    @PathParam('name', choiceKind(DATA_SET_NAMES), { description: 'Data set.', example: 'quote' })
    name: DataSetName,
  ): Reply {
    return answer(this.overview.form(name));
  }
}
