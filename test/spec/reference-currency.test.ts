import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { folderWith, summaryOf } from '../import/command.js';

describe('specification 4.3: world currencies', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());
  const codesOf = async (query: string) =>
    (
      (await service.get(`/reference/currency?limit=300&${query}`).expect(200)).body.data as {
        code: string;
      }[]
    ).map((currency) => currency.code);

  it('the dong: codes, minor unit 0, symbol, country', async () => {
    const { body } = await service.get('/reference/currency?code=vnd').expect(200);
    expect(body.data).toEqual([
      {
        code: 'VND',
        numeric_code: '704',
        name: 'Dong',
        minor_unit: 0,
        symbol: '₫',
        countries: ['VN'],
        entities: ['VIET NAM'],
        is_fund: false,
        status: 'active',
        introduction_date: '1985-09-14',
        withdrawal_date: null,
        source: 'ISO 4217',
      },
    ]);
  });

  it('historic currencies are included: 178 active, 111 withdrawn', async () => {
    expect(await codesOf('')).toHaveLength(289);
    expect(await codesOf('status=active')).toHaveLength(178);
    expect(await codesOf('status=withdrawn')).toHaveLength(111);
  });

  it('numeric codes keep leading zeros; a minor unit that is not applicable is null', async () => {
    const [lek, gold] = await Promise.all(
      ['ALL', 'XAU'].map(
        async (code) => (await service.get(`/reference/currency?code=${code}`)).body.data[0],
      ),
    );
    expect(lek.numeric_code).toBe('008');
    expect(gold.minor_unit).toBeNull();
  });

  it.each([
    ['country=BG&status=active', ['EUR']],
    ['country=BG', ['BGL', 'BGN', 'EUR']],
    ['q=dong', ['VND']],
    ['q=viet', ['VND']],
    ['q=Việt', ['VND']],
    ['q=704', ['VND']],
    ['q=zloty', ['PLN', 'PLZ']],
  ])('%s', async (query, codes) => {
    expect(await codesOf(query.replace('ệ', encodeURIComponent('ệ')))).toEqual(codes);
  });

  it.each(['code=VN', 'status=historic', 'country=VNM', 'symbol=%24'])('%s: 400', async (query) => {
    await service.get(`/reference/currency?${query}`).expect(400);
  });

  it('a CSV answer can be written back with the same fields: lists as JSON text, booleans as words', async () => {
    const { text } = await service.get('/reference/currency?code=USN&format=csv').expect(200);
    expect(text.trim().split('\n')[1]).toBe(
      'USN,997,US Dollar (Next day),2,,"[""US""]","[""UNITED STATES OF AMERICA (THE)""]",true,active,,,ISO 4217',
    );
    const { text: allRows } = await service.get('/reference/currency?limit=300&format=csv').expect(200);
    const at = folderWith({ 'currencies.csv': allRows });
    const summary = await summaryOf(service.address, ['currency', at('currencies.csv')]);
    expect(summary).toMatchObject({ code: 0, read: 289, unchanged: 289, rejected: 0 });
  });

  it('a currency is written with its defaults by the generic bulk insert', async () => {
    const { body } = await service
      .post('/svc/bulk/insert?resource=currency', [
        { code: 'QQD', name: 'Made Up Dollar' },
        {
          code: 'QQE',
          name: 'Made Up Euro',
          countries: ['VN', 'LA', 'VN'],
          entities: ['A, "B"', 'C'],
          withdrawal_date: '2001-12',
        },
        { code: 'QQ1', name: 'No code' },
        { code: 'QQF', name: 'No month', withdrawal_date: '2001-13' },
      ])
      .expect(207);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 201, 400, 400]);
    expect(body.results[0].value.url).toMatch(/^\/svc\/record\/currency\/[0-9a-f-]{36}$/);
    const { body: item } = await service.get(body.results[1].value.url).expect(200);
    expect(item).toMatchObject({
      countries: ['VN', 'LA'],
      entities: ['A, "B"', 'C'],
      withdrawal_date: '2001-12',
    });
    const { body: plain } = await service.get('/reference/currency?code=QQD').expect(200);
    expect(plain.data[0]).toMatchObject({ countries: [], entities: [], is_fund: false, status: 'active' });
  });
});
