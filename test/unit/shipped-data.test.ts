import { expect, it } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { ShippedData } from '../../src/modules/dataset/shipped-data.js';
import { ASSET_CLASS } from '../../src/modules/reference/asset-class.data-set.js';

it('shipped parts are read before their transaction begins, which may not be idle for long', async () => {
  const steps: string[] = [];
  const database = {
    query: async () => [],
    transaction: async () => steps.push('transaction'),
  } as unknown as Database;
  const records = async () => {
    steps.push('read');
    return [];
  };
  await new ShippedData(database).load([{ name: 'part', dataSet: ASSET_CLASS, records }]);
  expect(steps).toEqual(['read', 'transaction']);
});
