import { applyDecorators, Body, Controller, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Actor, Editor } from '../../auth/caller.js';
import { CurrentActor, CurrentEditor, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  Action,
  Answers,
  DeleteOne,
  DocumentIfMatch,
  type OperationText,
  Problems,
  ProblemsOnly,
  ReadList,
  ReadOne,
} from '../../http/docs/operations.js';
import { PathParam, RecordId } from '../../http/fields/params.js';
import { PageQuery } from '../../http/fields/queries.js';
import { answer, Reply, settings } from '../../http/replies/reply.js';
import { sourceNameKind } from './declaration-kinds.js';
import { RunService } from './run.service.js';
import {
  SourceField,
  SourceLimits,
  SourceRule,
  SourceSchedule,
  SourceWork,
  SourceWrite,
} from './source.declaration.js';
import {
  DeletedSource,
  PresetRecord,
  RunRecord,
  RunUnitRecord,
  RunWrite,
  SourceRecord,
} from './source.dto.js';
import { SourceService } from './source.service.js';
import { SourceAuth, SourcePaging, SourceRequest, SourceRows } from './source-request.js';

const SourceName = () => PathParam('name', sourceNameKind, 'Name of the source.', 'vendor-eod');

function Declare(text: OperationText): MethodDecorator {
  return applyDecorators(
    Put(':name'),
    ApiBearerAuth(),
    ApiOperation(text),
    ApiExtraModels(
      SourceAuth,
      SourceField,
      SourceLimits,
      SourcePaging,
      SourceRequest,
      SourceRows,
      SourceRule,
      SourceSchedule,
      SourceWork,
    ),
    DocumentIfMatch(),
    Answers(200, SourceRecord, 'Replaced; the body is the source.', ['ETag']),
    Answers(201, SourceRecord, 'Created; the body is the source.', ['Location', 'ETag']),
    Problems(400, 413, 415),
  );
}

/** Data sources and their runs. */
@ApiTags('Sources')
@Controller('svc/source')
@Requires('source:manage')
export class SourceController {
  constructor(
    private readonly sources: SourceService,
    private readonly runs: RunService,
  ) {}

  @ReadList('', SourceRecord, {
    operationId: 'listSources',
    summary: 'Sources and their schedules',
    description: 'Sorted by name.',
  })
  list(@Query() query: PageQuery): List {
    return this.sources.list(query);
  }

  @ReadList('preset', PresetRecord, {
    operationId: 'listSourcePresets',
    summary: 'Preset declarations for vendor responses',
    description:
      'Sorted by name, each with a declaration to send to `PUT /svc/source/{name}` as is or adapted, the fields of the response that are read, those that are lost, and what else to know.',
  })
  presets(@Query() query: PageQuery): List {
    return this.sources.presets(query);
  }

  @ReadOne(':name', SourceRecord, {
    operationId: 'getSource',
    summary: 'A source and its schedule',
    description:
      'Its declaration, its next run and the outcome of the last one. Secrets are referenced by name and never shown.',
  })
  async find(@SourceName() name: string): Promise<Reply> {
    return settings(await this.sources.find(name));
  }

  @Declare({
    operationId: 'putSource',
    summary: 'Declare a source',
    description:
      'Declares where records are fetched from, over HTTP or from files: request, paging, authentication, fields, units of work, schedule. Secrets are set in the environment of the service as `SOURCE_SECRET_<name>` (or in the file that `SOURCE_SECRET_<name>_FILE` names) and referenced here by name; they are never stored, logged or returned. Link-local addresses are refused, as are loopback and private ones unless `SOURCE_PRIVATE=allowed`. A run in progress follows the declaration that it started with.',
  })
  async put(
    @SourceName() name: string,
    @Body() source: SourceWrite,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return sourceReply(name, await this.sources.put(name, source, editor));
  }

  @DeleteOne(':name', DeletedSource, {
    operationId: 'deleteSource',
    summary: 'Delete a source',
    description:
      'Its open runs are cancelled; what it fetched stays, and its runs remain in the history of records.',
  })
  @DocumentIfMatch()
  async remove(@SourceName() name: string, @CurrentEditor() editor: Editor): Promise<Reply> {
    return answer(await this.sources.remove(name, editor));
  }

  @ReadList(':name/run', RunRecord, {
    operationId: 'listSourceRuns',
    summary: 'Runs of a source',
    description: 'Newest first, with totals over their units of work.',
  })
  @ProblemsOnly(404)
  listRuns(@SourceName() name: string, @Query() query: PageQuery): Promise<List> {
    return this.runs.list(name, query);
  }

  @Action(':name/run', 202, {
    operationId: 'createSourceRun',
    summary: 'Start a run of a source',
    description:
      'Fetches a range of days, also for an inactive source: a backfill, a rerun, a first try. Runs of one source are executed one after another. Rows that are already stored change nothing.',
    example: { state: 'queued', started_at: null, ended_at: null },
  })
  @Answers(202, RunRecord, 'Accepted; the body is the run.', ['Location'])
  @Problems(400, 404, 413, 415)
  async start(
    @SourceName() name: string,
    @Body() run: RunWrite,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return runReply(name, await this.runs.start(name, run, actor.name));
  }

  @Action(':name/run/:id/replay', 202, {
    operationId: 'replaySourceRun',
    summary: 'Replay a run',
    description:
      'Starts a run that reads what this one received, without calling the source, using the current declaration: for example, after a mapping was corrected. 409 if it has not ended or received nothing; 410 `payload_expired` if what it received is no longer kept (`SOURCE_PAYLOAD_DAYS`, `SOURCE_PAYLOAD_MEGABYTES`).',
    example: { state: 'queued', started_at: null, ended_at: null },
  })
  @Answers(202, RunRecord, 'Accepted; the body is the new run.', ['Location'])
  @Problems(400, 404, 409, 410)
  async replay(
    @SourceName() name: string,
    @RecordId() id: string,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return runReply(name, await this.runs.replay(name, id, actor.name));
  }

  @ReadOne(':name/run/:id', RunRecord, {
    operationId: 'getSourceRun',
    summary: 'A run and its progress',
    description: 'With totals over its units of work.',
  })
  async findRun(@SourceName() name: string, @RecordId() id: string): Promise<Reply> {
    return answer(await this.runs.find(name, id));
  }

  @DeleteOne(':name/run/:id', RunRecord, {
    operationId: 'deleteSourceRun',
    summary: 'Cancel a run',
    description: 'Units that are done stay done. 409 if the run has ended.',
  })
  @Problems(409)
  async cancel(@SourceName() name: string, @RecordId() id: string): Promise<Reply> {
    return answer(await this.runs.cancel(name, id));
  }

  @ReadList(':name/run/:id/unit', RunUnitRecord, {
    operationId: 'listSourceRunUnits',
    summary: 'Units of work of a run',
    description: 'In order: what was fetched, the outcome for its rows, and why the last attempt failed.',
  })
  @ProblemsOnly(404)
  listUnits(@SourceName() name: string, @RecordId() id: string, @Query() query: PageQuery): Promise<List> {
    return this.runs.units(name, id, query);
  }
}

function sourceReply(name: string, { json, isNew }: { json: string; isNew: boolean }): Reply {
  return settings(json, isNew ? `/svc/source/${name}` : undefined);
}

function runReply(name: string, { id, json }: { id: string; json: string }): Reply {
  return new Reply(202, json, { Location: `/svc/source/${name}/run/${id}` });
}
