import { Module } from '@nestjs/common';
import { RecordWriter } from './record-writer.js';

/** What every data set shares: the writer of its records. */
@Module({ providers: [RecordWriter], exports: [RecordWriter] })
export class DatasetModule {}
