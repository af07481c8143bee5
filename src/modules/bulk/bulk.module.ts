import { Module } from '@nestjs/common';
import { ProposalModule } from '../proposal/proposal.module.js';
import { RecordModule } from '../record/record.module.js';
import { BulkController } from './bulk.controller.js';
import { BulkService } from './bulk.service.js';
import { BulkWriter } from './bulk-writer.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyRetention } from './idempotency-retention.js';

/** Bulk import of quotes and settlement days, and bulk insert into any data set. */
@Module({
  imports: [RecordModule, ProposalModule],
  controllers: [BulkController],
  providers: [BulkService, BulkWriter, IdempotencyRepository, IdempotencyRetention],
})
export class BulkModule {}
