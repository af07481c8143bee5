import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { documentOf, operationsOf, resolved } from './document.js';

interface Notice {
  code: string;
  detail: string;
  value: string | null;
}

/** Lists of the service's own data and of writes, which no import fills. */
const OF_THE_SERVICE =
  /^\/svc\/(audit|events|source|quarantine|token|webhooks|approval|datasets|record)|history$|^\/trade\/technical-analysis\/indicators$/;

describe('an empty list says why it is empty', () => {
  let service: TestApp;
  const noticesOf = async (path: string): Promise<Notice[]> => {
    const { body } = await service.get(path).expect(200);
    const { data, meta } = body as { data: unknown[]; meta: { notices: Notice[] } };
    expect(data).toEqual([]);
    return meta.notices;
  };
  beforeAll(async () => {
    service = await startApp();
    for (const date of ['2024-01-30', '2024-01-31']) {
      await service.post('/svc/quote', aQuote({ ticker: 'VNM', date })).expect(201);
    }
  });
  afterAll(() => service.close());

  it('every list that takes a ticker names an unknown one', async () => {
    for (const path of [
      '/quote?ticker=NONE',
      '/quote/gaps?ticker=NONE',
      '/valuation?ticker=NONE',
      '/trade/technical-analysis?ticker=NONE&indicator=rsi',
      '/trading/signal?ticker=NONE',
      '/trading/relative-return?ticker=NONE',
    ]) {
      expect([path, await noticesOf(path)]).toEqual([
        path,
        [{ code: 'unknown_ticker', value: 'NONE', detail: expect.stringContaining('NONE is not known') }],
      ]);
    }
  });

  it('names each unknown ticker of several, and no known one', async () => {
    const notices = await noticesOf('/quote?ticker=NONE,VNM,OTHER&date=20300101');
    expect(notices.map(({ code, value }) => [code, value])).toEqual([
      ['unknown_ticker', 'NONE'],
      ['unknown_ticker', 'OTHER'],
    ]);
  });

  it('names an unknown code of an index, an industry, a market, a currency', async () => {
    expect(await noticesOf('/trade/market/result?code=NOINDEX')).toMatchObject([
      { code: 'unknown_code', value: 'NOINDEX' },
    ]);
    expect(await noticesOf('/reference/currency?code=ZZZ')).toMatchObject([
      { code: 'unknown_code', value: 'ZZZ' },
    ]);
    expect(await noticesOf('/reference/mic?mic=ZZZZ')).toMatchObject([
      { code: 'unknown_mic', value: 'ZZZZ' },
    ]);
  });

  it('names an unknown code of a flow by its scope: a security, an industry, an index', async () => {
    const flow = { scope: 'ticker', code: 'VNM', date: '2024-01-30', active_buy_volume: 1 };
    await service.post('/svc/bulk/insert?resource=trade_flow', [flow]).expect(207);
    for (const [query, source] of [
      ['code=ZZZ', 'neither the security master nor a quote has it'],
      ['scope=ticker&code=ZZZ', 'neither the security master nor a quote has it'],
      ['scope=sector&code=99', 'no record of `industry` has it'],
      ['scope=index&code=ZZZ', 'no record of `market_index` has it'],
    ]) {
      expect([query, await noticesOf(`/trade/flow?${query}`)]).toEqual([
        query,
        [
          {
            code: 'unknown_code',
            value: query?.slice(query.lastIndexOf('=') + 1),
            detail: expect.stringContaining(`${source}`),
          },
        ],
      ]);
    }
    await service.delete('/svc/record/trade_flow?scope=ticker&code=VNM&date=2024-01-30').expect(200);
  });

  it('a sector that only securities, or only stored flows, have is known', async () => {
    const flow = { scope: 'sector', code: '88', date: '2024-01-30', active_buy_volume: 1 };
    await service.post('/svc/bulk/insert?resource=trade_flow', [flow]).expect(207);
    const member = { ticker: 'VNM', from_date: '2024-01-02', code: '77202030' };
    await service.post('/svc/bulk/insert?resource=industry_membership', [member]).expect(207);
    for (const code of ['88', '77', '772020']) {
      const notices = await noticesOf(`/trade/flow?scope=sector&code=${code}&to_date=2010-01-04`);
      expect([code, notices.map((notice) => notice.code)]).not.toEqual([code, ['unknown_code']]);
    }
    await service.delete('/svc/record/trade_flow?scope=sector&code=88&date=2024-01-30').expect(200);
    await service.delete('/svc/record/industry_membership?ticker=VNM&from_date=2024-01-02').expect(200);
  });

  it('industries of a security are made of its memberships as well', async () => {
    const industries = [{ code: '77', name: 'Household' }];
    await service.post('/svc/bulk/insert?resource=industry', industries).expect(207);
    expect(await noticesOf('/reference/gics/search?ticker=VNM')).toMatchObject([
      { code: 'no_data_set', value: 'industry_membership' },
    ]);
    const member = { ticker: 'VCB', from_date: '2024-01-02', to_date: '2024-02-01', code: '77' };
    await service.post('/svc/bulk/insert?resource=industry_membership', [member]).expect(207);
    expect(await noticesOf('/reference/gics/search?ticker=VNM')).toMatchObject([
      { code: 'no_records', value: 'industry_membership' },
    ]);
    const own = { ...member, ticker: 'VNM' };
    await service.post('/svc/bulk/insert?resource=industry_membership', [own]).expect(207);
    // Before its first record; after the last day of that record, which began earlier.
    for (const [date, code] of [
      ['20230601', 'nothing_in_range'],
      ['20240601', 'no_match'],
    ]) {
      expect(await noticesOf(`/reference/gics/search?ticker=VNM&date=${date}`)).toMatchObject([{ code }]);
    }
    for (const ticker of ['VCB', 'VNM']) {
      const path = `/svc/record/industry_membership?ticker=${ticker}&from_date=2024-01-02`;
      await service.delete(path).expect(200);
    }
    await service.delete('/svc/record/industry?code=77&valid_from=1900-01-01').expect(200);
  });

  it('names an empty data set, and how to load it', async () => {
    expect(await noticesOf('/trade/foreign?ticker=VNM')).toEqual([
      {
        code: 'no_data_set',
        value: 'foreign_trade',
        detail:
          'Nothing is stored of `foreign_trade` (trading of foreign investors): load it with `npm run import -- foreign_trade <file>` or POST /svc/bulk/insert?resource=foreign_trade',
      },
    ]);
    expect(await noticesOf('/index/constituents?code=VN30')).toMatchObject([
      { code: 'no_data_set', value: 'index_constituent', detail: expect.stringContaining('or `security`') },
    ]);
  });

  it('names a closed day, with the nearest open one', async () => {
    expect(await noticesOf('/quote?date=20240210')).toEqual([
      {
        code: 'closed_day',
        value: '2024-02-07',
        detail: '2024-02-10 is a day without trading; the nearest open day is 2024-02-07',
      },
    ]);
    expect(await noticesOf('/quote?ticker=VNM&from_date=20240127&to_date=20240128')).toMatchObject([
      { code: 'closed_day', value: '2024-01-26' },
    ]);
    expect(await noticesOf('/market/gainers?date=20240128')).toMatchObject([
      { code: 'closed_day', value: '2024-01-29' },
    ]);
  });

  it('names a range without records, with the dates that have some', async () => {
    expect(await noticesOf('/quote?ticker=VNM&from_date=20240201')).toEqual([
      {
        code: 'nothing_in_range',
        value: '2024-01-30/2024-01-31',
        detail: 'The records of `quote` of VNM go from date 2024-01-30 to 2024-01-31',
      },
    ]);
    expect(await noticesOf('/quote?to_date=20240129')).toMatchObject([
      { code: 'nothing_in_range', value: '2024-01-30/2024-01-31' },
    ]);
  });

  it('names a known index without records, whose data set has records of others', async () => {
    expect(await noticesOf('/trade/market/result?code=VNINDEX')).toMatchObject([
      { code: 'no_records', value: 'quote', detail: 'No record of `quote` is stored of VNINDEX' },
    ]);
  });

  it('names a known ticker without records, whose data set has records of others: a master row, statements', async () => {
    const master = { ticker: 'HPG', name: 'Hoa Phat', exchange: 'HOSE' };
    await service.post('/svc/bulk/insert?resource=security', [master]).expect(207);
    expect(await noticesOf('/related-stocks?ticker=VNM')).toMatchObject([
      { code: 'no_records', value: 'security', detail: 'No record of `security` is stored of VNM' },
    ]);
    expect(await noticesOf('/quote?ticker=HPG')).toMatchObject([{ code: 'no_records', value: 'quote' }]);
    await service.delete('/svc/record/security?ticker=HPG').expect(200);
  });

  it('names a search without a match, and the data set that might have had one', async () => {
    expect(await noticesOf('/search?q=qqqqqqqq')).toMatchObject([
      { code: 'no_match' },
      { code: 'no_data_set', value: 'security' },
    ]);
  });

  it('names a position past the end', async () => {
    expect(await noticesOf('/quote?ticker=VNM&offset=5')).toMatchObject([{ code: 'past_end', value: null }]);
  });

  it('repeats the query where there is no other reason', async () => {
    expect(await noticesOf('/reference/mic?q=zzzzzz')).toMatchObject([
      { code: 'no_match', detail: 'No record matches q=zzzzzz; the list is made of `mic` (codes)' },
    ]);
  });

  it.each(['csv', 'ndjson'])(
    '%s carries the notices in a header, and its bytes are those of an empty list',
    async (format) => {
      const answer = await service.get(`/quote?ticker=NONE&format=${format}`).expect(200);
      expect(JSON.parse(String(answer.headers['x-notice']))).toEqual(await noticesOf('/quote?ticker=NONE'));
      expect(answer.text).toBe(format === 'csv' ? 'ticker,date,open,high,low,close,volume\n' : '');
      const computed = await service.get(`/search?q=qqqqqqqq&format=${format}`).expect(200);
      expect(JSON.parse(String(computed.headers['x-notice']))).toMatchObject([
        { code: 'no_match' },
        { code: 'no_data_set', value: 'security' },
      ]);
      const remarked = '/reference/vac/search?regime=TT99&code=99999999';
      const { headers } = await service.get(`${remarked}&format=${format}`).expect(200);
      expect(JSON.parse(String(headers['x-notice']))).toEqual(await noticesOf(remarked));
    },
  );

  it.each(['csv', 'ndjson'])('%s with rows carries what the page remarks about them', async (format) => {
    const remarked = '/reference/vac/search?regime=TT99&code=112';
    const { headers, text } = await service.get(`${remarked}&format=${format}`).expect(200);
    expect(text).toContain('TT99');
    const notices = JSON.parse(String(headers['x-notice']));
    expect(notices).toMatchObject([{ code: 'forms_to_import' }]);
    expect(notices).toEqual((await service.get(remarked).expect(200)).body.meta.notices);
  });

  it('letters beyond ASCII are escaped', async () => {
    const answer = await service.get(`/reference/mic?q=${encodeURIComponent('đđđđ')}&format=csv`).expect(200);
    expect(answer.headers['x-notice']).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(String(answer.headers['x-notice']))).toMatchObject([
      { detail: expect.stringContaining('q=đđđđ') },
    ]);
  });

  it('a list with rows has no notice, in any format', async () => {
    const { body } = await service.get('/quote?ticker=VNM').expect(200);
    expect((body as { meta: object }).meta).not.toHaveProperty('notices');
    const streamed = await service.get('/quote?ticker=VNM&format=csv').expect(200);
    expect(streamed.headers).not.toHaveProperty('x-notice');
    expect(streamed.text.split('\n')).toHaveLength(4);
  });

  it('every list names its data sets, unless it is about the service itself', async () => {
    const document = await documentOf(service);
    const lists = operationsOf(document).filter(({ method, responses }) => {
      const schema = responses['200']?.content?.['application/json']?.schema ?? {};
      return method === 'GET' && resolved(document, schema).properties?.meta !== undefined;
    });
    expect(lists.length).toBeGreaterThan(40);
    const silentPaths = lists.filter((operation) => !('x-data-sets' in operation)).map(({ path }) => path);
    expect(silentPaths.filter((path) => !OF_THE_SERVICE.test(path))).toEqual([]);
  });

  it('an unknown exchange is refused with the known ones', async () => {
    const { body } = await service.get('/market/gainers?exchange=NYSE').expect(400);
    expect(body).toMatchObject({
      errors: [{ parameter: 'exchange', detail: expect.stringMatching(/\bHNX\b.*\bHOSE\b.*\bUPCOM\b/) }],
    });
    await service.get('/market/gainers?exchange=NYSE&format=csv').expect(400);
  });

  it('a single record that is not found is 404, with the data set to load where that is empty', async () => {
    const depth = await service.get('/trading/market-depth?ticker=VNM').expect(404);
    expect(depth.body).toMatchObject({
      code: 'record_not_found',
      detail: expect.stringMatching(
        /^No order book VNM: Nothing is stored of `market_depth` .*: load it with/,
      ),
    });
    const unknown = await service.get('/detail/NONE').expect(404);
    expect(unknown.body).toMatchObject({ detail: 'No security NONE' });
  });
});
