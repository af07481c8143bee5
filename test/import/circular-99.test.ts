import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aStatement, type StatementFigures } from '../builders/statements.js';
import { summaryOf } from './command.js';

const FORMS = fileURLToPath(
  new URL('../../docs/templates/statement-template-circular-99.csv', import.meta.url),
);

const BEFORE: StatementFigures = {
  balance_sheet: {
    '100': 400,
    '110': 60,
    '140': 100,
    '270': 900,
    '300': 500,
    '310': 250,
    '338': 110,
    '400': 400,
    '440': 900,
  },
  income_statement: { '10': 1000, '11': 700, '20': 300, '23': 20, '50': 80, '60': 64 },
  cash_flow_indirect: { '02': 25, '20': 70 },
};
const NOW: StatementFigures = {
  balance_sheet: {
    '100': 500,
    '110': 80,
    '140': 120,
    '150': 9,
    '200': 500,
    '230': 6,
    '240': 5,
    '250': 8,
    '260': 4,
    '270': 1000,
    '300': 520,
    '310': 260,
    '319': 3,
    '320': 90,
    '337': 2,
    '338': 95,
    '339': 15,
    '400': 480,
    '421': 200,
    '440': 1000,
  },
  income_statement: { '10': 1200, '11': 800, '20': 400, '21': 7, '22': 30, '23': 20, '50': 130, '60': 104 },
  cash_flow_indirect: { '02': 30, '20': 150 },
};
/** Codes of the same lines in the circular's forms. */
const RENAMED: Record<string, Record<string, string>> = {
  balance_sheet: {
    '150': '160',
    '230': '240',
    '240': '250',
    '250': '260',
    '260': '270',
    '270': '280',
    '319': '320',
    '320': '321',
    '337': '338',
    '338': '339',
    '339': '340',
    '421': '420',
  },
  income_statement: { '21': '22', '22': '23', '23': '24' },
};
const byCircular99 = (figures: StatementFigures): StatementFigures =>
  Object.fromEntries(
    Object.entries(figures).map(([statement, items]) => [
      statement,
      Object.fromEntries(
        Object.entries(items).map(([code, value]) => [RENAMED[statement]?.[code] ?? code, value]),
      ),
    ]),
  );

describe('the forms of Circular 99/2025 as an import', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'statement_item', [
      ...aStatement({ balance_sheet: { '270': 7 } }, { fiscal_year: 2025 }),
      ...aStatement(
        { balance_sheet: { '270': 3, '280': 7 }, income_statement: { '22': 2 } },
        { fiscal_year: 2026 },
      ),
    ]);
    expect(await summaryOf(service.address, ['statement_template', FORMS])).toMatchObject({
      created: 211,
      rejected: 0,
    });
  });
  afterAll(() => service.close());

  const names = async (year: number) => {
    const { body } = await service.get(`/fundamental/as/reported?ticker=AAA&fiscal_year=${year}`).expect(200);
    return Object.fromEntries(
      body.data.map(({ item_code, item_name }: Record<string, string>) => [item_code, item_name]),
    );
  };

  it('names the lines of fiscal 2026 on, and none of an earlier year', async () => {
    expect(await names(2026)).toEqual({
      '270': 'Tài sản dài hạn khác',
      '280': 'TỔNG CỘNG TÀI SẢN',
      '22': 'Doanh thu hoạt động tài chính',
    });
    expect(await names(2025)).toEqual({ '270': 'TỔNG CỘNG TÀI SẢN' });
  });

  it('ratios, valuation and scores of fiscal 2026 are those of the same figures under the codes before', async () => {
    const published_at = '2026-11-02T02:00:00Z';
    const years = (last: number, ticker: string, form: (figures: StatementFigures) => StatementFigures) =>
      [BEFORE, NOW].flatMap((figures, index) =>
        aStatement(index === 1 ? form(figures) : figures, {
          ticker,
          fiscal_year: last - 1 + index,
          published_at,
        }),
      );
    await plant(service, 'statement_item', [
      ...years(2025, 'OLD', (figures) => figures),
      ...years(2026, 'NEW', byCircular99),
      // A year that began in 2025 ends under the previous form.
      ...aStatement(NOW, { ticker: 'MID', fiscal_year: 2026, period_end_date: '2026-03-31', published_at }),
    ]);
    await plant(
      service,
      'security',
      ['OLD', 'NEW', 'MID'].map((ticker) => ({
        ticker,
        name: ticker,
        exchange: 'HOSE',
        listing_date: '2020-01-02',
        outstanding_shares: 10,
        shares_from: '2020-01-02',
      })),
    );
    await plant(
      service,
      'quote',
      ['OLD', 'NEW'].flatMap((ticker) =>
        ['2025-12-30', '2026-11-03'].map((date) => flatBar(ticker, date, 50, 1)),
      ),
    );
    const ratios = async (ticker: string, year: number) => {
      const path = `/fundamental/ratios?ticker=${ticker}&fiscal_year=${year}&limit=1000`;
      const { body } = await service.get(path).expect(200);
      return Object.fromEntries(
        body.data
          .filter(({ group }: { group: string }) => group !== 'valuation')
          .map(({ code, value }: { code: string; value: number | null }) => [code, value]),
      );
    };
    const old = await ratios('OLD', 2025);
    expect(old).toMatchObject({ debt_to_assets: 200 / 1000, interest_coverage: 150 / 20 });
    expect(await ratios('NEW', 2026)).toEqual(old);
    expect(await ratios('MID', 2026)).toMatchObject({
      debt_to_assets: 200 / 1000,
      interest_coverage: 150 / 20,
    });

    const health = async (ticker: string, year: number) => {
      const { body } = await service
        .get(`/financial-health?ticker=${ticker}&fiscal_year=${year}`)
        .expect(200);
      const { ticker: _, fiscal_year, period_end_date, market_cap, ...rest } = body;
      return rest;
    };
    expect(await health('NEW', 2026)).toEqual(await health('OLD', 2025));

    const valuation = async (ticker: string) => {
      const { body } = await service.get(`/valuation?ticker=${ticker}&to_date=2026-11-03`).expect(200);
      const { symbol, ...figures } = body.data[0];
      return figures;
    };
    expect(await valuation('OLD')).toMatchObject({ ev_ebitda: (500 + 200 - 80) / (150 + 30) });
    expect(await valuation('NEW')).toEqual(await valuation('OLD'));
  });

  it('no figure of 2026 is doubtful because its code stood for another line in 2025', async () => {
    const { body } = await service.get('/svc/datasets/statement_item/flagged?limit=100').expect(200);
    const doubts = body.data
      .filter(({ key }: { key: { ticker: string } }) => key.ticker === 'NEW')
      .flatMap(({ flags }: { flags: string[] }) => flags);
    expect(doubts).not.toContain('year_differs');
    expect(doubts).not.toContain('does_not_balance');
  });

  it('every line but the totals has a parent line in its statement', async () => {
    const orphans = await service.sql(
      `SELECT t.statement, t.item_code FROM statement_template t
       WHERE t.valid_from = '2026-01-01' AND t.parent_code IS NOT NULL AND NOT EXISTS (
         SELECT FROM statement_template p
         WHERE p.statement = t.statement AND p.item_code = t.parent_code AND p.valid_from = t.valid_from)`,
    );
    expect(orphans).toEqual([]);
  });
});
