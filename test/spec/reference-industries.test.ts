import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';

/** A made-up hierarchy with changes that a licensed one has had: a split, a new name under an old code. */
const INDUSTRIES = [
  { code: '10', name: 'Nhà đất', name_en: 'Money and land', valid_to: '2016-08-31', scheme: 'OWN' },
  { code: '10', name: 'Tiền tệ', name_en: 'Money', valid_from: '2016-09-01', scheme: 'OWN' },
  { code: '1010', name: 'Nhóm A', scheme: 'OWN' },
  { code: '101010', name: 'Ngành A', scheme: 'OWN' },
  { code: '10101010', name: 'Điện gió', name_en: 'Wind', scheme: 'OWN' },
  { code: '60', name: 'Đất', name_en: 'Land', valid_from: '2016-09-01', scheme: 'OWN' },
  { code: '6010', name: 'Nhóm B', valid_from: '2016-09-01', scheme: 'OWN' },
  { code: '601010', name: 'Ngành B', valid_from: '2016-09-01', scheme: 'OWN' },
  { code: '60101010', name: 'Khu công nghiệp', valid_from: '2016-09-01', scheme: 'OWN' },
];
const MEMBERSHIPS = [
  { ticker: 'AAA', from_date: '2010-01-04', code: '10101010' },
  { ticker: 'AAA', from_date: '2016-09-01', code: '60101010' },
  { ticker: 'BBB', from_date: '2012-05-02', to_date: '2020-06-30', code: '10101010' },
];

describe('specification 4.3: sector classification of a ticker', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());
  const search = async (query: string) =>
    (await service.get(`/reference/gics/search?${query}`).expect(200)).body.data as Record<string, unknown>[];

  it('is empty until a hierarchy is imported, and the operation says why', async () => {
    expect(await search('')).toEqual([]);
    expect(await search('ticker=AAA')).toEqual([]);
    const { body } = await service.get('/openapi.json');
    expect(body.paths['/reference/gics/search'].get.description).toMatch(
      /licensed .* empty until the operator imports/,
    );
  });

  describe('with a hierarchy', () => {
    beforeAll(async () => {
      const industries = await service.post('/svc/bulk/insert?resource=industry', INDUSTRIES).expect(207);
      const memberships = await service
        .post('/svc/bulk/insert?resource=industry_membership', MEMBERSHIPS)
        .expect(207);
      for (const { body } of [industries, memberships]) {
        for (const result of body.results) expect(result.status).toBe(201);
      }
    });

    it('ticker: its industries over time, newest first, with all four levels', async () => {
      const rows = await search('ticker=AAA');
      expect(rows).toEqual([
        {
          ticker: 'AAA',
          code: '60101010',
          level: 4,
          name: 'Khu công nghiệp',
          name_en: null,
          scheme: 'OWN',
          from_date: '2016-09-01',
          to_date: null,
          sector_code: '60',
          sector_name: 'Đất',
          industry_group_code: '6010',
          industry_group_name: 'Nhóm B',
          industry_code: '601010',
          industry_name: 'Ngành B',
          sub_industry_code: '60101010',
          sub_industry_name: 'Khu công nghiệp',
        },
        expect.objectContaining({
          code: '10101010',
          from_date: '2010-01-04',
          to_date: '2016-08-31',
          sector_name: 'Nhà đất',
        }),
      ]);
    });

    it.each([
      ['20100103', []],
      ['20100104', ['10101010']],
      ['20160831', ['10101010']],
      ['20160901', ['60101010']],
      ['20260101', ['60101010']],
    ])('date=%s: the membership valid then', async (date, codes) => {
      expect((await search(`ticker=AAA&date=${date}`)).map((row) => row.code)).toEqual(codes);
    });

    it.each([
      ['20160831', 'Nhà đất'],
      ['20160901', 'Tiền tệ'],
      ['20200630', 'Tiền tệ'],
    ])('date=%s: names are those of the day (%s)', async (date, name) => {
      expect((await search(`ticker=BBB&date=${date}`))[0]?.sector_name).toBe(name);
    });

    it('an ended membership is no longer valid', async () => {
      expect(await search('ticker=BBB&date=20200701')).toEqual([]);
      expect(await search('ticker=BBB')).toHaveLength(1);
    });

    it('several tickers, one order: (from_date descending, ticker ascending), page by page', async () => {
      const keys: unknown[] = [];
      let next: string | null = '/reference/gics/search?ticker=AAA,BBB&limit=1';
      while (next !== null) {
        const { body }: { body: { data: Record<string, unknown>[]; meta: { next: string | null } } } =
          await service.get(next);
        keys.push(...body.data.map((row) => `${row.from_date} ${row.ticker}`));
        next = body.meta.next;
      }
      expect(keys).toEqual(['2016-09-01 AAA', '2012-05-02 BBB', '2010-01-04 AAA']);
    });

    it('code: an industry and all below it, every period of a code', async () => {
      const rows = await search('code=10');
      expect(
        rows.map((row) => [row.code, row.level, row.name, row.from_date, row.to_date, row.ticker]),
      ).toEqual([
        ['10', 1, 'Nhà đất', '1900-01-01', '2016-08-31', null],
        ['10', 1, 'Tiền tệ', '2016-09-01', null, null],
        ['1010', 2, 'Nhóm A', '1900-01-01', null, null],
        ['101010', 3, 'Ngành A', '1900-01-01', null, null],
        ['10101010', 4, 'Điện gió', '1900-01-01', null, null],
      ]);
      expect(rows[4]).toMatchObject({ sector_name: 'Tiền tệ', industry_name: 'Ngành A' });
      expect(rows[1]).toMatchObject({ industry_group_code: null, industry_group_name: null });
    });

    it.each([
      ['q=dien', ['10101010']],
      [`q=${encodeURIComponent('Điện')}`, ['10101010']],
      ['q=land&date=20160831', ['10']],
      ['q=land&date=20160901', ['60']],
      ['code=60101010', ['60101010']],
      ['ticker=AAA&code=60', ['60101010']],
      ['ticker=AAA&q=dat', ['60101010', '10101010']],
      ['ticker=AAA&q=wind', ['10101010']],
      ['ticker=AAA&q=land', ['60101010', '10101010']],
      ['ticker=AAA&q=land&date=20240101', ['60101010']],
    ])('%s', async (query, codes) => {
      expect((await search(query)).map((row) => row.code)).toEqual(codes);
    });

    it('CSV and NDJSON give the same rows', async () => {
      const csv = await service.get('/reference/gics/search?ticker=AAA&date=20240101&format=csv').expect(200);
      expect(csv.text.trim().split('\n')[1]).toMatch(
        /^AAA,60101010,4,Khu công nghiệp,,OWN,2016-09-01,,60,Đất,/,
      );
      const lines = await service
        .get('/reference/gics/search?code=10&date=20240101&format=ndjson')
        .expect(200);
      expect(
        lines.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(await search('code=10&date=20240101'));
    });

    it('a repeated record is 303; a code with another number of digits and a reversed period are 400', async () => {
      const { body } = await service
        .post('/svc/bulk/insert?resource=industry', [
          INDUSTRIES[0],
          { code: '101', name: 'x' },
          { code: '70', name: 'x', valid_from: '2020-01-02', valid_to: '2020-01-01' },
        ])
        .expect(207);
      expect(body.results.map((result: { status: number }) => result.status)).toEqual([303, 400, 400]);
    });
  });

  it.each(['ticker=A', 'code=101', 'date=2024', 'level=1'])('%s: 400', async (query) => {
    await service.get(`/reference/gics/search?${query}`).expect(400);
  });
});
