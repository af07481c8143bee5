import { applyDecorators, Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiExcludeEndpoint,
  ApiExtraModels,
  ApiHeader,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import { RequiresPrincipal } from '../../auth/principal-permission.interceptor.js';
import { CurrentActor, CurrentCaller, CurrentEditor, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  Action,
  Answers,
  DocumentIfMatch,
  type OperationText,
  Problems,
  ProblemsOnly,
  ReadList,
  ReadOne,
} from '../../http/docs/operations.js';
import { RecordId } from '../../http/fields/params.js';
import { answer, okOrNoContent, Reply } from '../../http/replies/reply.js';
import { MAXIMUM_ITEM } from '../bulk/bulk.dto.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { StoredQuoteRecord } from '../quote/quote.dto.js';
import {
  ApprovalQuery,
  ApprovalTarget,
  BulkApprovalAnswer,
  BulkApprovalResult,
  FlagCount,
  QueueCount,
  QueueCountsRecord,
  QueueRecord,
  ReasonBody,
} from './approval.dto.js';
import { ApprovalService } from './approval.service.js';
import { PRINCIPAL_HEADER } from './principal-header.js';

/** Documents a decision on one quote: 200 with the item, 204 when it was in that state before. */
function Decide(path: string, text: OperationText): MethodDecorator {
  return applyDecorators(
    Action(path, 200, text),
    ApiHeader(PRINCIPAL_HEADER),
    DocumentIfMatch(),
    Answers(200, StoredQuoteRecord, 'Decided; the body is the item.', ['ETag']),
    ApiResponse({ status: 204, description: 'Already in that state; nothing changed.' }),
    Problems(400, 404, 413, 415),
    RequiresPrincipal('quote:approve'),
  );
}

/** Approval of quotes. */
@ApiTags('Approval')
@Controller('svc/quote')
export class ApprovalController {
  constructor(private readonly approvals: ApprovalService) {}

  @Decide('appoval', {
    operationId: 'approveQuote',
    summary: 'Approve a quote',
    description:
      'Identifies the quote by id, by (ticker, date), or by both. Also available at /svc/quote/approval. Of concurrent approvals, exactly one returns 200.',
    example: {
      is_apporval: 1,
      approval_by: 'checker@example.com',
      approval_at: '2024-01-31T08:20:00.123456Z',
    },
  })
  async approve(@Body() target: ApprovalTarget, @CurrentEditor() editor: Editor): Promise<Reply> {
    return okOrNoContent(await this.approvals.approve(target, editor));
  }

  /** The same under its usual spelling. */
  @Post('approval')
  @HttpCode(200)
  @ApiExcludeEndpoint()
  @RequiresPrincipal('quote:approve')
  approveAlias(@Body() target: ApprovalTarget, @CurrentEditor() editor: Editor): Promise<Reply> {
    return this.approve(target, editor);
  }

  @ReadsFrom({ needs: { quote: 'the records' }, unapproved: true })
  @ReadList('approval', QueueRecord, {
    operationId: 'listApprovalQueue',
    unit: 'VND',
    summary: 'The approval queue',
    description:
      'Quotes awaiting approval (or decided), newest date first, with age, automatic check flags and the difference from the last approved version.',
  })
  @Requires('market-data:read')
  queue(@Query() query: ApprovalQuery, @CurrentCaller() caller: Caller): Promise<List> {
    return this.approvals.queue(query, caller);
  }

  @ApiExtraModels(FlagCount, QueueCount)
  @ReadOne('approval/counts', QueueCountsRecord, {
    operationId: 'getApprovalCounts',
    summary: 'Number of quotes awaiting approval',
    description: 'All quotes awaiting approval, and those with each flag, which are counted up to 10,000.',
  })
  @Requires('market-data:read')
  async counts(@CurrentCaller() caller: Caller): Promise<Reply> {
    return answer(await this.approvals.counts(caller));
  }

  @Action('approval/bulk', 207, {
    operationId: 'approveQuotes',
    summary: 'Approve many quotes',
    description: 'Up to 200 targets, processed one by one in order; the overall status is 207.',
  })
  @ApiHeader(PRINCIPAL_HEADER)
  @ApiExtraModels(BulkApprovalResult, ApprovalTarget)
  @ApiBody({
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: MAXIMUM_ITEM,
      items: { $ref: getSchemaPath(ApprovalTarget) },
    },
  })
  @Answers(207, BulkApprovalAnswer, 'Every item was processed; each result has its own status.')
  @Problems(400, 413, 415)
  @RequiresPrincipal('quote:approve')
  async approveMany(@Body() body: unknown, @CurrentActor() actor: Actor): Promise<Reply> {
    return new Reply(207, await this.approvals.approveMany(body, actor));
  }

  @Decide(':id/reject', {
    operationId: 'rejectQuote',
    summary: 'Reject a pending quote',
    description:
      'The reason is kept in the history. An approved quote returns 409: revoke its approval first.',
  })
  @ProblemsOnly(409)
  async reject(
    @RecordId() id: string,
    @Body() { reason }: ReasonBody,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return okOrNoContent(await this.approvals.reject(id, reason, editor));
  }

  @Decide(':id/revoke', {
    operationId: 'revokeDecision',
    summary: 'Revoke an approval or rejection',
    description: 'The quote awaits approval again; the reason is kept in the history.',
  })
  async revoke(
    @RecordId() id: string,
    @Body() { reason }: ReasonBody,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return okOrNoContent(await this.approvals.revoke(id, reason, editor));
  }
}
