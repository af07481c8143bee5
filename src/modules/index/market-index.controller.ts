import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { PathParam } from '../../http/fields/params.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { ReadsFrom, type Sources } from '../dataset/reads-from.js';
import { ContributorQuery, ContributorRecord, ContributorsOfDayQuery } from './contributor.dto.js';
import {
  IndexConstituentQuery,
  IndexConstituentRecord,
  IndexDayQuery,
  IndexProfileQuery,
  IndexProfileRecord,
} from './index-profile.dto.js';
import { MarketIndexService } from './market-index.service.js';

const OF_PROFILES = {
  quote: 'levels, stored under the code of the index as ticker',
  index_constituent: 'number of members',
  security: 'members of indices of all shares',
};

const CONTRIBUTORS: Sources = {
  needs: { quote: 'closes of members, and levels under the code of the index as ticker' },
  needsOneOf: { index_constituent: 'members of the index', security: 'stocks, for indices of all shares' },
  adds: { security: 'share counts', corporate_action: 'share actions of the day' },
  columns: { code: 'ticker' },
  assumed: { code: HOME_INDEX },
};

const CONTRIBUTION = [
  'contribution_point = level of the day before × (cap − cap before) ÷ Σ cap before over all members, where cap = shares × close × free-float × cap factor (for a price-weighted index: close). Members, shares and factors are those of the day in both. The price before is the previous close, adjusted for actions of the day that change shares, but not for cash dividends, which price indices do not adjust for. The points of all members therefore add up to the move of the index.',
  'change is measured against the reference price, as everywhere: on an ex-date of a cash dividend it differs in sign from the point. A member without a trade on the day moves by 0; a day on which no member traded has no contributors.',
].join('\n\n');

/** Indices, their members and contributors. Literal paths come before /index/{code}. */
@Controller()
@Requires('market-data:read')
export class MarketIndexController {
  constructor(private readonly indices: MarketIndexService) {}

  @Expensive()
  @ReadsFrom({ needs: { market_index: 'the indices' }, adds: OF_PROFILES, asOf: true })
  @ReadList('index/profile', IndexProfileRecord, {
    operationId: 'listIndices',
    unit: 'points',
    resolved: { date: '2024-01-31' },
    summary: 'Index profiles',
    description: 'Every index by code, with its last published level and the number of its members.',
  })
  @ApiTags('Index')
  list(@Query() query: IndexProfileQuery): Promise<List> {
    return this.indices.profiles(query);
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom({
    needsOneOf: { index_constituent: 'members of indices', security: 'stocks, for indices of all shares' },
    adds: { quote: 'closes that weights follow from', security: 'names', daily_statistic: 'share counts' },
    asOf: true,
  })
  @ReadList('index/constituents', IndexConstituentRecord, {
    operationId: 'listIndexConstituents',
    unit: 'VND',
    resolved: { date: '2024-01-31', code: 'VNINDEX' },
    summary: 'Members of an index on a day',
    description:
      'Members valid on the day, heaviest first. Weights add up to 100 over the members whose shares and price are known on that day; for the others they are null. An all-share index whose members are not stored consists of the stocks listed on its exchange that day.',
  })
  @ApiTags('Index')
  constituents(@Query() query: IndexConstituentQuery): Promise<List> {
    return this.indices.constituents(query);
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom(CONTRIBUTORS)
  @ReadList('index/contributor/:date', ContributorRecord, {
    operationId: 'listIndexContributors',
    resolved: { date: '2024-01-31', code: 'VNINDEX' },
    summary: 'Contributors to an index on a day',
    description: `The same as /market/contributors. ${CONTRIBUTION}`,
  })
  @ApiTags('Index')
  contributorsOf(
    @PathParam('date', dateKind, 'Trading day.', '20240131') date: string,
    @Query() query: ContributorsOfDayQuery,
  ): Promise<List> {
    return this.indices.contributors({ ...query, date });
  }

  @Computed('market')
  @Expensive()
  @ReadsFrom(CONTRIBUTORS)
  @ReadList('market/contributors', ContributorRecord, {
    operationId: 'listMarketContributors',
    resolved: { date: '2024-01-31', code: 'VNINDEX' },
    summary: 'Contributors to an index',
    description: CONTRIBUTION,
  })
  @ApiTags('Market analysis')
  contributors(@Query() query: ContributorQuery): Promise<List> {
    return this.indices.contributors(query);
  }

  @Expensive()
  @ReadsFrom({ needs: { market_index: 'the index' }, adds: OF_PROFILES })
  @ReadOne('index/:code', IndexProfileRecord, {
    operationId: 'getIndex',
    summary: 'An index by its symbol',
    description: 'Profile of the index with its last published level and the number of its members.',
  })
  @ApiTags('Index')
  async find(
    @PathParam('code', tickerKind, 'Index symbol.', 'VNINDEX') code: string,
    @Query() query: IndexDayQuery,
  ): Promise<Reply> {
    return answer(await this.indices.profile(code, query));
  }
}
