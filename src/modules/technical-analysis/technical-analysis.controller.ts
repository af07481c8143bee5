import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { PageQuery } from '../../http/fields/queries.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import {
  IndicatorRecord,
  TechnicalAnalysisQuery,
  TechnicalAnalysisRecord,
} from './technical-analysis.dto.js';
import { TechnicalAnalysisService } from './technical-analysis.service.js';

/** Technical indicators and their catalogue. */
@ApiTags('Trade')
@Controller('trade/technical-analysis')
@Requires('market-data:read')
export class TechnicalAnalysisController {
  constructor(private readonly analysis: TechnicalAnalysisService) {}

  @Computed('ticker')
  @ReadList('indicators', IndicatorRecord, {
    operationId: 'listIndicators',
    summary: 'Catalogue of technical indicators',
    description:
      'Every indicator with its parameters, bounds, outputs, units and warm-up, by group. In CSV, each list is JSON text in its cell.',
  })
  catalogue(@Query() query: PageQuery): List {
    return this.analysis.catalogue(query);
  }

  // Several indicators: the parameters of one have commas as well.
  @Expensive(({ indicator }) =>
    String(indicator)
      .replaceAll(/\([^()]*\)/g, '')
      .includes(','),
  )
  @Computed('ticker')
  @ReadsFrom({
    needs: { quote: 'bars of the security' },
    adds: {
      corporate_action: 'adjusted prices',
      foreign_trade: 'indicators of foreign trading',
      order_statistic: 'indicators of orders',
      trade_flow: 'indicators of active trading',
    },
  })
  @ReadList('', TechnicalAnalysisRecord, {
    operationId: 'getTechnicalAnalysis',
    summary: 'Technical indicators of a security or index',
    description: [
      'One record per stored daily bar, newest first, with 1 to 10 indicators. Every value is computed from the first bar of the ticker onwards and only then cut to the requested window, so it never depends on from_date, offset, limit or cursor.',
      'Values are null during warm-up, for missing data and if the formula divides by zero; nothing is rounded. Prices and volumes are adjusted as of to_date for the dividends, bonus shares, splits and rights that were effective by then, so that none of them looks like a market move; actions after to_date change nothing. `adjusted=false` uses the bars as traded.',
      'Supply and demand indicators use stored foreign trading and order statistics (else the trade flow of the ticker) and are null on days without them.',
      'In CSV, a column is named `rsi(14)`, or `macd(12,26,9).signal` if an indicator has several outputs.',
    ].join('\n\n'),
  })
  analyse(@Query() query: TechnicalAnalysisQuery): Promise<List> {
    return this.analysis.analyse(query);
  }
}
