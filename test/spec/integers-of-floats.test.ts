import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { folderWith, HEADER, summaryOf } from '../import/command.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DATE = '2024-01-31';
/** Text of a bar in JSON, with a volume as another program writes it. */
const barOf = (ticker: string, volume: string) =>
  `{"ticker":"${ticker}","date":"${DATE}","open":10,"high":10,"low":10,"close":10,"volume":${volume}}`;

describe('contract 1: a bigint is exact past 2^53, also where a program writes it as a float', () => {
  let service: TestApp;
  let vendor: Vendor;
  let page = '';
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: page }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  /** Ways in, each of which stores a bar of its ticker. */
  const ways: Record<string, (volume: string) => Promise<unknown>> = {
    SINGLE: (volume) => service.post('/svc/quote').send(barOf('SINGLE', volume)).expect(201),
    RECORD: (volume) => service.put('/svc/record/quote').send(barOf('RECORD', volume)).expect(201),
    BULK: (volume) =>
      service
        .post('/svc/quote/bulk/import')
        .send(`[${barOf('BULK', volume)}]`)
        .expect(207),
    INSERT: (volume) =>
      service
        .post('/svc/bulk/insert?resource=quote')
        .send(`[${barOf('INSERT', volume)}]`)
        .expect(207),
    NDJSON: async (volume) => {
      const file = folderWith({ 'a.ndjson': `${barOf('NDJSON', volume)}\n` });
      return summaryOf(service.address, ['quote', file('a.ndjson')]);
    },
    CSV: async (volume) => {
      const file = folderWith({ 'a.csv': `${HEADER}\nCSV,${DATE},10,10,10,10,${volume}\n` });
      return summaryOf(service.address, ['quote', file('a.csv')]);
    },
    SOURCE: async (volume) => {
      page = `[${barOf('SOURCE', volume)}]`;
      await service.put('/svc/source/floats', aSource(`${vendor.url}/`));
      return runSource(service, 'floats', { from_date: DATE, to_date: DATE });
    },
  };
  const withoutCsv = Object.keys(ways).filter((name) => name !== 'CSV');

  it.each([
    ['9007199254740993.0', '9007199254740993', Object.keys(ways)],
    ['9223372036854775807.0', '9223372036854775807', Object.keys(ways)],
    // A column of a file has no exponents: spreadsheets write them for digits that they have dropped.
    ['1e18', '1000000000000000000', withoutCsv],
    ['1.2345678901234568e+16', '12345678901234568', withoutCsv],
  ])('%s is %s by every way in', async (written, digits, names) => {
    await service.sql('TRUNCATE quote');
    for (const name of names) await ways[name]?.(written);
    const stored = await service.sql('SELECT ticker, volume::text FROM quote ORDER BY ticker');
    expect(stored).toEqual(names.toSorted().map((ticker) => ({ ticker, volume: digits })));
    const { text } = await service.get('/quote?ticker=SINGLE').expect(200);
    expect(text).toContain(`"volume":${digits}}`);
  });

  it('as a price it is the nearest float64', async () => {
    const price = '9007199254740993.0';
    await service
      .post('/svc/quote')
      .send(barOf('PRICED', '1').replaceAll(':10', `:${price}`))
      .expect(201);
    const [row] = await service.sql(`SELECT close FROM quote WHERE ticker = 'PRICED'`);
    expect(row).toEqual({ close: 9007199254740992 });
  });
});
