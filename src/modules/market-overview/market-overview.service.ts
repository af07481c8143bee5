import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { notTogether, RecordNotFound } from '../../errors/domain-errors.js';
import { Exchanges } from '../../market/exchanges.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import { dayAfter } from '../../market/today.js';
import { QuoteChecks } from '../quote-check/quote-checks.js';
import type { HeatmapQuery, HeatmapRecord } from './heatmap.dto.js';
import { HeatmapRepository } from './heatmap.repository.js';
import { heatmapTree } from './heatmap-tree.js';
import { DEFAULT_WINDOW, type MovementQuery } from './movement.dto.js';
import { MovementRepository } from './movement.repository.js';
import { DEFAULT_RANKS, type MoverQuery } from './mover.dto.js';
import { MoverRepository } from './mover.repository.js';

/** The market on a day: what rose and fell, how broadly, and in which industries. */
@Injectable()
export class MarketOverviewService {
  constructor(
    private readonly presentDay: PresentDay,
    private readonly movers: MoverRepository,
    private readonly movements: MovementRepository,
    private readonly heatmaps: HeatmapRepository,
    private readonly publication: Publication,
    private readonly exchanges: Exchanges,
    private readonly checks: QuoteChecks,
  ) {}

  /** Returns the ranking of the requested day, else of the market's present day. */
  async ranking(direction: 'gainers' | 'losers', query: MoverQuery): Promise<List> {
    const { exchange, code, date, period = '1d', limit = DEFAULT_RANKS, ...page } = query;
    const published = this.publication.standard;
    const day = date ?? (await this.presentDay.find());
    return this.movers.list({ ...page, exchange, code, date: day, direction, period, limit }, published);
  }

  /**
   * Returns the breadth of every requested day: up to the market's present day if no last day is given, and of the year
   * up to the last day if no first one is.
   */
  async movement(query: MovementQuery): Promise<List> {
    if (query.date !== undefined && (query.from_date ?? query.to_date) !== undefined) {
      throw notTogether('date', 'give date, or from_date and to_date');
    }
    const to_date = query.date ?? query.to_date ?? (await this.presentDay.find());
    const from_date = query.date ?? query.from_date ?? dayAfter(to_date, 1 - DEFAULT_WINDOW);
    const isStored = this.movements.mayKeep(query) && (await this.checks.catchUp());
    return this.movements.list({ ...query, from_date, to_date }, this.publication.standard, isStored);
  }

  /** Returns the tree of the requested day, else of the market's present day; without children if there are no bars. */
  async heatmap(query: HeatmapQuery): Promise<HeatmapRecord> {
    const { exchange, code, size = 'market_cap', level = 2 } = query;
    const published = this.publication.standard;
    const date = query.date ?? (await this.presentDay.find());
    const [leaves, names] = await Promise.all([
      this.heatmaps.leaves({ exchange, code, date, size }, published),
      this.heatmaps.industryNames(date),
    ]);
    if (leaves.length === 0) {
      await this.exchanges.refuseUnknown(exchange);
      if (code !== undefined && !(await this.heatmaps.hasIndex(code)))
        throw new RecordNotFound('index', code);
    }
    const tree = heatmapTree(leaves, { depth: level, names });
    return { date, size_by: size, code: code ?? null, exchange: exchange ?? null, ...tree };
  }
}
