import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { SearchQuery, SearchRecord } from './search.dto.js';
import { SearchService } from './search.service.js';

/** Search of security codes. */
@ApiTags('Search')
@Controller('search')
export class SearchController {
  constructor(private readonly securities: SearchService) {}

  @Computed('market')
  @Expensive()
  @ReadsFrom({
    needsOneOf: {
      security: 'securities by ticker, ISIN and name',
      quote: 'quoted tickers',
      market_index: 'indices',
    },
    adds: { quote: 'market capitalisation, which ties are ranked by', security: 'names, ISIN and exchange' },
  })
  @ReadList('', SearchRecord, {
    operationId: 'searchSecurities',
    unit: 'VND',
    summary: 'Search for securities and indices',
    description: [
      'Securities of the master and market indices, best match first: exact ticker, ticker prefix, exact ISIN, name prefix, every word a prefix of a word of the ticker or names, then similar spellings (trigram similarity of at least 0.3 to the ticker or to as many consecutive words of a name). Ties by market capitalisation, then by ticker.',
      '`order=desc` reverses the list.',
    ].join('\n\n'),
  })
  @Requires('market-data:read')
  search(@Query() query: SearchQuery): Promise<List> {
    return this.securities.search(query);
  }
}
