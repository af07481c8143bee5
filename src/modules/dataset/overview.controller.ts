import { Controller, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../auth/caller.js';
import { CurrentCaller, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { PathParam } from '../../http/fields/params.js';
import { PageQuery } from '../../http/fields/queries.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind } from '../../kinds/kinds.js';
import { Expensive } from '../../limits/expensive.js';
import { FlaggedQuery, FlaggedRecord } from './flagged.dto.js';
import { FlaggedService } from './flagged.service.js';
import { DataSetField, DataSetFlag, DataSetForm, DataSetRecord, UnlockedRead } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

const dataSetName = () =>
  PathParam('name', choiceKind(DATA_SET_NAMES), { description: 'Data set.', example: 'quote' });

/** What the service holds. */
@ApiTags('Bulk')
@Controller('svc/datasets')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly flagged: FlaggedService,
  ) {}

  @Expensive()
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
      'What a record is made of, the headings under which columns of a file are taken for its fields, and what a stored record may be flagged for: enough to map a file and to send it by bulk insert.',
  })
  @ApiExtraModels(DataSetField, DataSetFlag)
  @Requires('market-data:read')
  form(@dataSetName() name: DataSetName): Reply {
    return answer(this.overview.form(name));
  }

  @Expensive()
  @ReadList(':name/flagged', FlaggedRecord, {
    operationId: 'listFlaggedRecords',
    summary: 'Stored records that are doubtful',
    description:
      'Records that keep every rule and are likely wrong all the same: a unit that differs, a day on which the market was closed, a dividend above the price. Each can be read, replaced or deleted at its address. Of quotes those that wait for a decision. Looked for in all that is stored, the record that was created last first.',
  })
  @Requires('market-data:read')
  flaggedRecords(
    @dataSetName() name: DataSetName,
    @Query() query: FlaggedQuery,
    @CurrentCaller() caller: Caller,
  ): List {
    return this.flagged.list(name, query, caller);
  }
}
