import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module.js';
import { BulkController } from './bulk.controller.js';
import { BulkService } from './bulk.service.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyRetention } from './idempotency-retention.js';

/** Bulk import of quotes and settlement days, and bulk insert into any data set. */
@Module({
  imports: [DatasetModule],
  controllers: [BulkController],
  providers: [BulkService, IdempotencyRepository, IdempotencyRetention],
})
export class BulkModule {}
