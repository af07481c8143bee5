import { Injectable } from '@nestjs/common';
import { RecordNotFound } from '../../errors/domain-errors.js';
import type { Item } from '../../http/reply.js';
import { RecordWriter } from './record-writer.js';
import { DATA_SETS } from './registry.js';

/** Stored records of all data sets. */
@Injectable()
export class RecordService {
  constructor(private readonly writer: RecordWriter) {}

  /** A record by data set and identifier; throws RecordNotFound. */
  find(resource: string, id: string): Promise<Item> {
    const dataSet = DATA_SETS[resource];
    if (dataSet === undefined) throw new RecordNotFound('data set', resource);
    return this.writer.find(dataSet, id);
  }
}
