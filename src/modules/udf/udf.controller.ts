import { applyDecorators, Controller, Get, Query, UseFilters } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import { Answers, type OperationText, Problems } from '../../http/docs/operations.js';
import { PlainRead } from '../../http/replies/read.js';
import { answer, Reply } from '../../http/replies/reply.js';
import type { Schema } from '../../kinds/kinds.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { UdfConfig, UdfFound, UdfHistory, UdfProblem, UdfSymbol, UdfSymbolTable } from './udf.dto.js';
import { UdfFilter } from './udf.filter.js';
import { UdfService } from './udf.service.js';
import {
  UdfGroupQuery,
  UdfHistoryQuery,
  UdfQuery,
  UdfSearchQuery,
  UdfSymbolQuery,
} from './udf-queries.dto.js';

const PROBLEM = { 'application/problem+json': { schema: { $ref: getSchemaPath(UdfProblem) } } };
const ERRORS: Readonly<Record<number, string>> = {
  400: 'A parameter is invalid: a problem document that is also an error of the protocol.',
  404: 'No such symbol or group: a problem document that is also an error of the protocol.',
};

/** Declares a route of the protocol with its answer, and its errors in both shapes. */
function Udf(
  path: string,
  answer: (new () => object) | Schema | 'text',
  text: OperationText,
  ...errors: number[]
): MethodDecorator {
  return applyDecorators(
    Get(path),
    PlainRead(),
    ApiBearerAuth(),
    ApiOperation(text),
    ApiExtraModels(UdfProblem),
    answer === 'text'
      ? ApiResponse({
          status: 200,
          description: 'Unix time, seconds.',
          content: { 'text/plain': { schema: { type: 'string', example: '1706659200' } } },
        })
      : Answers(200, answer, "The protocol's answer."),
    Problems(422),
    ...[400, ...errors].map((status) =>
      ApiResponse({ status, description: ERRORS[status] ?? '', content: PROBLEM }),
    ),
  );
}

/** TradingView's UDF protocol: the datafeed of its charts. */
@ApiTags('TradingView')
@UseFilters(UdfFilter)
@Requires('market-data:read')
@Controller('udf')
export class UdfController {
  constructor(private readonly udf: UdfService) {}

  @Udf('config', UdfConfig, {
    operationId: 'getUdfConfig',
    description: 'Resolutions, exchanges and symbol types, for the configuration of a chart.',
    summary: 'Configuration of the TradingView feed',
  })
  async config(@Query() _query: UdfQuery): Promise<Reply> {
    return answer(await this.udf.config());
  }

  @Udf(
    'symbols',
    UdfSymbol,
    {
      operationId: 'resolveUdfSymbol',
      description:
        'Name, exchange, session, price step and resolutions of a symbol, as a chart needs them before it requests bars.',
      summary: 'One symbol of the TradingView feed',
    },
    404,
  )
  async symbols(@Query() query: UdfSymbolQuery): Promise<Reply> {
    return answer(await this.udf.resolve(query));
  }

  @Computed('market')
  @Expensive()
  @Udf(
    'symbol_info',
    UdfSymbolTable,
    {
      operationId: 'listUdfSymbols',
      summary: 'The symbols of an exchange as a table',
      description: 'For clients that load symbols by group; charts that search do not need it.',
    },
    404,
  )
  async symbolInfo(@Query() query: UdfGroupQuery): Promise<Reply> {
    return answer(await this.udf.table(query));
  }

  @Computed('market')
  @Expensive()
  @Udf(
    'search',
    { type: 'array', items: { $ref: getSchemaPath(UdfFound) } },
    {
      operationId: 'searchUdfSymbols',
      summary: 'Symbol search for the TradingView feed',
      description:
        'The symbol itself first, then symbols that begin with the text, then names that begin with it, then names that contain it.',
    },
  )
  @ApiExtraModels(UdfFound)
  async search(@Query() query: UdfSearchQuery): Promise<Reply> {
    return answer(await this.udf.search(query));
  }

  @Udf(
    'history',
    UdfHistory,
    {
      operationId: 'getUdfHistory',
      example: { nextTime: undefined },
      summary: 'Bars for the TradingView feed',
      description:
        'Published bars of [from, to) or the last `countback` ones before `to`, oldest first, adjusted for corporate actions as of the last bar. A week or month is returned whole if its first day is in the range.',
    },
    404,
  )
  async history(@Query() query: UdfHistoryQuery): Promise<Reply> {
    return answer(await this.udf.history(query));
  }

  @Udf('time', 'text', {
    operationId: 'getUdfTime',
    description: 'Charts use it to count down to the next bar.',
    summary: 'Server time, unix seconds',
  })
  time(@Query() _query: UdfQuery): Reply {
    return new Reply(200, String(this.udf.time()), {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  }
}
