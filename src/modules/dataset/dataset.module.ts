import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Notices } from '../../http/replies/notices.js';
import { ChangeScopes } from '../../market/computed.js';
import { MarketModule } from '../../market/market.module.js';
import { QuoteCheckModule } from '../quote-check/quote-check.module.js';
import { DATA_SETS, type DataSets } from './data-set.js';
import { DataSetScopes } from './data-set-scopes.js';
import { EmptyReadRepository } from './empty-read.repository.js';
import { EmptyReads } from './empty-reads.js';
import { FlaggedRepository } from './flagged.repository.js';
import { FlaggedService } from './flagged.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';
import { ShippedData } from './shipped-data.js';
import { UnlockedReads } from './unlocked-reads.js';

/** The data sets of the service: definitions for modules that serve all alike, shipped data, overview. */
@Global()
@Module({})
export class DatasetModule {
  static of(dataSets: DataSets): DynamicModule {
    return {
      module: DatasetModule,
      imports: [DiscoveryModule, MarketModule, QuoteCheckModule],
      controllers: [OverviewController],
      providers: [
        { provide: DATA_SETS, useValue: dataSets },
        ShippedData,
        OverviewRepository,
        OverviewService,
        FlaggedRepository,
        FlaggedService,
        UnlockedReads,
        EmptyReadRepository,
        { provide: Notices, useClass: EmptyReads },
        { provide: ChangeScopes, useClass: DataSetScopes },
      ],
      exports: [DATA_SETS, ShippedData, Notices, ChangeScopes],
    };
  }
}
