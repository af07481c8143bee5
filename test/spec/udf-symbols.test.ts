import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';

describe('contract 6.7: symbols of the TradingView feed', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.sql('DELETE FROM market_index'); // the shipped ones
    await service
      .post('/svc/bulk/insert?resource=security', [
        { ticker: 'VNM', name: 'CTCP Sữa Việt Nam', name_en: 'Vinamilk', exchange: 'HOSE' },
        { ticker: 'VNMX', name: 'Quỹ mở rộng', exchange: 'HOSE', security_type: 'fund_certificate' },
        { ticker: 'SHS', name: 'Chứng khoán Sài Gòn - Hà Nội', exchange: 'HNX' },
        { ticker: 'VN30F1M', name: 'Hợp đồng tương lai VN30', exchange: 'HNXD', security_type: 'derivative' },
      ])
      .expect(207);
    await service
      .post('/svc/bulk/insert?resource=market_index', [
        { code: 'VNINDEX', name: 'VN-Index', exchange: 'HOSE', main: true },
      ])
      .expect(207);
    await service.post('/svc/quote/bulk/import', quotesOf('VNQ', 2)).expect(207);
  });
  afterAll(() => service.close());

  it('config: daily, weekly and monthly bars; search, no groups; exchanges and types to filter by', async () => {
    const { body } = await service.get('/udf/config').expect(200);
    expect(body).toMatchObject({
      supported_resolutions: ['1D', '1W', '1M'],
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
    });
    expect(body.exchanges.map((each: { value: string }) => each.value)).toEqual(['', 'HNX', 'HNXD', 'HOSE']);
    expect(body.symbols_types.map((each: { value: string }) => each.value)).toEqual([
      '',
      'stock',
      'index',
      'fund',
      'futures',
    ]);
  });

  it('time: unix seconds as plain text', async () => {
    const before = Math.floor(Date.now() / 1000);
    const answer = await service.get('/udf/time').expect(200);
    const after = Math.ceil(Date.now() / 1000);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.text).toMatch(/^\d{10}$/);
    expect(Number(answer.text)).toBeGreaterThanOrEqual(before);
    expect(Number(answer.text)).toBeLessThanOrEqual(after);
  });

  it('symbols: a stock in VND with the ticks of its exchange', async () => {
    const { body } = await service.get('/udf/symbols?symbol=VNM').expect(200);
    expect(body).toEqual({
      name: 'VNM',
      ticker: 'VNM',
      full_name: 'HOSE:VNM',
      description: 'CTCP Sữa Việt Nam',
      type: 'stock',
      exchange: 'HOSE',
      listed_exchange: 'HOSE',
      timezone: 'Asia/Ho_Chi_Minh',
      session: '0900-1500',
      format: 'price',
      minmov: 10,
      pricescale: 1,
      variable_tick_size: '10 10000 50 50000 100',
      currency_code: 'VND',
      has_intraday: false,
      has_daily: true,
      has_weekly_and_monthly: true,
      supported_resolutions: ['1D', '1W', '1M'],
      volume_precision: 0,
      data_status: 'endofday',
    });
  });

  it.each([
    ['SHS', { type: 'stock', exchange: 'HNX', pricescale: 1, minmov: 100, currency_code: 'VND' }],
    ['VNMX', { type: 'fund', pricescale: 1, minmov: 10 }],
    ['VNINDEX', { type: 'index', exchange: 'HOSE', pricescale: 100, minmov: 1, description: 'VN-Index' }],
    ['VN30F1M', { type: 'futures', pricescale: 10, minmov: 1 }],
    ['VNQ', { type: 'stock', exchange: 'VN', pricescale: 1, minmov: 1, description: 'VNQ' }],
    ['hose:vnm', { name: 'VNM', exchange: 'HOSE' }],
  ] as [string, Record<string, unknown>][])('symbols: %s', async (symbol, expected) => {
    const { body } = await service.get(`/udf/symbols?symbol=${symbol}`).expect(200);
    expect(body).toMatchObject(expected);
    expect('s' in body).toBe(false); // clients take an `s` in this answer for an error
    const isInPoints = body.pricescale > 1;
    expect('currency_code' in body).toBe(!isInPoints);
  });

  it.each(['XXX', 'HNX:VNM'])("symbols: %s is unknown, also in the protocol's form", async (symbol) => {
    const { body } = await service.get(`/udf/symbols?symbol=${symbol}`).expect(404);
    expect(body).toMatchObject({ s: 'error', errmsg: `No symbol ${symbol}`, code: 'record_not_found' });
  });

  const matches = async (query: string) =>
    (await service.get(`/udf/search?${query}`).expect(200)).body.map(
      (each: { symbol: string }) => each.symbol,
    );

  it('search: the symbol, then symbols and names that begin with it, then names that contain it', async () => {
    expect(await matches('query=VNM&type=&exchange=&limit=30')).toEqual(['VNM', 'VNMX']);
    expect(await matches('query=vn')).toEqual(['VN30F1M', 'VNINDEX', 'VNM', 'VNMX', 'VNQ']);
    expect(await matches(`query=${encodeURIComponent('SUA VIET')}`)).toEqual(['VNM']);
    expect(await matches('query=VINAMILK')).toEqual(['VNM']);
    expect(await matches(`query=${encodeURIComponent('Hà nội')}`)).toEqual(['SHS']);
    expect(await matches(`query=${encodeURIComponent('HOSE:VN')}`)).toEqual(['VNINDEX', 'VNM', 'VNMX']);
    expect(await matches('query=%25')).toEqual([]);
  });

  it('search: filters, limit, and everything for an empty query', async () => {
    expect(await matches('query=&type=&exchange=')).toEqual([
      'SHS',
      'VN30F1M',
      'VNINDEX',
      'VNM',
      'VNMX',
      'VNQ',
    ]);
    expect(await matches('query=VN&type=index')).toEqual(['VNINDEX']);
    expect(await matches('query=&exchange=HNX')).toEqual(['SHS']);
    expect(await matches('query=&limit=2')).toEqual(['SHS', 'VN30F1M']);
    const { body } = await service.get('/udf/search?query=VNM&limit=1').expect(200);
    expect(body).toEqual([
      {
        symbol: 'VNM',
        full_name: 'HOSE:VNM',
        description: 'CTCP Sữa Việt Nam',
        exchange: 'HOSE',
        ticker: 'VNM',
        type: 'stock',
      },
    ]);
  });

  it('symbol_info: a group as a table; an unknown group is 404', async () => {
    const { body } = await service.get('/udf/symbol_info?group=HOSE').expect(200);
    expect(body).toMatchObject({
      symbol: ['VNINDEX', 'VNM', 'VNMX'],
      type: ['index', 'stock', 'fund'],
      pricescale: [100, 1, 1],
      minmovement: [1, 10, 10],
      'exchange-listed': ['HOSE', 'HOSE', 'HOSE'],
      'session-regular': '0900-1500',
    });
    expect((await service.get('/udf/symbol_info').expect(200)).body.symbol).toContain('VNQ');
    const answer = await service.get('/udf/symbol_info?group=NYSE').expect(404);
    expect(answer.body).toMatchObject({ s: 'error', errmsg: 'No group NYSE' });
  });

  it('parameters without a meaning here are ignored, unknown ones are named in both forms', async () => {
    await service.get('/udf/config?_=1700000000').expect(200);
    await service.get('/udf/symbols?symbol=VNM&currencyCode=VND&unitId=').expect(200);
    const { body, headers } = await service.get('/udf/search?query=VN&colour=red').expect(400);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      s: 'error',
      errmsg: 'colour: no such parameter; accepted are query, type, exchange, limit',
      code: 'invalid_input',
    });
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'colour' })]);
  });

  it('401 and 403 are the same as elsewhere', async () => {
    const answer = await fetch(`${service.url}/udf/config`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await answer.json()).not.toHaveProperty('s');
  });

  it('published quotes only: a ticker whose quotes await approval is not a symbol', async () => {
    const strictApp = await startApp({ QUOTE_PUBLICATION: 'approved' });
    try {
      await strictApp.sql('DELETE FROM market_index'); // the shipped ones
      await strictApp
        .post('/svc/quote/bulk/import', [...quotesOf('AAA', 2), ...quotesOf('BBB', 2)])
        .expect(207);
      await strictApp.post('/svc/quote/appoval', { ticker: 'BBB', date: '2020-01-02' }).expect(200);
      await strictApp.get('/udf/symbols?symbol=AAA').expect(404);
      expect((await strictApp.get('/udf/search?query=').expect(200)).body).toEqual([
        expect.objectContaining({ symbol: 'BBB' }),
      ]);
      const { body } = await strictApp.get('/udf/history?symbol=BBB&resolution=D&from=0&to=4102444800');
      expect(body).toMatchObject({ s: 'ok', t: [Date.UTC(2020, 0, 2) / 1000] });
    } finally {
      await strictApp.close();
    }
  });
});

describe('contract 6.7: exchanges and names of any form', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    const records = [
      { ticker: 'BND', name: 'Trái phiếu', name_en: 'Bond Fund', exchange: 'HNX-D' },
      { ticker: 'ABD', name: 'Quỹ Bond', exchange: 'Nhà đầu tư' },
    ];
    await service.post('/svc/bulk/insert?resource=security', records).expect(207);
  });
  afterAll(() => service.close());

  const found = async (query: string) =>
    (await service.get(`/udf/search?query=${encodeURIComponent(query)}`).expect(200)).body as {
      symbol: string;
      full_name: string;
    }[];

  it('the full name of every symbol found names it', async () => {
    const symbols = [...(await found('BND')), ...(await found('ABD'))];
    expect(symbols.map((each) => each.full_name)).toEqual(['HNX-D:BND', 'NHÀ ĐẦU TƯ:ABD']);
    for (const { symbol, full_name } of symbols) {
      for (const name of [full_name, full_name.toLowerCase()]) {
        const { body } = await service.get(`/udf/symbols?symbol=${encodeURIComponent(name)}`).expect(200);
        expect(body).toMatchObject({ ticker: symbol, full_name });
      }
    }
    expect((await found('hnx-d:b')).map((each) => each.symbol)).toEqual(['BND']);
  });

  it('a name in either language counts on its own', async () => {
    // An English name begins with it; the other name contains it.
    expect((await found('bond')).map((each) => each.symbol)).toEqual(['BND', 'ABD']);
    expect(await found('phieu bond')).toEqual([]);
  });
});
