import { Injectable } from '@nestjs/common';
import type { DataSet } from '../dataset/data-set.js';
import { ShippedData, type ShippedPart } from '../dataset/shipped-data.js';
import { ACCOUNT } from './account.data-set.js';
import { ASSET_CLASS } from './asset-class.data-set.js';
import { COUNTRY } from './country.data-set.js';
import { CURRENCY } from './currency.data-set.js';
import { MIC } from './mic.data-set.js';
import { shippedRecords } from './shipped-files.js';

type Json = Record<string, unknown>;

/** A file of `data/` and the data set that it fills. */
interface ShippedFile {
  file: string;
  /**
   * beginning of the file's SHA-256: its version. Stated here, so that startup does not read files that
   * are already loaded; a test compares it with the file.
   */
  version: string;
  dataSet: DataSet;
  /** converts a record of the file to the field names of the data set */
  shape?(record: Json): Json;
}

export const SHIPPED_FILES: readonly ShippedFile[] = [
  {
    file: 'countries.json',
    version: '1d1a63d2e216',
    dataSet: COUNTRY,
    shape: (record) => ({ cca2: record.cca2, record }),
  },
  {
    file: 'mics.json',
    version: '09ca8650a5c2',
    dataSet: MIC,
    shape: ({ country, ...record }) => ({ ...record, iso_country_code: country }),
  },
  { file: 'currencies.json', version: '50f12b24c9f3', dataSet: CURRENCY },
  { file: 'asset-classes.json', version: 'aeb8fb86f558', dataSet: ASSET_CLASS },
  { file: 'accounts.json', version: 'c310c527f26a', dataSet: ACCOUNT },
];

/** Loads the reference data that ships with the service. */
@Injectable()
export class ShippedReference {
  constructor(private readonly shippedData: ShippedData) {}

  /** Loads the files whose version this database has not seen; returns the number of rows written. */
  load(): Promise<number> {
    return this.shippedData.load(SHIPPED_FILES.map(partOf));
  }
}

function partOf({ file, version, dataSet, shape }: ShippedFile): ShippedPart {
  return {
    name: `${dataSet.name} ${version}`,
    dataSet,
    records: async () => {
      const records = await shippedRecords(file);
      return shape === undefined ? records : records.map(shape);
    },
  };
}
