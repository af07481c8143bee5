import { Module } from '@nestjs/common';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';
import { RecordWriter } from './record-writer.js';

/** Stored records of every data set: the writer that single and bulk writes share, and a record by its identifier. */
@Module({
  controllers: [RecordController],
  providers: [RecordWriter, RecordService],
  exports: [RecordWriter],
})
export class RecordModule {}
