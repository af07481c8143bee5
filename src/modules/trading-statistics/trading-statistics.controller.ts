import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { Expensive } from '../../limits/expensive.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { ForeignTradeRecord } from './foreign-trade.dto.js';
import { MarketResultQuery, MarketResultRecord } from './market-result.dto.js';
import { TradeFlowQuery, TradeFlowRecord } from './trade-flow.dto.js';
import { type FlowScope, OF_SCOPE } from './trade-kinds.js';
import { TradingStatisticsService } from './trading-statistics.service.js';

/** Trading results that complement the bars of securities. */
@Controller('trade')
@ApiTags('Trade')
@Requires('market-data:read')
export class TradingStatisticsController {
  constructor(private readonly statistics: TradingStatisticsService) {}

  @Expensive(({ code, fields }) => code === undefined && fields === 'extended')
  @ReadsFrom({
    needs: {
      market_index: 'the main indices',
      quote: 'levels, stored under the code of the index as ticker',
    },
    adds: {
      index_constituent: 'members whose breadth and totals are counted',
      security: 'members of indices of all shares',
    },
    columns: { code: 'ticker' },
    assumed: { code: HOME_INDEX },
  })
  @ReadList('market/result', MarketResultRecord, {
    operationId: 'listMarketResults',
    unit: 'points',
    summary: 'Historical trading of the main market indices',
    description:
      'Daily levels of the main indices, newest first: (date descending, code ascending); on request with change, breadth and totals of the members of an index on each day.',
  })
  marketResults(@Query() query: MarketResultQuery): List {
    return this.statistics.marketResults(query);
  }

  @ReadsFrom({
    needs: { foreign_trade: 'trading of foreign investors' },
    adds: { quote: 'the bar of the day' },
  })
  @ReadList('foreign', ForeignTradeRecord, {
    operationId: 'listForeignTrades',
    unit: 'VND',
    summary: 'Historical trading of foreign investors in stocks',
    description:
      'Purchases, sales and holdings of foreign investors in each security on each day, newest first: (date descending, ticker ascending).',
  })
  foreignTrades(@Query() query: TickerRangeQuery): List {
    return this.statistics.foreignTrades(query);
  }

  @Expensive(({ scope }) => scope !== undefined && scope !== 'ticker')
  @ReadsFrom({
    needsOneOf: {
      trade_flow: 'orders and active trades',
      order_statistic: 'orders',
      foreign_trade: 'net trading of foreign investors',
    },
    adds: {
      industry_membership: 'members of sectors',
      security: 'industries and exchanges',
      index_constituent: 'members of indices',
    },
    names: { code: ({ scope }) => OF_SCOPE[(scope ?? 'ticker') as FlowScope] },
  })
  @ReadList('flow', TradeFlowRecord, {
    operationId: 'listTradeFlows',
    unit: 'VND',
    summary: 'Historical trade flow of securities, sectors and indices',
    description:
      'Orders, active trades and net buying on each day, newest first: (date descending, code ascending). Sectors and indices are sums over the members of each day unless their own flow is stored.',
  })
  tradeFlows(@Query() query: TradeFlowQuery): List {
    return this.statistics.tradeFlows(query);
  }
}
