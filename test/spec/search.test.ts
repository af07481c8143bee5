import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

type Row = Record<string, number | string | boolean | null>;

const SECURITIES = [
  {
    ticker: 'VNM',
    name: 'CTCP Sữa Việt Nam',
    name_en: 'Vinamilk Corporation',
    exchange: 'HOSE',
    isin: 'VN000000VNM8',
  },
  { ticker: 'VNMX', name: 'Quỹ Mở Rộng', exchange: 'HOSE', security_type: 'fund_certificate' },
  { ticker: 'VND', name: 'Chứng khoán VNDirect', exchange: 'HOSE' },
  { ticker: 'VNE', name: 'Xây dựng điện Việt Nam', exchange: 'HOSE' },
  { ticker: 'VNR', name: 'Tái bảo hiểm Quốc gia', exchange: 'HNX' },
  { ticker: 'DIE', name: 'Điện lực Gia Lai', exchange: 'UPCOM' },
  { ticker: 'OLD', name: 'Điện cũ', exchange: 'UPCOM', delisting_date: '2020-12-31' },
  { ticker: 'HPG', name: 'Tập đoàn Hòa Phát', exchange: 'HOSE' },
];
/** Outstanding shares and last close. */
const CAPS: Record<string, [number, number]> = {
  VND: [1000, 20_000],
  VNE: [5000, 20_000],
  VNM: [2000, 60_000],
  DIE: [100, 1000],
};

describe('contract 6.4: GET /search', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.sql('DELETE FROM market_index'); // the shipped ones
    await plant(
      service,
      'security',
      SECURITIES.map((security) => ({
        ...security,
        shares_from: '2024-01-02',
        ...(CAPS[security.ticker] === undefined ? {} : { outstanding_shares: CAPS[security.ticker]?.[0] }),
      })),
    );
    await plant(service, 'market_index', [
      { code: 'VNTEST', name: 'Chỉ số thử', exchange: 'HOSE' },
      { code: 'HPG', name: 'Không phải chỉ số' },
    ]);
    await plant(
      service,
      'quote',
      Object.entries(CAPS).flatMap(([ticker, [, close]]) => [
        flatBar(ticker, '2024-06-06', 1),
        flatBar(ticker, '2024-06-07', close),
      ]),
    );
  });
  afterAll(() => service.close());
  const search = async (query: string) =>
    (await service.get(`/search?${query}`).expect(200)).body.data as Row[];
  const matches = async (query: string) =>
    (await search(query)).map(({ ticker, match_type }) => `${ticker} ${match_type}`);

  it('exact ticker, then ticker prefix, then similar tickers; a record has every field', async () => {
    const rows = await search('q=vnm');
    expect(rows.map(({ ticker, match_type }) => [ticker, match_type])).toEqual([
      ['VNM', 'ticker'],
      ['VNMX', 'ticker_prefix'],
      // Two of six trigrams in common each, '  v' and ' vn'; by market cap, the unknown last.
      ['VNE', 'similar'],
      ['VND', 'similar'],
      ['VNR', 'similar'],
    ]);
    expect(rows[0]).toEqual({
      rank: 1,
      ticker: 'VNM',
      name: 'CTCP Sữa Việt Nam',
      name_en: 'Vinamilk Corporation',
      security_type: 'stock',
      exchange: 'HOSE',
      isin: 'VN000000VNM8',
      match_type: 'ticker',
      score: 1,
      market_cap: 2000 * 60_000,
      active: true,
      delisting_date: null,
    });
    expect(rows.map(({ score }) => score)).toEqual([1, 0.9, 1 / 6, 1 / 6, 1 / 6]);
  });

  it('ticker prefixes by market cap, unknown sizes last by ticker, indices included', async () => {
    const rows = await search('q=VN&limit=50');
    expect(rows.map(({ ticker }) => ticker)).toEqual(['VNM', 'VNE', 'VND', 'VNMX', 'VNR', 'VNTEST']);
    expect(rows.map(({ market_cap }) => market_cap)).toEqual([
      120_000_000,
      100_000_000,
      20_000_000,
      null,
      null,
      null,
    ]);
    expect(rows.at(-1)).toMatchObject({
      security_type: 'index',
      name: 'Chỉ số thử',
      match_type: 'ticker_prefix',
    });
  });

  it('a ticker that occurs only in quotes is found, an exact match before all prefix matches', async () => {
    const quoteOnlyBars = [flatBar('VNQ', '2024-06-07', 10_000), flatBar('VNQ2', '2024-06-07', 10_000)];
    await plant(service, 'quote', quoteOnlyBars);
    expect((await matches('q=vnq')).slice(0, 2)).toEqual(['VNQ ticker', 'VNQ2 ticker_prefix']);
    expect((await search('q=vnq'))[0]).toMatchObject({
      name: 'VNQ',
      security_type: 'stock',
      exchange: null,
      active: true,
    });
    await service.sql("DELETE FROM quote WHERE ticker LIKE 'VNQ%'");
  });

  it('a delisted security says so', async () => {
    expect((await search('q=old'))[0]).toMatchObject({ active: false, delisting_date: '2020-12-31' });
    expect((await service.get('/detail/OLD').expect(200)).body).toMatchObject({
      active: false,
      delisting_date: '2020-12-31',
    });
    expect((await service.get('/detail/OLD?date=2020-12-31').expect(200)).body).toMatchObject({
      active: true,
      delisting_date: null,
    });
  });

  it('finds an exact ISIN', async () => {
    expect(await matches('q=vn000000vnm8')).toEqual(['VNM isin']);
  });

  it('a name prefix, then its words in any order, with and without diacritics', async () => {
    for (const q of ['dien', 'Điện', 'ĐIỆN', 'điện'.normalize('NFD')]) {
      expect(await matches(`q=${encodeURIComponent(q)}`)).toEqual([
        'DIE name_prefix',
        'OLD name_prefix',
        'VNE name',
      ]);
    }
    expect(await matches('q=nam%20sua')).toEqual(['VNM name', 'VNE similar']);
    expect((await matches('q=vinamilk%20corp'))[0]).toBe('VNM name_prefix');
    expect((await matches('q=vnm%20viet'))[0]).toBe('VNM name');
    expect(await matches('q=hoa+phat')).toEqual(['HPG name']);
  });

  it('a spelling mistake finds similar names; the score is half of the trigram similarity', async () => {
    const [first] = await search('q=vinamlk');
    expect(first).toMatchObject({ ticker: 'VNM', match_type: 'similar' });
    expect(first?.score).toBeCloseTo(similarity(['vinamlk'], ['vinamilk']) / 2, 12);
    const [power] = await search('q=tap%20doan%20hao%20phat');
    expect(power).toMatchObject({ ticker: 'HPG', match_type: 'similar' });
    expect(power?.score).toBeCloseTo(
      similarity(['tap', 'doan', 'hao', 'phat'], ['tap', 'doan', 'hoa', 'phat']) / 2,
      12,
    );
    expect(await matches('q=zzzzzz')).toEqual([]);
    expect(await matches('q=!!!')).toEqual([]);
  });

  it('type, exchange and active narrow the result', async () => {
    expect(await matches('q=VN&type=fund_certificate')).toEqual(['VNMX ticker_prefix']);
    expect(await matches('q=VN&type=stock&exchange=hnx')).toEqual(['VNR ticker_prefix']);
    expect(await matches('q=dien&active=true')).toEqual(['DIE name_prefix', 'VNE name']);
    expect(await matches('q=dien&active=false')).toEqual(['OLD name_prefix']);
    expect(await matches('q=vntest&type=index')).toEqual(['VNTEST ticker']);
    // A security of the master does not also appear as an index.
    expect(await search('q=HPG')).toMatchObject([{ ticker: 'HPG', name: 'Tập đoàn Hòa Phát' }]);
  });

  it('a write is found immediately, under its new name only', async () => {
    await plant(service, 'security', [{ ticker: 'MOI', name: 'Tân Tiến', exchange: 'HNX' }]);
    expect(await matches('q=tan%20tien')).toEqual(['MOI name_prefix']);
    await service
      .post('/svc/bulk/insert?resource=security&on_duplicate=update', [
        { ticker: 'MOI', name: 'Khác hẳn', exchange: 'HNX' },
      ])
      .expect(207);
    expect(await matches('q=tan%20tien')).toEqual([]);
    expect(await matches('q=khac%20han')).toEqual(['MOI name_prefix']);
    await service.sql(`DELETE FROM security WHERE ticker = 'MOI'`);
    expect(await matches('q=khac%20han')).toEqual([]);
  });

  it('pages over meta.next in both orders, without loss or repetition; CSV and NDJSON', async () => {
    const allRows = await search('q=v&limit=50');
    expect(allRows.length).toBeGreaterThan(5);
    expect(allRows.map(({ rank }) => rank)).toEqual(allRows.map((_, place) => place + 1));
    expect(await walkPages(service, '/search?q=v&limit=2')).toEqual(allRows);
    expect(await walkPages(service, '/search?q=v&limit=3&order=desc')).toEqual(allRows.toReversed());
    const { body } = await service.get('/search?q=v&limit=2&total=true').expect(200);
    expect(body.meta).toMatchObject({ count: 2, limit: 2, total: allRows.length, unit: 'VND' });
    expect((await service.get('/search?q=v').expect(200)).body.meta.limit).toBe(10);
    // A list that is now shorter than the cursor's position ends.
    const cursor = Buffer.from('[9999]').toString('base64url');
    expect(await search(`q=v&cursor=${cursor}`)).toEqual([]);
    const header =
      'rank,ticker,name,name_en,security_type,exchange,isin,match_type,score,market_cap,active,delisting_date';
    expect((await service.get('/search?q=vnm&limit=1&format=csv')).text).toBe(
      `${header}\n1,VNM,CTCP Sữa Việt Nam,Vinamilk Corporation,stock,HOSE,VN000000VNM8,ticker,1,120000000,true,\n`,
    );
    expect((await service.get('/search?q=zzzzzz&format=csv')).text).toBe(`${header}\n`);
    const lines = (await service.get('/search?q=v&limit=50&format=ndjson')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(allRows);
  });

  it('bad parameters are 400 and named', async () => {
    for (const [query, culprit] of [
      ['', 'q'],
      ['q=', 'q'],
      ['q=%20', 'q'],
      [`q=${'x'.repeat(101)}`, 'q'],
      ['q=v&type=bond', 'type'],
      ['q=v&active=1', 'active'],
      ['q=v&limit=51', 'limit'],
      ['q=v&cursor=xx', 'cursor'],
      ['q=v&query=x', 'query'],
    ] as const) {
      const { body } = await service.get(`/search?${query}`).expect(400);
      expect(body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([culprit]);
    }
    expect((await service.get(`/search?q=${'x'.repeat(100)}`).expect(200)).body.data).toEqual([]);
  });

  it('market caps use approved bars only when only those are published', async () => {
    await service
      .post('/svc/quote/appoval', { ticker: 'VNE', date: '2024-06-06' })
      .set('X-Requested-By', 'admin@localhost')
      .expect(200);
    const strictApp = await startAppOn(service.address, { QUOTE_PUBLICATION: 'approved' });
    try {
      const { body } = await strictApp.get('/search?q=VNE').expect(200);
      expect(body.data[0]).toMatchObject({ ticker: 'VNE', market_cap: 5000 });
      expect((await strictApp.get('/search?q=VNM').expect(200)).body.data[0].market_cap).toBeNull();
    } finally {
      await strictApp.close();
    }
  });
});

/** |a ∩ b| / |a ∪ b| of the trigrams of words, each padded with two spaces before and one after. */
function similarity(a: string[], b: string[]): number {
  const [left, right] = [a, b].map(
    (words) =>
      new Set(
        words.flatMap((word) =>
          Array.from({ length: word.length + 1 }, (_, at) => `  ${word} `.slice(at, at + 3)),
        ),
      ),
  ) as [Set<string>, Set<string>];
  const common = [...left].filter((each) => right.has(each)).length;
  return common / (left.size + right.size - common);
}
