import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { walkPages } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';
import { hostTask } from '../host/client.js';

let service: TestApp;
const insert = (resource: string, records: object[], policy = 'error') =>
  service.post(`/svc/bulk/insert?resource=${resource}&on_duplicate=${policy}`, records);
const read = async (path: string) => (await service.get(path).expect(200)).body;

beforeAll(async () => {
  service = await startApp();
  const records = [
    ...aStatement({
      balance_sheet: { '270': 1000, '110': 120, '100': 400, X9: 7 },
      income_statement: { '60': 90, '10': 500 },
    }),
    // Restated a year later; the first version is kept.
    ...aStatement({ income_statement: { '60': 80 } }, { published_at: '2025-03-10T17:30:00Z' }),
    ...aStatement(
      { income_statement: { '60': 20 } },
      { fiscal_year: 2024, fiscal_quarter: 1, audit: 'unreviewed', published_at: '20240430' },
    ),
    ...aStatement(
      { income_statement: { BK03: 33 } },
      { ticker: 'BBB', company_type: 'bank', consolidation: 'single' },
    ),
  ];
  const answer = await insert('statement_item', records).expect(207);
  for (const result of answer.body.results) expect(result).toMatchObject({ status: 201 });
});
afterAll(() => service.close());

describe('GET /fundamental/as/reported/', () => {
  it('one record a line, newest period first, then statement and the order of the form', async () => {
    const { data } = await read('/fundamental/as/reported/?ticker=AAA');
    expect(
      data.map((row: Record<string, unknown>) => [row.period_end_date, row.statement, row.item_code]),
    ).toEqual([
      ['2024-03-31', 'income_statement', '60'],
      ['2023-12-31', 'balance_sheet', '100'],
      ['2023-12-31', 'balance_sheet', '110'],
      ['2023-12-31', 'balance_sheet', '270'],
      ['2023-12-31', 'balance_sheet', 'X9'],
      ['2023-12-31', 'income_statement', '10'],
      ['2023-12-31', 'income_statement', '60'],
    ]);
    expect(data[2]).toEqual({
      ticker: 'AAA',
      statement: 'balance_sheet',
      company_type: 'ordinary',
      consolidation: 'consolidated',
      audit: 'audited',
      period: 'year',
      fiscal_year: 2023,
      fiscal_quarter: 0,
      period_end_date: '2023-12-31',
      item_order: 20,
      item_code: '110',
      parent_code: '100',
      item_name: 'Tiền và các khoản tương đương tiền',
      item_name_en: 'Cash and cash equivalents',
      value: 120,
      unit: 'VND',
      filing_id: null,
      published_at: '2024-03-20T02:00:00.000000Z',
    });
    expect(data[4]).toMatchObject({ item_order: 99999, parent_code: null, item_name: null });
  });

  it('as_of: the newest version public by the end of that day in Vietnam, and no later one', async () => {
    const profit = async (asOf: string) =>
      (
        await read(
          `/fundamental/as/reported/?ticker=AAA&statement=income_statement&period=year&as_of=${asOf}`,
        )
      ).data
        .filter((row: { item_code: string }) => row.item_code === '60')
        .map((row: { value: number }) => row.value);
    expect(await profit('2024-03-19')).toEqual([]);
    expect(await profit('2024-03-20')).toEqual([90]);
    // 2025-03-10T17:30Z is half past midnight of the 11th in Viet Nam.
    expect(await profit('2025-03-10')).toEqual([90]);
    expect(await profit('20250311')).toEqual([80]);
  });

  it('keeps restatements alongside the originals', async () => {
    const rows = await service.sql(
      `SELECT value FROM statement_item WHERE ticker = 'AAA' AND item_code = '60' AND period = 'year' ORDER BY published_at`,
    );
    expect(rows).toEqual([{ value: 90 }, { value: 80 }]);
  });

  it('filters by statement, period, year, quarter, audit, consolidation and company type', async () => {
    const count = async (filter: string) =>
      (await read(`/fundamental/as/reported/?ticker=AAA&total=true&${filter}`)).meta.total;
    expect(await count('statement=balance_sheet')).toBe(4);
    expect(await count('period=quarter')).toBe(1);
    expect(await count('fiscal_year=2023')).toBe(6);
    expect(await count('fiscal_quarter=1')).toBe(1);
    expect(await count('audit=unreviewed')).toBe(1);
    expect(await count('consolidation=consolidated')).toBe(7);
    expect(await count('consolidation=parent')).toBe(0);
    expect(await count('company_type=ordinary')).toBe(7);
    expect(await count('company_type=bank')).toBe(0);
    const bank = await read('/fundamental/as/reported/?ticker=BBB');
    expect(bank.data).toMatchObject([{ item_name_en: 'Net interest income', company_type: 'bank' }]);
  });

  it('a figure restated on another form is no longer one of the form before, in rows and total', async () => {
    const year = { ticker: 'RST', consolidation: 'single' };
    await insert('statement_item', [
      ...aStatement({ balance_sheet: { '270': 100, '400': 60 } }, { ...year, published_at: '2024-03-20' }),
      ...aStatement(
        { balance_sheet: { '270': 90 } },
        { ...year, company_type: 'securities', published_at: '2024-04-20' },
      ),
    ]);
    const linesOf = async (filter: string) => {
      const { data, meta } = await read(`/fundamental/as/reported/?ticker=RST&total=true&${filter}`);
      expect(meta.total).toBe(data.length);
      return data.map(({ item_code, value }: Record<string, unknown>) => [item_code, value]);
    };
    expect(await linesOf('company_type=ordinary')).toEqual([['400', 60]]);
    expect(await linesOf('company_type=securities')).toEqual([['270', 90]]);
    expect(await linesOf('company_type=ordinary&as_of=20240401')).toEqual([
      ['270', 100],
      ['400', 60],
    ]);
  });

  it.each(['asc', 'desc'])('pages over meta.next without loss or repetition, order=%s', async (order) => {
    const fullList = await read(`/fundamental/as/reported/?ticker=AAA&order=${order}`);
    const rows = await walkPages(service, `/fundamental/as/reported/?ticker=AAA&order=${order}&limit=2`);
    expect(rows).toEqual(fullList.data);
  });

  it('CSV with the same columns', async () => {
    const { text } = await service.get('/fundamental/as/reported/?ticker=BBB&format=csv').expect(200);
    const [header, row] = text.trim().split('\n');
    expect(header).toBe(
      'ticker,statement,company_type,consolidation,audit,period,fiscal_year,fiscal_quarter,period_end_date,item_order,item_code,parent_code,item_name,item_name_en,value,unit,filing_id,published_at',
    );
    expect(row).toContain('BBB,income_statement,bank,single,audited,year,2023,0,2023-12-31,30,BK03,');
  });

  it('statement=ratios answers as /fundamental/ratios does', async () => {
    const ratios = await read('/fundamental/ratios?ticker=AAA');
    const reportedRatios = await read('/fundamental/as/reported/?ticker=AAA&statement=ratios');
    expect(reportedRatios.data).toEqual(ratios.data);
    expect(ratios.data.length).toBeGreaterThan(0);
  });

  it.each([
    ['statement=assets', 'statement'],
    ['period=month', 'period'],
    ['fiscal_quarter=5', 'fiscal_quarter'],
    ['as_of=20240230', 'as_of'],
    ['audit=checked', 'audit'],
    ['cursor=W10', 'cursor'],
    ['quarter=1', 'quarter'],
  ])('400 for %s', async (parameters, parameter) => {
    const { body } = await service.get(`/fundamental/as/reported/?ticker=AAA&${parameters}`).expect(400);
    expect(body.errors).toMatchObject([{ parameter }]);
  });

  it('400 without a ticker, an empty list for an unknown one', async () => {
    const { body } = await service.get('/fundamental/as/reported/').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'ticker' }]);
    expect((await read('/fundamental/as/reported/?ticker=ZZZ')).data).toEqual([]);
  });
});

describe('bulk insert of statement_item', () => {
  it('refuses a year with a quarter number and a quarter without one', async () => {
    const [wrongItem] = aStatement({ income_statement: { '60': 1 } }, { period: 'quarter' });
    const { body } = await insert('statement_item', [wrongItem as object]).expect(207);
    expect(body.results[0].value.params.errors).toMatchObject([{ pointer: '/fiscal_quarter' }]);
  });

  it('303 for the same figure of the same publication, however the instant is written', async () => {
    const sameItem = aStatement(
      { income_statement: { '60': 1 } },
      { published_at: '2024-03-20T09:00:00+07:00' },
    );
    const { body } = await insert('statement_item', sameItem).expect(207);
    expect(body.results).toMatchObject([{ status: 303 }]);
  });
});

describe('the shipped forms', () => {
  it('have the version named in the code', async () => {
    const { statements } = await hostTask('shippedFiles');
    const file = new URL(`../../src/modules/fundamental/statements/data/${statements.file}`, import.meta.url);
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(hash.slice(0, 12)).toBe(statements.version);
  });

  it('apply until a later line of the same code begins', async () => {
    const line = {
      company_type: 'securities',
      statement: 'balance_sheet',
      item_code: 'SC270',
      valid_from: '2026-01-01',
      name: 'TỔNG TÀI SẢN',
      item_order: 5,
    };
    await insert('statement_template', [line]).expect(207);
    const figures = { balance_sheet: { SC270: 1 } };
    const type = { ticker: 'SSS', company_type: 'securities' };
    await insert('statement_item', [
      ...aStatement(figures, type),
      ...aStatement(figures, { ...type, fiscal_year: 2026 }),
    ]);
    const { data } = await read('/fundamental/as/reported/?ticker=SSS');
    expect(data.map((row: { item_name: string }) => row.item_name)).toEqual([
      'TỔNG TÀI SẢN',
      'TỔNG CỘNG TÀI SẢN',
    ]);
  });
});

describe('GET /fundamental/filings', () => {
  const filing = {
    id: 'F-1',
    ticker: 'AAA',
    filing_date: '20240320',
    accepted_date: '2024-03-20T09:30:00+07:00',
    period_end_date: '2023-12-31',
    report_type: 'annual_report',
    sec_unique_id: 'SSC-1',
    filing_url: 'https://example.com/f',
    report_url: 'https://example.com/r',
    instance_url: 'https://example.com/x',
  };

  it("has the fields of specification 2.5 and the ticker; id is the publisher's", async () => {
    const answer = await insert('filing', [
      filing,
      { ...filing, id: 'F-2', filing_date: '2024-04-30', report_type: 'quarterly_report' },
      { filing_id: 'F-3', ticker: 'BBB', filing_date: '2024-04-30' },
    ]).expect(207);
    expect(answer.body.results).toMatchObject([{ status: 201 }, { status: 201 }, { status: 201 }]);
    const { data } = await read('/fundamental/filings?ticker=AAA&report_type=annual_report');
    expect(data).toEqual([
      { ...filing, filing_date: '2024-03-20', accepted_date: '2024-03-20T02:30:00.000000Z' },
    ]);
  });

  it('newest submission first, by range, paged', async () => {
    const ids = async (path: string) => (await read(path)).data.map((row: { id: string }) => row.id);
    expect(await ids('/fundamental/filings')).toEqual(['F-2', 'F-3', 'F-1']);
    expect(await ids('/fundamental/filings?to_date=20240320')).toEqual(['F-1']);
    const first = await read('/fundamental/filings?limit=2');
    expect(await ids(first.meta.next)).toEqual(['F-1']);
    await service.get('/fundamental/filings?from_date=20240401&to_date=20240301').expect(400);
  });

  it('a record read back by its address can be written again', async () => {
    const answer = await insert('filing', [filing]).expect(207);
    const { url } = answer.body.results[0].value.params.existing;
    const { body } = await service.get(url).expect(200);
    expect(body).toMatchObject({ filing_id: 'F-1' });
    const rewrite = await insert('filing', [body], 'update').expect(207);
    expect(rewrite.body.results).toMatchObject([{ status: 200 }]);
  });
});
