import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { ProfileController } from './profile.controller.js';
import { ProfileRepository } from './profile.repository.js';
import { ProfileService } from './profile.service.js';
import { RelatedStockRepository } from './related-stock.repository.js';

/** GET /detail/{ticker} and /related-stocks. */
@Module({
  imports: [MarketModule],
  controllers: [ProfileController],
  providers: [ProfileRepository, ProfileService, RelatedStockRepository],
})
export class ProfileModule {}
