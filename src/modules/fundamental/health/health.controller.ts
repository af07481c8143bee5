import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../auth/rights.js';
import { ReadOne } from '../../../http/docs/operations.js';
import { answer, type Reply } from '../../../http/replies/reply.js';
import { Computed } from '../../../market/computed.js';
import { ReadsFrom } from '../../dataset/reads-from.js';
import { HealthQuery, HealthRecord } from './health.dto.js';
import { HealthService } from './health.service.js';

/** Financial health. */
@ApiTags('Fundamental')
@Controller('financial-health')
export class HealthController {
  constructor(private readonly healthService: HealthService) {}

  @Computed('ticker')
  @ReadsFrom({
    needs: { statement_item: 'annual statements of two years' },
    adds: { quote: 'closes', security: 'share counts and industry', industry: 'industry names' },
    inVnd: () => true,
  })
  @ReadOne('', HealthRecord, {
    operationId: 'getFinancialHealth',
    summary: 'Financial health of a company in a fiscal year',
    description: [
      'Also available at the literal path `/Financial Health`. Piotroski F-score of nine signals (2000) and Altman Z: of 1968 with the market value of equity, or Z″ of 1995 for non-manufacturing industries. Banks, insurers and securities companies have neither, for the reason given.',
      'Computed from the newest version of each figure that was public by the end of `as_of`, and the last close on or before the end of the year.',
    ].join('\n\n'),
  })
  @Requires('market-data:read')
  async health(@Query() query: HealthQuery): Promise<Reply> {
    return answer(await this.healthService.health(query));
  }
}
