import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

describe("a source of a publisher's files", () => {
  let service: TestApp;
  let vendor: Vendor;
  let body = '';
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  it.each([
    ['without its columns', 'mic', 'CODE,TITLE\nXHOS,Exchange\n', 'missing_columns'],
    ['that is not well-formed', 'currency', '<ISO_4217><CcyTbl>', 'malformed'],
    ['that is a workbook', 'mic', 'PK\u0003\u0004 and the rest of a workbook', 'malformed'],
  ])('%s ends its run as failed, once', async (_, dataSet, text, failure) => {
    body = text;
    const options = { data_set: dataSet, rows: { format: 'published' } };
    await service.put('/svc/source/publisher', aSource(`${vendor.url}/`, options));
    const before = vendor.requests.length;
    const run = await runSource(service, 'publisher', {});
    expect(run).toMatchObject({ state: 'failed', created: 0 });
    expect(run.unitRecords).toMatchObject([{ state: 'failed', failure }]);
    expect(vendor.requests).toHaveLength(before + 1);
  });
});
