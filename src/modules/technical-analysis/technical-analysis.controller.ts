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
    summary: 'Catalogue of the technical indicators',
    description:
      'Every indicator with its parameters, bounds, outputs, units and warm-up, by group. In CSV, lists are JSON text in their cell.',
  })
  catalogue(@Query() query: PageQuery): List {
    return this.analysis.catalogue(query);
  }

  @Expensive(({ indicator }) => String(indicator).includes(','))
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
      'One record a stored daily bar, newest first, with 1 to 10 indicators. Every value is computed from the first bar of the ticker on and only then cut to the window asked for, so it never depends on from_date, offset, limit or cursor.',
      'Values are null in warm-up, on missing data and where the formula divides by zero; nothing is rounded. Prices and volumes are adjusted as of to_date for the dividends, bonus shares, splits and rights that were effective by then, so that none of them looks like a move of the market; actions after to_date change nothing. `adjusted=false` takes the bars as they were traded.',
      'Supply and demand are read from stored foreign trading and order statistics (else the trade flow of the ticker), null on days without them.',
      'In CSV a column is `rsi(14)`, or `macd(12,26,9).signal` where an indicator has several outputs.',
    ].join('\n\n'),
  })
  analyse(@Query() query: TechnicalAnalysisQuery): Promise<List> {
    return this.analysis.analyse(query);
  }
}
