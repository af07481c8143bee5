import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { ContributorRepository } from './contributor.repository.js';
import { MarketIndexController } from './market-index.controller.js';
import { MarketIndexRepository } from './market-index.repository.js';
import { MarketIndexService } from './market-index.service.js';
import { ShippedIndices } from './shipped-indices.js';

/** Market indices. */
@Module({
  imports: [MarketModule],
  controllers: [MarketIndexController],
  providers: [ContributorRepository, MarketIndexRepository, MarketIndexService, ShippedIndices],
  exports: [ShippedIndices],
})
export class MarketIndexModule {}
