import { Controller, Get, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { PathParam } from '../../http/fields/params.js';
import { PlainRead } from '../../http/replies/read.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { tickerKind } from '../../kinds/kinds.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { ProfileQuery, ProfileRecord } from './profile.dto.js';
import { ProfileService } from './profile.service.js';
import { RelatedStockQuery, RelatedStockRecord } from './related-stock.dto.js';

const TickerParam = () => PathParam('ticker', tickerKind, 'Security symbol.', 'VNM');

/** Profiles of securities and their peers. */
@ApiTags('Profile')
@Controller()
@Requires('market-data:read')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Computed('market')
  @ReadsFrom({
    needsOneOf: { quote: 'bars of the security', security: 'its master record', market_index: 'the index' },
    adds: {
      security: 'names, exchange, industry and share counts',
      daily_statistic: 'limits, matched and negotiated trading, share counts',
      corporate_action: 'adjustment and 52-week figures',
      statement_item: 'eps, bvps, pe, pb',
      estimate: 'feps',
    },
  })
  @ReadOne('detail/:ticker', ProfileRecord, {
    operationId: 'getProfile',
    summary: 'Profile of a security',
    description: [
      'Basic data, the market data of the last published bar on or before the date, and advanced data. Also available at /profile/{ticker}. Nothing known only after the date is used: bars, share counts, industries, corporate actions.',
      'A security without a bar by then has its master data and nulls; 404 if the ticker is in neither the security master, nor the indices, nor the quotes. Prices and values in VND (index levels in points), volumes and shares in securities.',
    ].join('\n\n'),
  })
  async find(@TickerParam() ticker: string, @Query() query: ProfileQuery): Promise<Reply> {
    return answer(await this.profiles.find(ticker, query));
  }

  /** The same under its usual name. */
  @Computed('market')
  @Get('profile/:ticker')
  @PlainRead()
  @ApiExcludeEndpoint()
  findAlias(@TickerParam() ticker: string, @Query() query: ProfileQuery): Promise<Reply> {
    return this.find(ticker, query);
  }

  @Computed('market')
  @ReadsFrom({
    needs: { security: 'peers and their industries', quote: 'their closes' },
    adds: {
      industry_membership: 'industries over time',
      daily_statistic: 'share counts over time',
      statement_item: 'pe, pb',
    },
    asOf: true,
  })
  @ReadList('related-stocks', RelatedStockRecord, {
    operationId: 'listRelatedStocks',
    unit: 'VND',
    resolved: { date: '2024-01-31' },
    summary: 'Peer companies of a stock',
    description: [
      'Stocks of the same sub-industry first, then of the same industry, industry group and sector; within a level nearest first by market capitalisation, |ln(own) - ln(peer)|, those of unknown capitalisation last, then by ticker. Industries, listings and capitalisations are those of the date. Also available at /Related%20Stocks.',
      'Empty if the ticker is unknown or has no industry. `order=desc` reverses the list.',
    ].join('\n\n'),
  })
  related(@Query() query: RelatedStockQuery): Promise<List> {
    return this.profiles.listRelated(query);
  }
}
