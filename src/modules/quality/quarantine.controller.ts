import { applyDecorators, Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Editor } from '../../auth/caller.js';
import { CurrentEditor, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import {
  Action,
  Answers,
  DocumentIfMatch,
  type OperationText,
  Problems,
  ReadList,
  ReadOne,
} from '../../http/docs/operations.js';
import { RecordId } from '../../http/fields/params.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import {
  QuarantineCorrection,
  QuarantineDecision,
  QuarantineEvidence,
  QuarantineQuery,
  QuarantineRecord,
} from './quarantine.dto.js';
import { QuarantineService } from './quarantine.service.js';

/** Documents a decision on a row. */
function Decide(path: string, text: OperationText): MethodDecorator {
  return applyDecorators(
    Action(path, 200, text),
    DocumentIfMatch(
      '`etag` of the row that was read; 412 if its values differ or, when it was read with its evidence, the record stored under its key does.',
    ),
    Answers(200, QuarantineEvidence, 'Decided; the body is the row.'),
    Problems(400, 404, 409, 413, 415),
  );
}

/** Rows of sources that the quality gate held back. */
@ApiTags('Quarantine')
@Controller('svc/quarantine')
@Requires('quarantine:decide')
export class QuarantineController {
  constructor(private readonly quarantine: QuarantineService) {}

  @ReadList('', QuarantineRecord, {
    operationId: 'listQuarantine',
    summary: 'Rows held back by the quality gate',
    description: 'Newest first. They are hidden from every other read until they are decided.',
  })
  list(@Query() query: QuarantineQuery): List {
    return this.quarantine.list(query);
  }

  @ReadOne(':id', QuarantineEvidence, {
    operationId: 'getQuarantine',
    summary: 'A held-back row with its evidence',
    description:
      'What the rules found, the record stored under the same key, what other sources supplied for it, and the quotes around it.',
  })
  async find(@RecordId() id: string): Promise<Reply> {
    return answer(await this.quarantine.find(id));
  }

  @Decide(':id/release', {
    operationId: 'releaseQuarantine',
    summary: 'Store a row as it arrived',
    description:
      'The decision and the write are atomic: the history of the record shows the decider as the actor. For a governed data set the row becomes a proposal.',
  })
  async release(
    @RecordId() id: string,
    @Body() { reason }: QuarantineDecision,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return answer(await this.quarantine.release(id, reason, editor));
  }

  @Decide(':id/correct', {
    operationId: 'correctQuarantine',
    summary: 'Store corrected values instead of a row',
    description:
      'The record keeps the key of the row. The values that arrived remain here and in the audit log. For a governed data set the record becomes a proposal.',
  })
  async correct(
    @RecordId() id: string,
    @Body() { record, reason }: QuarantineCorrection,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return answer(await this.quarantine.correct(id, record, reason, editor));
  }

  @Decide(':id/reject', {
    operationId: 'rejectQuarantine',
    summary: 'Reject a row and store nothing',
    description:
      'If the source supplies the same values again, they are held back without waiting for a decision.',
  })
  async reject(
    @RecordId() id: string,
    @Body() { reason }: QuarantineDecision,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return answer(await this.quarantine.reject(id, reason, editor));
  }
}
