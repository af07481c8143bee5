import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import type { TickerRange } from '../../database/lists/ranges.js';
import { InvalidInput } from '../../errors/domain-errors.js';
import { Invalid, tickerKind } from '../../kinds/kinds.js';
import { Publication } from '../../market/publication.js';
import { ForeignTradeRepository } from './foreign-trade.repository.js';
import type { MarketResultQuery } from './market-result.dto.js';
import { MarketResultRepository } from './market-result.repository.js';
import type { TradeFlowQuery } from './trade-flow.dto.js';
import { TradeFlowRepository } from './trade-flow.repository.js';
import type { FlowScope } from './trade-kinds.js';

/** Trading results of indices, trading of foreign investors and trade flows. */
@Injectable()
export class TradingStatisticsService {
  constructor(
    private readonly results: MarketResultRepository,
    private readonly foreigners: ForeignTradeRepository,
    private readonly flows: TradeFlowRepository,
    private readonly publication: Publication,
  ) {}

  /** Published levels of the main indices, with the breadth of their members on request. */
  marketResults(query: MarketResultQuery): List {
    return this.results.results(query, this.publication.standard);
  }

  /** Trading of foreign investors with the published bars. */
  foreignTrades(query: TickerRange): List {
    return this.foreigners.trades(query, this.publication.standard);
  }

  /** Trade flows of securities, sectors or indices. InvalidInput for a code that does not fit the scope. */
  tradeFlows(query: TradeFlowQuery): List {
    const { scope = 'ticker', code = [] } = query;
    const misfit = code.find((each) => !isCodeOf(scope, each));
    if (misfit !== undefined) {
      const detail =
        scope === 'sector'
          ? 'with scope=sector industry codes of 2, 4, 6 or 8 digits are expected'
          : `with scope=${scope} symbols of 3 to 100 characters of A-Z and 0-9 are expected`;
      throw new InvalidInput([{ parameter: 'code', code: 'invalid_format', detail }]);
    }
    if (scope !== 'ticker') return this.flows.ofGroups(query, scope);
    const [only] = code;
    return only !== undefined && code.length === 1
      ? this.flows.ofTicker(query, only)
      : this.flows.ofTickers(query);
  }
}

function isCodeOf(scope: FlowScope, code: string): boolean {
  if (scope === 'sector') return /^(\d{2}){1,4}$/.test(code);
  return !(tickerKind.fromText(code) instanceof Invalid);
}
