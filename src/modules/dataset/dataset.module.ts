import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';
import { RecordWriter } from './record-writer.js';
import { ShippedData } from './shipped.js';

/**
 * What every data set shares: the writer of its records, a record by its identifier, the loader of what ships, and
 * the overview.
 */
@Module({
  controllers: [RecordController, OverviewController],
  providers: [RecordWriter, RecordService, ShippedData, OverviewRepository, OverviewService],
  exports: [RecordWriter, ShippedData],
})
export class DatasetModule {}
