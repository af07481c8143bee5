import { Controller, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom, type Sources } from '../dataset/reads-from.js';
import { HeatmapLeaf, HeatmapNode, HeatmapQuery, HeatmapRecord } from './heatmap.dto.js';
import { MarketOverviewService } from './market-overview.service.js';
import { MovementQuery, MovementRecord } from './movement.dto.js';
import { MoverQuery, MoverRecord } from './mover.dto.js';

const RANKED: Sources = {
  needs: { quote: 'bars of the market on two days' },
  adds: {
    security: 'names, kind, exchange and share counts',
    corporate_action: 'references of ex-dates',
    daily_statistic: 'stored references, limits and values',
    index_constituent: 'members of indices',
  },
};

const RANKING =
  'A single day is compared with its reference price, so that an ex-date is not a loss; a longer period with the close before it, adjusted for the actions that became effective since, and for nothing known later. Indices and derivatives are excluded; a ticker without a master record counts as a stock. Ties by ticker.';

/** Market analysis. */
@ApiTags('Market analysis')
@Controller('market')
@Requires('market-data:read')
export class MarketOverviewController {
  constructor(private readonly overview: MarketOverviewService) {}

  @Computed('market')
  @Expensive()
  @ReadsFrom(RANKED)
  @ReadList('gainers', MoverRecord, {
    operationId: 'listGainers',
    unit: 'VND',
    resolved: { date: '2024-01-31' },
    summary: 'Top gainers',
    description: `Only securities that rose, largest percentage change first. ${RANKING}`,
  })
  gainers(@Query() query: MoverQuery): Promise<List> {
    return this.overview.ranking('gainers', query);
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom(RANKED)
  @ReadList('losers', MoverRecord, {
    operationId: 'listLosers',
    unit: 'VND',
    resolved: { date: '2024-01-31' },
    example: {
      close: 66000,
      change: -500,
      change_percent: -0.75,
      traded_value: 225442800000,
      market_cap: 137937059370000,
    },
    summary: 'Top losers',
    description: `Only securities that fell, largest percentage loss first. ${RANKING}`,
  })
  losers(@Query() query: MoverQuery): Promise<List> {
    return this.overview.ranking('losers', query);
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom({
    needs: { quote: 'bars of the market' },
    adds: {
      security: 'kind and exchange of securities',
      corporate_action: 'references of ex-dates',
      daily_statistic: 'stored references and limits',
      index_constituent: 'members of indices',
    },
  })
  @ReadList('movement', MovementRecord, {
    operationId: 'listMarketMovement',
    unit: 'VND',
    resolved: { from_date: '2023-01-31', to_date: '2024-01-31' },
    summary: 'Market breadth by day',
    description:
      'Number of securities that closed above, below and at their reference price, newest day first; the year up to the last day if `from_date` is omitted. A security without an earlier price counts in none of the three. Indices and derivatives are excluded.',
  })
  movement(@Query() query: MovementQuery): Promise<List> {
    return this.overview.movement(query);
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom({
    needs: { quote: 'bars of the market' },
    adds: {
      security: 'industries and share counts',
      industry_membership: 'industries over time',
      industry: 'names of industries',
      daily_statistic: 'traded values and share counts',
      index_constituent: 'members of indices',
    },
  })
  @ReadOne('heatmap', HeatmapRecord, {
    operationId: 'getMarketHeatmap',
    summary: 'Market of a day as an industry tree',
    description:
      'Each security is attached to the deepest requested industry level known for it; those without an industry to a node with code null. A security of unknown size has size null and counts in no sum; a node has size null if no size below it is known. Without share counts size=market_cap therefore has leaves only: use value or volume.',
  })
  @ApiExtraModels(HeatmapNode, HeatmapLeaf)
  async heatmap(@Query() query: HeatmapQuery): Promise<Reply> {
    return answer(await this.overview.heatmap(query));
  }
}
