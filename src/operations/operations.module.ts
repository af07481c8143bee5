import { Module } from '@nestjs/common';
import { DataNotice } from './data-notice.js';
import { Freshness } from './freshness.js';
import { FreshnessRepository } from './freshness.repository.js';
import { HealthController } from './health.controller.js';
import { RootController } from './root.controller.js';

/** Health checks, the freshness of the data and the front page. */
@Module({
  controllers: [HealthController, RootController],
  providers: [DataNotice, FreshnessRepository, Freshness],
})
export class OperationsModule {}
