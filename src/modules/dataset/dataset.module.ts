import { Module } from '@nestjs/common';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';
import { RecordWriter } from './record-writer.js';

/** What every data set shares: the writer of its records, and a record by its identifier. */
@Module({
  controllers: [RecordController],
  providers: [RecordWriter, RecordService],
  exports: [RecordWriter],
})
export class DatasetModule {}
