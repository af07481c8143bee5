import { Body, Controller } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import { Action, Answers, Problems } from '../../http/docs/operations.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { Expensive } from '../../limits/expensive.js';
import { PerformanceAnswer, PerformanceAsset, PerformanceBody } from './performance.dto.js';
import { PerformanceService } from './performance.service.js';

/** Performance of assets, portfolios and benchmarks. */
@ApiTags('Performance')
@Controller('performance')
export class PerformanceController {
  constructor(private readonly performance: PerformanceService) {}

  @Action('', 200, {
    operationId: 'measurePerformance',
    summary: 'Return and risk of assets, their portfolio and a benchmark',
    description: [
      'Computed only; nothing is written. Each is measured from its last close on or before from_date (its first close in the window if there is none) to its last close on or before to_date. Prices are adjusted for corporate actions as of to_date; nothing that became known later is used.',
      'Figures that the data do not determine are null. An asset or benchmark without any bar up to to_date is 400 `unknown_ticker`.',
    ].join('\n\n'),
  })
  @ApiExtraModels(PerformanceAsset)
  @Answers(200, PerformanceAnswer, 'The figures, as decimals.')
  @Problems(400, 413, 415, 422)
  @Requires('market-data:read')
  @Expensive()
  async measure(@Body() body: PerformanceBody): Promise<Reply> {
    return answer(await this.performance.measure(body));
  }
}
