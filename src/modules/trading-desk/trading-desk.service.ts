import { Injectable } from '@nestjs/common';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { requireExisting } from '../../errors/domain-errors.js';
import { tickerKind } from '../../kinds/kinds.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import { TechnicalAnalysisService } from '../technical-analysis/technical-analysis.service.js';
import { MAXIMUM_LEVELS } from './depth-side.js';
import type { MarketDepthQuery } from './market-depth.dto.js';
import type { MarketInsightQuery } from './market-insight.dto.js';
import type { SignalQuery, SignalRecord } from './signal.dto.js';
import { signalOf } from './signal.js';
import { signalList } from './signal.list.js';
import { SignalRepository } from './signal.repository.js';
import type { TradingActionQuery } from './trading-action.dto.js';
import { TradingDeskRepository } from './trading-desk.repository.js';
import type { TradingSuggestionQuery } from './trading-suggestion.dto.js';

/** Data for trading decisions: actions, suggestions, insight, order books and signals. */
@Injectable()
export class TradingDeskService {
  constructor(
    private readonly records: TradingDeskRepository,
    private readonly securities: SignalRepository,
    private readonly analysis: TechnicalAnalysisService,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
  ) {}

  /** Corporate actions and events. */
  actions(query: TradingActionQuery): List {
    return this.records.actions(query);
  }

  suggestions(query: TradingSuggestionQuery): List {
    return this.records.suggestions(query);
  }

  insight(query: MarketInsightQuery): List {
    return this.records.insight(query);
  }

  /** JSON text of the newest order book at or before a moment; RecordNotFound if there is none. */
  async depth({ ticker, timestamp, levels = MAXIMUM_LEVELS }: MarketDepthQuery): Promise<string> {
    return requireExisting(await this.records.depth({ ticker, timestamp, levels }), 'order book', ticker);
  }

  /** Signals as of the close of a day, by ticker; only published bars and actions up to then. */
  async signals(query: SignalQuery): Promise<List> {
    const published = this.publication.standard;
    const [after] = (decodeCursor(query.cursor, [tickerKind]) ?? []) as string[];
    const asOf = query.date ?? (await this.presentDay.find());
    const { ticker: tickers, exchange } = query;
    const all = await this.securities.tickers({ tickers, exchange, asOf, published });
    const isDescending = query.order === 'desc';
    const inOrder = isDescending ? all.toReversed() : all;
    const isNext = (ticker: string) =>
      after === undefined || (isDescending ? ticker < after : ticker > after);
    const compute = async (ticker: string): Promise<SignalRecord> => {
      const { dates, series } = await this.analysis.adjustedBars(ticker, asOf);
      // The last bar is as traded: no action lies between it and the day.
      return { ticker, date: dates.at(-1) ?? '', close: series.close.at(-1) ?? 0, ...signalOf(series) };
    };
    return signalList({ query, tickers: inOrder.filter(isNext), total: all.length, date: asOf, compute });
  }
}
