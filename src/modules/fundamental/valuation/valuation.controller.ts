import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../auth/rights.js';
import type { List } from '../../../database/lists/list.js';
import { ReadList } from '../../../http/docs/operations.js';
import { Expensive } from '../../../limits/expensive.js';
import { Computed } from '../../../market/computed.js';
import { HOME_INDEX } from '../../../market/home-index.js';
import { ReadsFrom } from '../../dataset/reads-from.js';
import { ValuationQuery, ValuationRecord } from './valuation.dto.js';
import { ValuationService } from './valuation.service.js';

/** Daily valuation. */
@ApiTags('Fundamental')
@Controller('valuation')
export class ValuationController {
  constructor(private readonly valuations: ValuationService) {}

  @Computed('market')
  @Expensive()
  @ReadsFrom({
    needs: { quote: 'bars of the security, or levels of the index under its code as ticker' },
    adds: {
      statement_item: 'earnings, equity and sales',
      security: 'share counts',
      daily_statistic: 'share counts over time',
      corporate_action: 'dividends',
      industry_membership: 'industry medians',
      index_constituent: 'members of indices',
    },
    columns: { code: 'ticker' },
    assumed: { code: HOME_INDEX },
  })
  @ReadList('', ValuationRecord, {
    operationId: 'listValuations',
    unit: 'VND',
    resolved: { from_date: '2024-02-05', to_date: '2025-02-04' },
    summary: 'Daily valuation of a security or an index',
    description: [
      'Also available at the literal path `/Valuation`. One record per trading day, newest first; if no date is given, the year up to the last bar on or before the current day of the market. A day uses its own close and shares, and statements that were public by its end (Asia/Ho_Chi_Minh): nothing that became known later.',
      'Multiples of a loss or negative equity are null, as are figures of periods that ended more than 600 days before. An index is the sum of its members on that day: Σ market capitalisation ÷ Σ earnings, over members for which both are known, losses included; a member without a trade on the day counts at its last close, in shares of the day. Twelve months are the newest that are public: four quarters, else a year, else a year to date, of quarters if it is not reported as one, with the year before, less that year up to the same quarter.',
      'Medians value the whole market day by day: they are null in windows of more than 366 days, and an index does not accept longer windows. Computed values are kept; if the days of a large market would take more than about ten seconds, the response is 503 with `Retry-After`, and repeating the request continues where it stopped.',
    ].join('\n\n'),
  })
  @Requires('market-data:read')
  list(@Query() query: ValuationQuery): Promise<List> {
    return this.valuations.list(query);
  }
}
