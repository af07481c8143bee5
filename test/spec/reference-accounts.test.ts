import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';

type Account = {
  account_code: string;
  regime: string;
  name: string;
  level: number;
  parent_code: string | null;
};

describe('specification 4.3: national accounting chart', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());
  const accounts = async (parameters: Record<string, string>): Promise<Account[]> =>
    (
      await service
        .get(`/reference/vac/search?${new URLSearchParams({ limit: '1000', ...parameters })}`)
        .expect(200)
    ).body.data;

  it('an account with all its fields', async () => {
    expect(await accounts({ code: '1111', regime: 'TT200' })).toEqual([
      {
        account_code: '1111',
        parent_code: '111',
        level: 2,
        name: 'Tiền Việt Nam',
        name_en: expect.any(String),
        type: 'asset',
        regime: 'TT200',
        company_type: 'ordinary',
        valid_from: '2015-01-01',
        valid_to: '2025-12-31',
      },
    ]);
  });

  it.each([
    ['TT200', 239, 76],
    ['200/2014', 239, 76],
    ['200/2014/TT-BTC', 239, 76],
    ['TT99', 184, 71],
    ['tt99', 184, 71],
    ['99/2025', 184, 71],
  ])('regime=%s: %d accounts, %d of the first level', async (regime, all, first) => {
    const rows = await accounts({ regime });
    expect(rows).toHaveLength(all);
    expect(rows.filter((account) => account.level === 1)).toHaveLength(first);
  });

  it.each([
    ['20251231', 'TT200'],
    ['2026-01-01', 'TT99'],
  ])('date=%s selects the regime valid then: %s', async (date, regime) => {
    expect(new Set((await accounts({ date })).map((account) => account.regime))).toEqual(new Set([regime]));
  });

  it('the regime of 2026 names the statement forms to import, the previous one none', async () => {
    const notices = async (regime: string) =>
      (await service.get(`/reference/vac/search?regime=${regime}&limit=1`).expect(200)).body.meta.notices;
    expect(await notices('TT99')).toMatchObject([
      { code: 'forms_to_import', detail: expect.stringContaining('statement-template-circular-99.csv') },
    ]);
    expect(await notices('TT200')).toBeUndefined();
  });

  it('no regime is known before 2015', async () => {
    expect(await accounts({ date: '20141231' })).toEqual([]);
  });

  it('code matches the beginning of the code', async () => {
    const rows = await accounts({ code: '112', regime: 'TT200' });
    expect(rows.map((account) => account.account_code)).toEqual(['112', '1121', '1122', '1123']);
  });

  it.each([
    ['Tiền gửi', 'tien gui'],
    ['Đầu tư', 'dau tu'],
    ['đầu tư', 'DAU TU'],
    ['Phải trả người bán', 'phai tra nguoi ban'],
    ['Nguyên liệu, vật liệu', 'nguyen lieu vat lieu'],
  ])('q=%s and q=%s find the same accounts', async (withMarks, withoutMarks) => {
    const rows = await accounts({ q: withMarks });
    expect(rows.length).toBeGreaterThan(0);
    expect(await accounts({ q: withoutMarks })).toEqual(rows);
    expect(await accounts({ q: withMarks.normalize('NFD') })).toEqual(rows);
  });

  it('q finds English names and beginnings of words', async () => {
    expect(
      (await accounts({ q: 'cash hand', regime: 'TT99' })).map((account) => account.account_code),
    ).toContain('111');
    expect(await accounts({ q: 'depreci' })).not.toEqual([]);
    expect(await accounts({ q: 'epreciation' })).toEqual([]);
  });

  it('every parent is an account of the same regime', async () => {
    for (const regime of ['TT200', 'TT99']) {
      const rows = await accounts({ regime });
      const codes = new Set(rows.map((account) => account.account_code));
      expect(rows.filter(({ parent_code: parent }) => parent !== null && !codes.has(parent))).toEqual([]);
    }
  });

  it('company_type: the chart of ordinary companies is shipped, others are imported', async () => {
    expect(await accounts({ company_type: 'ordinary' })).toHaveLength(423);
    expect(await accounts({ company_type: 'bank' })).toEqual([]);
    const bank = {
      code: '1011',
      regime: 'QD479',
      company_type: 'bank',
      parent_code: '101',
      level: 2,
      type: 'asset',
      name: 'Tiền mặt tại đơn vị',
      valid_from: '2004-10-01',
    };
    const { body } = await service.post('/svc/bulk/insert?resource=account', [
      bank,
      bank,
      { ...bank, parent_code: '102' },
    ]);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 303, 400]);
    expect(body.results[1].value.params).toMatchObject({ code: '1011', regime: 'QD479' });
    expect(await accounts({ company_type: 'bank', q: 'tien mat' })).toHaveLength(1);
  });

  it.each(['code=1a', 'regime=', 'date=20260230', 'company_type=school', 'name=x'])(
    '%s: 400',
    async (query) => {
      await service.get(`/reference/vac/search?${query}`).expect(400);
    },
  );
});
