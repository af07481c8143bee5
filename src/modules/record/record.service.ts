import { Inject, Injectable } from '@nestjs/common';
import type { Item } from '../../database/stored-item.js';
import { DATA_SETS, type DataSets } from '../dataset/data-set.js';
import type { DataSetName } from '../dataset/data-set-names.js';
import { RecordWriter } from './record-writer.js';

/** Stored records of all data sets. */
@Injectable()
export class RecordService {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly writer: RecordWriter,
  ) {}

  /** A record by data set and identifier; throws RecordNotFound. */
  find(resource: DataSetName, id: string): Promise<Item> {
    return this.writer.find(this.dataSets[resource], id);
  }
}
