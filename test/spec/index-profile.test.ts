import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

interface Constituent {
  rank: number;
  ticker: string;
  close: number | null;
  shares: number | null;
  weight_percent: number | null;
}

const MEMBERS = [
  { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-01-02', shares: 1_000_000, free_float_ratio: 0.5 },
  { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-03-06', shares: 2_000_000, cap_ratio: 0.9 },
  { code: 'TSTIDX', ticker: 'BBB', from_date: '2024-01-02', to_date: '2024-03-05', cap_ratio: 0.7 },
  { code: 'TSTIDX', ticker: 'CCC', from_date: '2024-01-02', shares: 400_000 },
  { code: 'TSTIDX', ticker: 'DDD', from_date: '2024-01-02' },
  { code: 'TSTIDX', ticker: 'EEE', from_date: '2024-01-02', shares: 100 },
];
const QUOTES = [
  flatBar('TSTIDX', '2024-03-04', 800),
  { ticker: 'TSTIDX', date: '2024-03-05', open: 801, high: 815.5, low: 799, close: 812, volume: 5 },
  flatBar('TSTIDX', '2024-03-06', 790),
  flatBar('AAA', '2024-03-05', 30_000),
  flatBar('AAA', '2024-03-06', 31_000),
  flatBar('BBB', '2024-03-01', 12_000),
  flatBar('CCC', '2024-03-05', 20_000),
  flatBar('DDD', '2024-03-05', 9_000),
];

describe('specification 4.2: index profile and index constituents', () => {
  let service: TestApp;
  const list = async <Row = Constituent>(path: string) =>
    (await service.get(path).expect(200)).body.data as Row[];
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [
      { code: 'TSTIDX', name: 'Thử', name_en: 'Test', exchange: 'XTST', main: true, base_value: 100 },
      { code: 'TSTALL', name: 'Tất cả', exchange: 'XTST', all_share: true },
      { code: 'TSTPRC', name: 'Giá', weighting: 'price' },
    ]);
    await plant(service, 'index_constituent', MEMBERS);
    await plant(service, 'index_constituent', [
      { code: 'TSTPRC', ticker: 'AAA', from_date: '2024-01-02', shares: 7 },
      { code: 'TSTPRC', ticker: 'CCC', from_date: '2024-01-02' },
    ]);
    await plant(service, 'security', [
      {
        ticker: 'AAA',
        name: 'Công ty A',
        exchange: 'XTST',
        listing_date: '2020-01-02',
        outstanding_shares: 1_500_000,
        shares_from: '2024-01-02',
      },
      { ticker: 'BBB', name: 'Công ty B', exchange: 'XTST', listing_date: '2024-03-06' },
      { ticker: 'FND', name: 'Quỹ', exchange: 'XTST', security_type: 'fund_certificate' },
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'BBB', date: '2024-02-01', outstanding_shares: 2_000_000 },
      { ticker: 'BBB', date: '2024-03-05', outstanding_shares: 2_500_000 },
    ]);
    await plant(service, 'quote', QUOTES);
  });
  afterAll(() => service.close());

  it('an index has its fields, its last level, the change from the previous one, its members', async () => {
    const { body } = await service.get('/index/TSTIDX').expect(200);
    expect(body).toEqual({
      code: 'TSTIDX',
      name: 'Thử',
      name_en: 'Test',
      exchange: 'XTST',
      weighting: 'market_cap',
      main: true,
      all_share: false,
      base_date: null,
      base_value: 100,
      description: null,
      date: '2024-03-06',
      open: 790,
      high: 790,
      low: 790,
      close: 790,
      change: 790 - 812,
      change_percent: (100 * (790 - 812)) / 812,
      change_reason: null,
      constituent_count: 4,
    });
    expect(await list<object>('/index/profile?code=TSTIDX')).toEqual([body]);
  });

  it('date: the level and the members as of that day', async () => {
    const { body } = await service.get('/index/TSTIDX?date=20240305').expect(200);
    expect(body).toMatchObject({
      date: '2024-03-05',
      open: 801,
      high: 815.5,
      low: 799,
      close: 812,
      change: 12,
      change_percent: 1.5,
      constituent_count: 5,
    });
    expect((await service.get('/index/TSTIDX?date=20240304')).body).toMatchObject({
      close: 800,
      change: null,
    });
    expect((await service.get('/index/TSTIDX?date=20231229')).body).toMatchObject({
      date: null,
      close: null,
      constituent_count: null,
    });
  });

  it('lists every index by code, page by page', async () => {
    const all = await list<{ code: string }>('/index/profile');
    const codes = all.map(({ code }) => code);
    expect(codes).toEqual([...codes].sort());
    expect(codes).toEqual(expect.arrayContaining(['TSTALL', 'TSTIDX', 'TSTPRC']));
    expect(await walkPages(service, '/index/profile?limit=1')).toEqual(all);
    expect(all.find(({ code }) => code === 'TSTALL')).toMatchObject({ date: null, constituent_count: 2 });
    const csv = await service.get('/index/profile?code=TSTIDX&format=csv').expect(200);
    expect(csv.text).toMatch(
      /^code,name,name_en,.*,constituent_count\nTSTIDX,Thử,Test,XTST,market_cap,true,false,/,
    );
  });

  it('constituents: weights by shares × close × free-float × cap, 100 in total, unknown ones last', async () => {
    const rows = await list('/index/constituents?code=TSTIDX&date=20240305');
    const caps: Record<string, number> = {
      AAA: 1_000_000 * 30_000 * 0.5,
      BBB: 2_500_000 * 12_000 * 0.7,
      CCC: 400_000 * 20_000,
    };
    const total = Object.values(caps).reduce((sum, cap) => sum + cap, 0);
    expect(rows.map(({ ticker }) => ticker)).toEqual(['BBB', 'AAA', 'CCC', 'DDD', 'EEE']);
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    for (const row of rows) {
      const cap = caps[row.ticker];
      if (cap === undefined) expect(row.weight_percent).toBeNull();
      else expect(row.weight_percent).toBeCloseTo((100 * cap) / total, 10);
    }
    expect(rows.reduce((sum, row) => sum + (row.weight_percent ?? 0), 0)).toBeCloseTo(100, 10);
    expect(rows[0]).toMatchObject({
      code: 'TSTIDX',
      name: 'Công ty B',
      from_date: '2024-01-02',
      shares: 2_500_000,
      free_float_ratio: 1,
      cap_ratio: 0.7,
      close: 12_000,
    });
    expect(rows[3]).toMatchObject({ ticker: 'DDD', name: null, shares: null, close: 9_000 });
    expect(rows[4]).toMatchObject({ ticker: 'EEE', shares: 100, close: null });
  });

  it("the share count is the day's, not a later one", async () => {
    const [row] = (await list('/index/constituents?code=TSTIDX&date=20240304')).filter(
      ({ ticker }) => ticker === 'BBB',
    );
    expect(row?.shares).toBe(2_000_000);
  });

  it('no date: the last level, with the members of that day', async () => {
    const rows = await list('/index/constituents?code=TSTIDX');
    expect(rows).toEqual(await list('/index/constituents?code=TSTIDX&date=20240306'));
    expect(rows.map(({ ticker }) => ticker).sort()).toEqual(['AAA', 'CCC', 'DDD', 'EEE']);
    expect(rows.find(({ ticker }) => ticker === 'AAA')).toMatchObject({
      from_date: '2024-03-06',
      shares: 2_000_000,
      free_float_ratio: 1,
      cap_ratio: 0.9,
      close: 31_000,
    });
  });

  it('an all-share index without stored members has the stocks listed that day', async () => {
    expect(await list('/index/constituents?code=TSTALL&date=20240305')).toEqual([
      expect.objectContaining({
        ticker: 'AAA',
        from_date: '2020-01-02',
        shares: 1_500_000,
        weight_percent: 100,
      }),
    ]);
    const later = await list('/index/constituents?code=TSTALL&date=20240306');
    expect(later.map(({ ticker }) => ticker).sort()).toEqual(['AAA', 'BBB']);
  });

  it('a price-weighted index weighs by close alone', async () => {
    const rows = await list('/index/constituents?code=TSTPRC&date=20240305');
    expect(rows.map(({ ticker, weight_percent }) => [ticker, weight_percent])).toEqual([
      ['AAA', 60],
      ['CCC', 40],
    ]);
  });

  it('cursor paging in both orders loses and repeats nothing', async () => {
    const path = '/index/constituents?code=TSTIDX&date=20240305';
    const all = await list(path);
    expect(await walkPages(service, `${path}&limit=2`)).toEqual(all);
    expect(await walkPages(service, `${path}&limit=2&order=desc`)).toEqual(all.toReversed());
    const lines = await service.get(`${path}&format=ndjson`).expect(200);
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Constituent),
    ).toEqual(all);
  });

  it('nothing that is known later changes a day', async () => {
    const paths = [
      '/index/constituents?code=TSTIDX&date=20240305',
      '/index/profile?code=TSTIDX&date=20240305',
    ];
    const before = await Promise.all(paths.map((path) => list<object>(path)));
    await plant(service, 'index_constituent', [
      { code: 'TSTIDX', ticker: 'FFF', from_date: '2024-03-06', shares: 5 },
      { code: 'TSTIDX', ticker: 'CCC', from_date: '2024-05-02', shares: 5 },
    ]);
    await plant(service, 'quote', [flatBar('TSTIDX', '2024-05-02', 1), flatBar('CCC', '2024-05-02', 1)]);
    await plant(service, 'daily_statistic', [{ ticker: 'DDD', date: '2024-05-02', outstanding_shares: 10 }]);
    expect(await Promise.all(paths.map((path) => list<object>(path)))).toEqual(before);
  });

  it('an unknown index: 404 by itself, empty in lists', async () => {
    const { body } = await service.get('/index/NONESUCH').expect(404);
    expect(body.code).toBe('record_not_found');
    expect(await list('/index/constituents?code=NONESUCH')).toEqual([]);
    expect(await list('/index/profile?code=NONESUCH')).toEqual([]);
  });

  it.each([
    ['/index/constituents', 'code'],
    ['/index/constituents?code=TSTIDX&date=20240230', 'date'],
    ['/index/constituents?code=TSTIDX&limit=0', 'limit'],
    ['/index/constituents?code=TSTIDX&cursor=WyJ4Il0', 'cursor'],
    ['/index/profile?code=a', 'code'],
    ['/index/profile?from_date=20240101', 'from_date'],
    ['/index/TSTIDX?date=x', 'date'],
    ['/index/a-b', 'code'],
  ])('%s: 400 naming %s', async (path, parameter) => {
    const { body } = await service.get(path).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });

  it('only approved levels and closes count when only those are published', async () => {
    const strictApp = await startApp({ QUOTE_PUBLICATION: 'approved' });
    try {
      await plant(strictApp, 'market_index', [{ code: 'TSTIDX', name: 'Thử' }]);
      await plant(strictApp, 'index_constituent', MEMBERS);
      await plant(strictApp, 'quote', QUOTES);
      for (const [ticker, date] of [
        ['TSTIDX', '2024-03-05'],
        ['CCC', '2024-03-05'],
      ]) {
        await strictApp.post('/svc/quote/appoval', { ticker, date }).expect(200);
      }
      expect((await strictApp.get('/index/TSTIDX')).body).toMatchObject({ date: '2024-03-05', change: null });
      const { body } = await strictApp.get('/index/constituents?code=TSTIDX').expect(200);
      const rows = body.data as Constituent[];
      expect(rows.filter(({ close }) => close !== null).map(({ ticker }) => ticker)).toEqual(['CCC']);
    } finally {
      await strictApp.close();
    }
  });
});
