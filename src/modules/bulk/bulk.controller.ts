import { applyDecorators, Body, Controller, HttpCode, Inject, Post, Put, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Actor } from '../../auth/caller.js';
import { CurrentActor, Requires } from '../../auth/rights.js';
import { Answers, type OperationText, Problems } from '../../http/docs/operations.js';
import type { RecordClass } from '../../http/fields/fields.js';
import { RequestAsSent, type SentRequest } from '../../http/fields/params.js';
import { Reply } from '../../http/replies/reply.js';
import type { Schema } from '../../kinds/kinds.js';
import { DATA_SETS, type DataSet, type DataSets } from '../dataset/data-set.js';
import { QUOTE } from '../quote/quote.data-set.js';
import { QuoteWrite } from '../quote/quote.dto.js';
import { RECORD_WRITE } from '../record/record.dto.js';
import { SETTLEMENT } from '../settlement/settlement.data-set.js';
import { SettlementWrite } from '../settlement/settlement.dto.js';
import { BulkAnswer, BulkInsertQuery, BulkQuery, BulkResult, MAXIMUM_ITEM } from './bulk.dto.js';
import { type BulkRequest, BulkService } from './bulk.service.js';

/** The response for a settlement day. */
const SETTLEMENT_EXAMPLE = {
  results: [
    {
      _operation_id: 1,
      _operation_state: 'CREATED',
      _operation_total_ms: 0.21,
      status: 201,
      value: { url: '/svc/settlement/5c1f7f53-7d39-4a6e-9a55-4f0a1c0f8f11' },
    },
  ],
};

/** Documents a bulk operation; `example`: fields of the response that differ from a quote's. */
function Bulk(
  operationId: string,
  summary: string,
  record: RecordClass | Schema,
  example?: object,
): MethodDecorator {
  return applyDecorators(
    HttpCode(207),
    ApiBearerAuth(),
    ApiOperation({
      operationId,
      summary,
      description: `Up to ${MAXIMUM_ITEM} records, processed one by one in order and numbered from 1; input is not deduplicated, so a second item with the same key meets the first. The overall status is 207. Items reported as CREATED or UPDATED are durable.`,
      example,
    } as OperationText),
    ApiExtraModels(BulkResult),
    ApiBody({
      schema: {
        type: 'array',
        minItems: 1,
        maxItems: MAXIMUM_ITEM,
        items: typeof record === 'function' ? { $ref: getSchemaPath(record) } : record,
      },
    }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Identifies the request for 24 hours, among those of its token and, behind a gateway, of its principal: sent again with the same body, it returns the same response; with another body, data set or on_duplicate, 422.',
      schema: { type: 'string', maxLength: 200, example: 'import-2024-01-31-1' },
    }),
    Answers(207, BulkAnswer, 'Every item was processed; each result has its own status.', [
      'Idempotency-Replayed',
    ]),
    Problems(400, 413, 415, 422),
  );
}

/** Bulk import and the generic bulk insert. */
@ApiTags('Bulk')
@Controller('svc')
export class BulkController {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly bulk: BulkService,
  ) {}

  @Post('quote/bulk/import')
  @Bulk('bulkCreateQuotes', 'Bulk import of quotes', QuoteWrite)
  @Requires('quote:write')
  postQuotes(
    @Body() body: unknown,
    @Query() query: BulkQuery,
    @CurrentActor() actor: Actor,
    @RequestAsSent() request: SentRequest,
  ): Promise<Reply> {
    return this.answer(QUOTE, query, { ...request, body, actor });
  }

  @Put('quote/bulk/import')
  @Bulk('bulkPutQuotes', 'Bulk import of quotes (same as POST)', QuoteWrite)
  @Requires('quote:write')
  putQuotes(
    @Body() body: unknown,
    @Query() query: BulkQuery,
    @CurrentActor() actor: Actor,
    @RequestAsSent() request: SentRequest,
  ): Promise<Reply> {
    return this.answer(QUOTE, query, { ...request, body, actor });
  }

  @Post('settlement/bulk/import')
  @Bulk('bulkCreateSettlementDays', 'Bulk import of settlement days', SettlementWrite, SETTLEMENT_EXAMPLE)
  @Requires('settlement:write')
  postSettlement(
    @Body() body: unknown,
    @Query() query: BulkQuery,
    @CurrentActor() actor: Actor,
    @RequestAsSent() request: SentRequest,
  ): Promise<Reply> {
    return this.answer(SETTLEMENT, query, { ...request, body, actor });
  }

  @Put('settlement/bulk/import')
  @Bulk(
    'bulkPutSettlementDays',
    'Bulk import of settlement days (same as POST)',
    SettlementWrite,
    SETTLEMENT_EXAMPLE,
  )
  @Requires('settlement:write')
  putSettlement(
    @Body() body: unknown,
    @Query() query: BulkQuery,
    @CurrentActor() actor: Actor,
    @RequestAsSent() request: SentRequest,
  ): Promise<Reply> {
    return this.answer(SETTLEMENT, query, { ...request, body, actor });
  }

  @Post('bulk/insert')
  @Bulk('bulkInsert', 'Bulk insert into any data set', RECORD_WRITE)
  @Requires('data:import')
  insert(
    @Body() body: unknown,
    @Query() query: BulkInsertQuery,
    @CurrentActor() actor: Actor,
    @RequestAsSent() request: SentRequest,
  ): Promise<Reply> {
    const dataSet = this.dataSets[query.resource];
    return this.answer(dataSet, query, { ...request, body, actor });
  }

  private async answer(
    dataSet: DataSet,
    { on_duplicate: policy }: BulkQuery,
    request: Pick<BulkRequest, 'actor' | 'body' | keyof SentRequest>,
  ): Promise<Reply> {
    const { answer, replayed } = await this.bulk.process({ ...request, dataSet, policy });
    return new Reply(207, answer, replayed ? { 'Idempotency-Replayed': 'true' } : {});
  }
}
