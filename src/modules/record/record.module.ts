import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { ProposalModule } from '../proposal/proposal.module.js';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';
import { RecordHistoryRepository } from './record-history.repository.js';
import { RecordWriter } from './record-writer.js';

/** Stored records of every data set, one by one, and the writer that single and bulk writes share. */
@Module({
  imports: [MarketModule, ProposalModule],
  controllers: [RecordController],
  providers: [RecordWriter, RecordService, RecordHistoryRepository],
  exports: [RecordService, RecordWriter],
})
export class RecordModule {}
