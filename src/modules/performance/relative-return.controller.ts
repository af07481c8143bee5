import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { PerformanceService } from './performance.service.js';
import { RelativeReturnQuery, RelativeReturnRecord } from './relative-return.dto.js';

/** Return of a security over that of an index. */
@ApiTags('Trading')
@Controller('trading')
export class RelativeReturnController {
  constructor(private readonly performance: PerformanceService) {}

  @ReadsFrom({
    needs: { quote: 'bars of the security and of the benchmark' },
    adds: { corporate_action: 'adjusted prices' },
    columns: { benchmark: 'ticker' },
    asOf: true,
  })
  @ReadList('relative-return', RelativeReturnRecord, {
    operationId: 'listRelativeReturns',
    resolved: { date: '2024-01-31' },
    summary: 'Return of a security relative to a benchmark',
    description:
      'One record per period, shortest first, for periods that end on the last bar of the ticker on or before `date`. Prices are adjusted for corporate actions as of then. The literal path of the specification is `/Return vs. S&P`.',
  })
  @Requires('market-data:read')
  relative(@Query() query: RelativeReturnQuery): Promise<List> {
    return this.performance.relative(query);
  }
}
