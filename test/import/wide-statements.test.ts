import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { folderWith, runImport, summaryOf } from './command.js';

describe('import: statements with one column per line item', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const HEADER = 'ticker,statement,fiscal_year,fiscal_quarter,consolidation,audit,published_at,110,270,BK03';
  const storedItems = (ticker: string) =>
    service.sql<object>(
      `SELECT period, fiscal_quarter, item_code, value, period_end_date::text AS end FROM statement_item
       WHERE ticker = $1 ORDER BY period, item_code`,
      [ticker],
    );

  it('each cell becomes a figure, an empty one none; a second import changes nothing', async () => {
    const rows = [
      'WID,balance_sheet,2023,,consolidated,audited,2024-03-20,120.5,1000,',
      'WID,balance_sheet,2024,1,consolidated,unreviewed,2024-04-29T08:00:00Z,-1,,',
    ];
    const at = folderWith({ 'wide.csv': [HEADER, ...rows].join('\n') });
    const first = await summaryOf(service.address, ['statement_item', at('wide.csv')]);
    expect(first).toMatchObject({ code: 0, created: 3, rejected: 0 });
    expect(await storedItems('WID')).toEqual([
      { period: 'quarter', fiscal_quarter: 1, item_code: '110', value: -1, end: '2024-03-31' },
      { period: 'year', fiscal_quarter: 0, item_code: '110', value: 120.5, end: '2023-12-31' },
      { period: 'year', fiscal_quarter: 0, item_code: '270', value: 1000, end: '2023-12-31' },
    ]);
    const again = await summaryOf(service.address, [
      'statement_item',
      at('wide.csv'),
      '--on-duplicate',
      'update',
    ]);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('rejects a cell that is not a figure, naming line and column', async () => {
    const at = folderWith({
      'wide.csv': `${HEADER}\nWIX,balance_sheet,2023,,consolidated,audited,2024-03-20,n/a,1,\nWIX,balance_sheet,2023,,consolidated`,
    });
    const summary = await summaryOf(service.address, ['statement_item', at('wide.csv')]);
    expect(summary).toMatchObject({ created: 1, rejected: 2 });
  });

  it('refuses a column that is neither a field nor a code', async () => {
    const at = folderWith({
      'wide.csv': `${HEADER},colour\nWIY,balance_sheet,2023,,single,audited,2024-03-20,1,1,,red`,
    });
    const { code, stderr } = await runImport(service.address, ['statement_item', at('wide.csv')]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('colour');
    expect(await storedItems('WIY')).toEqual([]);
  });

  it('the long form stays what it is', async () => {
    const at = folderWith({
      'long.csv':
        'symbol,statement,period,year,quarter,consolidation,audit,item_code,published_at,period_end_date,value\nLNG,balance_sheet,quarter,2023,4,single,audited,270,2024-01-30,2023-12-31,5',
    });
    expect(await summaryOf(service.address, ['statement_item', at('long.csv')])).toMatchObject({
      created: 1,
    });
    expect(await storedItems('LNG')).toMatchObject([{ item_code: '270', value: 5 }]);
  });
});
