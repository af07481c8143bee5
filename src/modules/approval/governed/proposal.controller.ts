import { applyDecorators, Body, Controller, Query } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Actor, Caller } from '../../../auth/caller.js';
import { RequiresPrincipal } from '../../../auth/principal-permission.interceptor.js';
import { CurrentActor, CurrentCaller, Requires } from '../../../auth/rights.js';
import type { List } from '../../../database/lists/list.js';
import {
  Action,
  Answers,
  type OperationText,
  Problems,
  ReadList,
  ReadOne,
} from '../../../http/docs/operations.js';
import { PathParam, RecordId } from '../../../http/fields/params.js';
import { answer, okOrNoContent, type Reply } from '../../../http/replies/reply.js';
import { uuidKind } from '../../../kinds/kinds.js';
import { ProposalRecord } from '../../proposal/proposal.dto.js';
import { ReasonBody } from '../approval.dto.js';
import { PRINCIPAL_HEADER } from '../principal-header.js';
import { ImportApprovalService } from './import-approval.service.js';
import { ProposalService } from './proposal.service.js';
import { ApprovalBody, ImportApproval, ProposalDetail, ProposalQuery } from './proposal-query.dto.js';

/** Documents the end of a proposal: 200 with it, 204 when it had already ended that way. */
function End(path: string, text: OperationText): MethodDecorator {
  return applyDecorators(
    Action(path, 200, text),
    Answers(200, ProposalRecord, 'Decided; the body is the proposal.', ['ETag']),
    ApiResponse({ status: 204, description: 'Already in that state; nothing changed.' }),
    Problems(400, 404, 409, 413, 415),
  );
}

/** A decision of a checker. */
const Decides = () => applyDecorators(ApiHeader(PRINCIPAL_HEADER), RequiresPrincipal('quote:approve'));

const ImportId = () =>
  PathParam(
    'id',
    uuidKind,
    'Identifier of the import: `id` in its summary and `request_id` in its events.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  );

/** Writes to governed data sets that wait for approval (`GOVERNED`). */
@ApiTags('Approval')
@Controller('svc/approval')
export class ProposalController {
  constructor(
    private readonly proposals: ProposalService,
    private readonly imports: ImportApprovalService,
  ) {}

  @ReadList('', ProposalRecord, {
    operationId: 'listProposals',
    summary: 'Writes awaiting approval',
    description:
      'Pending (or decided) proposals for governed data sets, newest first, with the record before and after. Quotes have their own queue, GET /svc/quote/approval.',
  })
  @Requires('market-data:read')
  list(@Query() query: ProposalQuery, @CurrentCaller() caller: Caller): List {
    return this.proposals.list(query, caller);
  }

  @ReadOne(':id', ProposalDetail, {
    operationId: 'getProposal',
    summary: 'A proposal and its effect',
    description:
      'The record before and after, whether the record is still the one that the proposal was made against, and what would change: for a corporate action the adjusted closes, for a settlement day the settlement dates, for a security its capitalisation.',
  })
  @Requires('market-data:read')
  async find(@RecordId() id: string, @CurrentActor() actor: Actor): Promise<Reply> {
    return answer(await this.proposals.find(id, actor));
  }

  @End(':id/approve', {
    operationId: 'approveProposal',
    summary: 'Approve a proposal',
    description:
      'Writes the record as proposed, on behalf of its maker, in one transaction with the decision. Of concurrent decisions, exactly one takes effect. 409 `record_changed` if the record has changed since: nothing is overwritten unseen.',
  })
  @Decides()
  async approve(
    @RecordId() id: string,
    @Body() { reason }: ApprovalBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return okOrNoContent(await this.proposals.approve(id, reason, actor));
  }

  @End(':id/reject', {
    operationId: 'rejectProposal',
    summary: 'Reject a proposal',
    description: 'The record stays as it is; the reason is kept in its history.',
  })
  @Decides()
  async reject(
    @RecordId() id: string,
    @Body() { reason }: ReasonBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return okOrNoContent(await this.proposals.reject(id, reason, actor));
  }

  @Action('import/:id/approve', 200, {
    operationId: 'approveImport',
    summary: 'Approve an entire import',
    description:
      'Approves the quotes that an import created or updated and that still have its values, or the proposals that came from it, in the order of its rows, in transactions of a few thousand. A request runs for at most 20 s: while `complete` is false, send it again to continue; once complete, it changes nothing. What was approved before a crash stays approved.',
  })
  @Answers(200, ImportApproval, 'Outcome of the approval.')
  @Problems(400, 404, 413, 415)
  @Decides()
  async approveImport(
    @ImportId() id: string,
    @Body() { reason }: ApprovalBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return answer(await this.imports.approve(id, reason, actor));
  }

  @End(':id/withdraw', {
    operationId: 'withdrawProposal',
    summary: 'Withdraw your own proposal',
    description: "The record stays as it is. 403 `not_the_maker` for another maker's proposal.",
  })
  @Requires('data:import')
  async withdraw(
    @RecordId() id: string,
    @Body() { reason }: ApprovalBody,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return okOrNoContent(await this.proposals.withdraw(id, reason, actor));
  }
}
