import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList, ReadOne } from '../../http/docs/operations.js';
import { answer, type Reply } from '../../http/replies/reply.js';
import { Expensive } from '../../limits/expensive.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { MarketDepthQuery, MarketDepthRecord } from './market-depth.dto.js';
import { MarketInsightQuery, MarketInsightRecord } from './market-insight.dto.js';
import { SignalQuery, SignalRecord } from './signal.dto.js';
import { TradingActionQuery, TradingActionRecord } from './trading-action.dto.js';
import { TradingDeskService } from './trading-desk.service.js';
import { TradingSuggestionQuery, TradingSuggestionRecord } from './trading-suggestion.dto.js';

/** Data for trading decisions. */
@ApiTags('Trading')
@Controller('trading')
@Requires('market-data:read')
export class TradingDeskController {
  constructor(private readonly desk: TradingDeskService) {}

  @ReadsFrom({ needs: { corporate_action: 'corporate actions and events' } })
  @ReadList('actions', TradingActionRecord, {
    operationId: 'listTradingActions',
    summary: 'Corporate actions and events',
    description:
      'Latest ex-date first, including upcoming ones: (ex_date descending, ticker, type). `from_date` and `to_date` are ex-dates.',
  })
  actions(@Query() query: TradingActionQuery): List {
    return this.desk.actions(query);
  }

  @ReadsFrom({ needs: { trading_suggestion: 'suggestions' } })
  @ReadList('suggestions', TradingSuggestionRecord, {
    operationId: 'listTradingSuggestions',
    summary: 'Trading suggestions',
    description:
      'Newest first: (published_at descending, id). `from_date` and `to_date` are days of publication in Asia/Ho_Chi_Minh. Prices in VND.',
  })
  suggestions(@Query() query: TradingSuggestionQuery): List {
    return this.desk.suggestions(query);
  }

  @ReadsFrom({ needs: { market_insight: 'articles' } })
  @ReadList('market-insight', MarketInsightRecord, {
    operationId: 'listMarketInsight',
    summary: 'Market insight',
    description:
      'Newest first: (published_at descending, id). `from_date` and `to_date` are days of publication in Asia/Ho_Chi_Minh.',
  })
  insight(@Query() query: MarketInsightQuery): List {
    return this.desk.insight(query);
  }

  @Expensive(({ ticker }) => ticker === undefined)
  @Computed('market')
  @ReadsFrom({
    needs: { quote: 'bars of the security' },
    adds: { corporate_action: 'adjusted prices', security: 'kind and exchange of securities' },
    asOf: true,
  })
  @ReadList('signal', SignalRecord, {
    operationId: 'listTradingSignals',
    resolved: { date: '2024-01-31' },
    summary: 'Technical analysis signals',
    description:
      'One row per security, by ticker: the votes of stated rules over its indicators on the last bar, and their balance. The bars are adjusted as of the day, from the first one on; nothing later is used. A rule whose indicator has no value yet does not vote.',
  })
  signals(@Query() query: SignalQuery): Promise<List> {
    return this.desk.signals(query);
  }

  @ReadsFrom({ needs: { market_depth: 'order books' } })
  @ReadOne('market-depth', MarketDepthRecord, {
    operationId: 'getMarketDepth',
    summary: 'Order book of a security',
    description:
      'The newest stored snapshot, or the newest one at or before `timestamp`. Prices in VND, volumes in securities.',
  })
  async depth(@Query() query: MarketDepthQuery): Promise<Reply> {
    return answer(await this.desk.depth(query));
  }
}
