import { applyDecorators, Body, Controller, Query } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Actor, Caller } from '../../auth/caller.js';
import { CurrentActor, CurrentCaller, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  Action,
  Answers,
  type OperationText,
  Problems,
  ReadList,
  ReadOne,
} from '../../http/docs/operations.js';
import { PathParam, RecordId } from '../../http/fields/params.js';
import { PageQuery } from '../../http/fields/queries.js';
import { answer, answerOrNoContent, type Reply } from '../../http/replies/reply.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind } from '../../kinds/kinds.js';
import { Expensive } from '../../limits/expensive.js';
import { DismissalBody, DismissedRecord, FlagDismissal, FlaggedQuery, FlaggedRecord } from './flagged.dto.js';
import { FlaggedService } from './flagged.service.js';
import { DataSetField, DataSetFlag, DataSetForm, DataSetRecord, UnlockedRead } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

const dataSetName = () => PathParam('name', choiceKind(DATA_SET_NAMES), 'Data set.', 'quote');

/** Documents a decision on the flags of a record. */
const DecideOnFlags = (path: string, text: OperationText) =>
  applyDecorators(
    Action(`:name/flagged/:id/${path}`, 200, text),
    Answers(200, DismissedRecord, 'Done; the body is the record with its flags.'),
    ApiResponse({ status: 204, description: 'Nothing to do; nothing changed.' }),
    Problems(400, 404, 413, 415),
    Requires('quarantine:decide'),
  );

/** What the service stores. */
@ApiTags('Bulk')
@Controller('svc/datasets')
@Requires('market-data:read')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly flaggedService: FlaggedService,
  ) {}

  @Expensive()
  @ApiExtraModels(UnlockedRead)
  @ReadList('', DataSetRecord, {
    operationId: 'listDataSets',
    summary: 'Overview of the data sets',
    description:
      'Every data set that bulk insert and import accept, with the number of its records, their dates, the last import and the last change, and the endpoints that use it. Natural keys are named as clients give them.',
  })
  list(@Query() query: PageQuery): Promise<List> {
    return this.overview.list(query);
  }

  @ReadOne(':name', DataSetForm, {
    operationId: 'describeDataSet',
    summary: 'Fields of a data set',
    description:
      'The fields of a record, the headings by which file columns are recognised as these fields, and the flags that a stored record may have: enough to map a file and send it by bulk insert.',
  })
  @ApiExtraModels(DataSetField, DataSetFlag)
  form(@dataSetName() name: DataSetName): Reply {
    return answer(this.overview.form(name));
  }

  @Expensive()
  @ApiExtraModels(FlagDismissal)
  @ReadList(':name/flagged', FlaggedRecord, {
    operationId: 'listFlaggedRecords',
    summary: 'Records flagged as doubtful',
    description:
      'Records that satisfy every rule but are probably wrong: a different unit, a day on which the market was closed, a dividend above the price. Each can be read, replaced or deleted at its address. For quotes, those awaiting a decision. Covers everything stored, the most recently created record first.',
  })
  flaggedRecords(
    @dataSetName() name: DataSetName,
    @Query() query: FlaggedQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<List> {
    return this.flaggedService.list(name, query, caller);
  }

  @DecideOnFlags('dismiss', {
    operationId: 'dismissFlags',
    summary: 'Dismiss the flags of a record',
    description:
      'Confirms that a doubtful record is right: its current flags are neither listed nor counted by the doctor, as long as it stays as it is. A later flag, or any change to the record, shows it again. GET /svc/datasets/{name}/flagged?dismissed=true lists what was dismissed.',
  })
  async dismiss(
    @dataSetName() name: DataSetName,
    @RecordId() id: string,
    @Body() { reason }: DismissalBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return answerOrNoContent(await this.flaggedService.dismiss(name, id, reason, actor));
  }

  @DecideOnFlags('revoke', {
    operationId: 'revokeDismissal',
    summary: 'Show the flags of a record again',
    description: 'Revokes the dismissal of its flags.',
  })
  async revoke(
    @dataSetName() name: DataSetName,
    @RecordId() id: string,
    @Body() { reason }: DismissalBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return answerOrNoContent(await this.flaggedService.revoke(name, id, reason, actor));
  }
}
