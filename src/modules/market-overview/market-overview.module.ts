import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { QuoteCheckModule } from '../quote-check/quote-check.module.js';
import { BreadthRepository } from './breadth.repository.js';
import { HeatmapRepository } from './heatmap.repository.js';
import { MarketOverviewController } from './market-overview.controller.js';
import { MarketOverviewService } from './market-overview.service.js';
import { MovementRepository } from './movement.repository.js';
import { MoverRepository } from './mover.repository.js';

/** The market on a day. */
@Module({
  imports: [MarketModule, QuoteCheckModule],
  controllers: [MarketOverviewController],
  providers: [
    MarketOverviewService,
    BreadthRepository,
    HeatmapRepository,
    MovementRepository,
    MoverRepository,
  ],
})
export class MarketOverviewModule {}
