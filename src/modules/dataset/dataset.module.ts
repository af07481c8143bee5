import { Module } from '@nestjs/common';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';
import { RecordWriter } from './record-writer.js';
import { ShippedData } from './shipped.js';

/** What every data set shares: the writer of its records, a record by its identifier, and the loader of what ships. */
@Module({
  controllers: [RecordController],
  providers: [RecordWriter, RecordService, ShippedData],
  exports: [RecordWriter, ShippedData],
})
export class DatasetModule {}
