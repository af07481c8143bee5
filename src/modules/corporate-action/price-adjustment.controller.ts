import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { AdjustmentQuery, AdjustmentRecord } from './price-adjustment.dto.js';
import { PriceAdjustmentService } from './price-adjustment.service.js';

/** Price adjustments. */
@ApiTags('Profile')
@Controller()
export class PriceAdjustmentController {
  constructor(private readonly adjustments: PriceAdjustmentService) {}

  @ReadsFrom({
    needs: { corporate_action: 'dividends, splits and rights' },
    adds: { quote: 'closes that factors follow from' },
  })
  @ReadList('adjustments', AdjustmentRecord, {
    operationId: 'listAdjustments',
    unit: 'VND',
    summary: 'Price adjustments of a security on a day or in a period',
    description: [
      'Corporate actions by ex-date, newest first: (ex_date descending, type ascending), with the adjustment that they cause. Actions take effect with the first bar on or after their ex-date; those that take effect together share the price before and the price after; each has its own factor, and the first of them also that of the day. Multiplying `factor` over all rows, or `day_factor`, gives the same.',
      'Meetings and other events do not change prices: they are in the data set, not here. `reason` says why a row has no factor.',
    ].join('\n\n'),
  })
  @Requires('market-data:read')
  list(@Query() query: AdjustmentQuery): List {
    return this.adjustments.list(query);
  }
}
