import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';
import { aStatement, type StatementFigures } from '../builders/statements.js';

let service: TestApp;
const read = async (path: string) => (await service.get(path).expect(200)).body;

const YEARS: Record<number, StatementFigures> = {
  2021: { balance_sheet: { '270': 800, '400': 350, '338': 120 } },
  2022: {
    balance_sheet: {
      '100': 400,
      '110': 60,
      '140': 100,
      '310': 250,
      '270': 900,
      '300': 500,
      '338': 110,
      '400': 400,
    },
    income_statement: { '10': 1000, '11': 700, '20': 300, '23': 20, '50': 80, '60': 64 },
    cash_flow_indirect: { '20': 70, '31': 10 },
  },
  2023: {
    balance_sheet: {
      '100': 500,
      '110': 80,
      '140': 120,
      '310': 260,
      '320': 90,
      '270': 1000,
      '300': 520,
      '338': 100,
      '400': 480,
      '421': 200,
    },
    income_statement: { '10': 1200, '11': 800, '20': 400, '23': 20, '50': 130, '60': 104 },
    cash_flow_indirect: { '20': 150 },
  },
};

beforeAll(async () => {
  service = await startApp();
  await plant(service, 'security', [
    { ticker: 'AAA', name: 'A', exchange: 'HOSE', industry_code: '30202030', listing_date: '2020-01-02' },
    { ticker: 'RRR', name: 'R', exchange: 'HOSE', industry_code: '60201020', listing_date: '2020-01-02' },
  ]);
  await plant(service, 'daily_statistic', [{ ticker: 'AAA', date: '2023-01-03', outstanding_shares: 30 }]);
  await plant(service, 'quote', [flatBar('AAA', '2023-12-29', 52, 1), flatBar('AAA', '2024-01-02', 90, 1)]);
  for (const [year, figures] of Object.entries(YEARS)) {
    await plant(
      service,
      'statement_item',
      ['AAA', 'RRR'].flatMap((ticker) =>
        aStatement(figures, { ticker, fiscal_year: Number(year), published_at: `${Number(year) + 1}-03-20` }),
      ),
    );
  }
  await plant(
    service,
    'statement_item',
    aStatement(
      { balance_sheet: { BK270: 1000, BK400: 100 }, income_statement: { BK60: 10 } },
      { ticker: 'BBB', company_type: 'bank' },
    ),
  );
});
afterAll(() => service.close());

describe('GET /financial-health', () => {
  it('Piotroski F with its nine signals', async () => {
    const { piotroski } = await read('/financial-health?ticker=AAA');
    const items = Object.fromEntries(
      piotroski.items.map((each: { code: string; score: number; value: number; previous_value: number }) => [
        each.code,
        [each.score, each.value, each.previous_value],
      ]),
    );
    expect(items).toEqual({
      roa: [1, 104 / 900, null],
      cfo: [1, 150 / 900, null],
      delta_roa: [1, 104 / 900, 64 / 800],
      accrual: [1, 150 / 900, null],
      delta_leverage: [1, 100 / 950, 110 / 850],
      delta_liquidity: [1, 500 / 260, 400 / 250],
      eq_offer: [1, 0, null],
      delta_margin: [1, 400 / 1200, 300 / 1000],
      delta_turnover: [1, 1200 / 900, 1000 / 800],
    });
    expect(piotroski.score).toBe(9);
  });

  it('Altman Z of 1968 with the market value at the end of the year, and the ratios', async () => {
    const record = await read('/financial-health?ticker=AAA');
    const z = 1.2 * 0.24 + 1.4 * 0.2 + 3.3 * 0.15 + 0.6 * ((52 * 30) / 520) + 1.2;
    expect(record.altman).toMatchObject({ variant: 'z_1968', zone: 'safe' });
    expect(record.altman.z).toBeCloseTo(z, 12);
    expect(record).toMatchObject({
      ticker: 'AAA',
      company_type: 'ordinary',
      fiscal_year: 2023,
      period_end_date: '2023-12-31',
      published_at: '2024-03-19T17:00:00.000000Z',
      reason: null,
      current_ratio: 500 / 260,
      quick_ratio: 380 / 260,
      cash_ratio: 80 / 260,
      debt_to_equity: 190 / 480,
      debt_to_assets: 190 / 1000,
      interest_coverage: 150 / 20,
      roe: 104 / 440,
      roa: 104 / 950,
    });
  });

  it('Z″ of 1995 where the industry does not manufacture', async () => {
    const { altman } = await read('/financial-health?ticker=RRR');
    expect(altman.variant).toBe('z_double_prime_1995');
    expect(altman.z).toBeCloseTo(3.25 + 6.56 * 0.24 + 3.26 * 0.2 + 6.72 * 0.15 + 1.05 * (480 / 520), 12);
    expect(altman.explanation).toContain('60201020');
  });

  it('Z of 1968 where the industry code belongs to another scheme than GICS', async () => {
    await plant(service, 'industry', [{ code: '60201020', name: 'Khác', scheme: 'OTHER' }]);
    const { altman } = await read('/financial-health?ticker=RRR');
    expect(altman).toMatchObject({ variant: 'z_1968', z: null, zone: null }); // no price is known
    await service.sql(`DELETE FROM industry WHERE code = '60201020'`);
  });

  it('a bank has no scores, and a reason', async () => {
    expect(await read('/financial-health?ticker=BBB')).toMatchObject({
      piotroski: null,
      altman: null,
      reason: expect.stringContaining('not for a bank'),
      current_ratio: null,
    });
  });

  it('fiscal_year selects the year; as_of ignores what is published later', async () => {
    const answer = await read('/financial-health?ticker=AAA&fiscal_year=2022');
    expect(answer.fiscal_year).toBe(2022);
    expect(answer.piotroski.score).toBeNull(); // no balance sheet of 2020
    const before = await read('/financial-health?ticker=AAA&as_of=2024-03-19');
    expect(before.fiscal_year).toBe(2022);
    expect((await read('/financial-health?ticker=AAA&as_of=2024-03-20')).fiscal_year).toBe(2023);
    // Records planted later change neither.
    const laterFigures = { ...YEARS[2023], income_statement: { '60': -5 } };
    await plant(
      service,
      'statement_item',
      aStatement(laterFigures, { fiscal_year: 2023, published_at: '2024-09-01' }),
    );
    expect(await read('/financial-health?ticker=AAA&as_of=2024-03-19')).toEqual(before);
    const signal = async (day: string) =>
      (await read(`/financial-health?ticker=AAA&as_of=${day}`)).piotroski.items[0].value;
    expect(await signal('2024-08-31')).toBe(104 / 900);
    expect(await signal('2024-09-01')).toBe(-5 / 900);
    await service.sql(`DELETE FROM statement_item WHERE published_at = '2024-08-31T17:00:00Z'`);
  });

  it('404 without statements of a year, 400 for invalid parameters', async () => {
    await service.get('/financial-health?ticker=ZZZ').expect(404);
    await service.get('/financial-health?ticker=AAA&fiscal_year=2010').expect(404);
    const { body } = await service.get('/financial-health').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'ticker' }]);
    await service.get('/financial-health?ticker=AAA&as_of=20240230').expect(400);
    await service.get('/financial-health?ticker=AAA&year=2023').expect(400);
  });
});

describe('GET /financial-health of a company without group statements for its newest year', () => {
  const own: StatementFigures = {
    balance_sheet: { '270': 1000, '338': 100 },
    income_statement: { '10': 800, '60': 100 },
  };
  const signals = async (query: string) => {
    const { consolidation, piotroski } = await read(`/financial-health?ticker=QFS${query}`);
    const items = Object.fromEntries(
      piotroski.items.map((each: { code: string; value: number; previous_value: number }) => [
        each.code,
        [each.value, each.previous_value],
      ]),
    );
    return { consolidation, ...items };
  };
  const plantYears = (years: readonly number[], figures: StatementFigures, consolidation: string) =>
    plant(
      service,
      'statement_item',
      years.flatMap((year) =>
        aStatement(figures, {
          ticker: 'QFS',
          fiscal_year: year,
          consolidation,
          published_at: `${year + 1}-03-20`,
        }),
      ),
    );

  beforeAll(async () => {
    await plantYears([2022, 2023, 2024], own, 'single');
    await plantYears([2025], { ...own, balance_sheet: { '270': 1000, '338': 90 } }, 'single');
    await plantYears(
      [2022, 2023, 2024],
      { ...own, balance_sheet: { '270': 5000, '338': 400 } },
      'consolidated',
    );
  });

  it('compares parent figures with parent figures, including those of two years before', async () => {
    expect(await signals('&as_of=20260325')).toMatchObject({
      consolidation: 'single',
      delta_roa: [100 / 1000, 100 / 1000],
      delta_leverage: [90 / 1000, 100 / 1000],
      delta_turnover: [800 / 1000, 800 / 1000],
    });
  });

  it('compares group figures with group figures where the year has them', async () => {
    expect(await signals('&fiscal_year=2024')).toMatchObject({
      consolidation: 'consolidated',
      delta_roa: [100 / 5000, 100 / 5000],
      delta_leverage: [400 / 5000, 400 / 5000],
      delta_turnover: [800 / 5000, 800 / 5000],
    });
  });

  it('figures of two years before that only the group published are unknown', async () => {
    await service.sql(
      `DELETE FROM statement_item WHERE ticker = 'QFS' AND fiscal_year = 2023 AND consolidation = 'single'`,
    );
    expect(await signals('')).toMatchObject({
      consolidation: 'single',
      delta_leverage: [90 / 1000, null],
      delta_turnover: [800 / 1000, null],
    });
  });
});

describe('GET /fundamental/ratios', () => {
  it('one record a ratio, with formula, unit and the newest publication', async () => {
    const { data } = await read('/fundamental/ratios?ticker=AAA&fiscal_year=2023&group=valuation');
    const pe = data.find((row: { code: string }) => row.code === 'pe');
    expect(pe).toEqual({
      ticker: 'AAA',
      company_type: 'ordinary',
      consolidation: 'consolidated',
      period: 'year',
      fiscal_year: 2023,
      fiscal_quarter: 0,
      period_end_date: '2023-12-31',
      group: 'valuation',
      code: 'pe',
      name: 'Price to earnings',
      value: (52 * 30) / 104,
      shares_reason: null,
      unit: 'times',
      formula: 'market capitalisation ÷ net profit of the parent of 12 months',
      published_at: '2024-03-19T17:00:00.000000Z',
    });
    const value = (code: string) => data.find((row: { code: string }) => row.code === code).value;
    expect(value('eps')).toBe(104 / 30);
    expect(value('bvps')).toBe(480 / 30);
  });

  it('newest period first, within a period in the order of the groups', async () => {
    const { data } = await read('/fundamental/ratios?ticker=AAA&limit=1000');
    const groups = [...new Set(data.map((row: { group: string }) => row.group))];
    expect(groups).toEqual([
      'valuation',
      'profitability',
      'growth',
      'liquidity',
      'operating_efficiency',
      'leverage',
      'cash_flow',
      'cost_structure',
      'current_asset_structure',
      'long_term_asset_structure',
    ]);
    const endDates = data.map((row: { period_end_date: string }) => row.period_end_date);
    expect(endDates).toEqual([...endDates].sort().reverse());
    const bank = await read('/fundamental/ratios?ticker=BBB&limit=1000');
    expect(new Set(bank.data.map((row: { group: string }) => row.group)).has('asset_quality')).toBe(true);
  });

  it('the fourth quarter: balances of the year where it states none, and flows of the year without all four', async () => {
    const balances = (assets: number) => ({ balance_sheet: { '270': assets, '400': assets / 2 } });
    const profit = (amount: number) => ({ income_statement: { '10': 10 * amount, '60': amount } });
    const statements: [fiscal_year: number, fiscal_quarter: number, StatementFigures][] = [
      [2022, 0, balances(800)],
      [2023, 0, { ...balances(1200), ...profit(100) }],
      [2023, 4, profit(30)],
      [2024, 1, profit(31)],
      [2024, 2, profit(32)],
      [2024, 3, profit(33)],
      [2024, 4, { ...balances(2000), ...profit(34) }],
    ];
    await plant(
      service,
      'statement_item',
      statements.flatMap(([fiscal_year, fiscal_quarter, figures]) =>
        aStatement(figures, { ticker: 'QQQ', fiscal_year, fiscal_quarter, published_at: '2025-03-20' }),
      ),
    );
    const ratio = async (code: string, year: number) =>
      (await read(`/fundamental/ratios?ticker=QQQ&fiscal_year=${year}&fiscal_quarter=4&limit=100`)).data.find(
        (row: { code: string }) => row.code === code,
      ).value;
    expect(await ratio('roa', 2023)).toBe(100 / ((1200 + 800) / 2));
    expect(await ratio('liabilities_to_assets', 2023)).toBeNull();
    expect(await ratio('equity_multiplier', 2023)).toBe(1200 / 600);
    expect(await ratio('roa', 2024)).toBe((31 + 32 + 33 + 34) / ((2000 + 1200) / 2));
    expect(await ratio('total_assets_growth', 2024)).toBe(2000 / 1200 - 1);
  });

  it('as_of: a later statement changes nothing', async () => {
    const codes = async (asOf: string) =>
      (await read(`/fundamental/ratios?ticker=AAA&group=profitability&as_of=${asOf}`)).data.map(
        (row: { fiscal_year: number; value: number }) => [row.fiscal_year, row.value],
      );
    expect((await codes('2024-03-19')).every(([year]: [number]) => year < 2023)).toBe(true);
    expect((await codes('2024-03-20')).some(([year]: [number]) => year === 2023)).toBe(true);
  });

  it.each(['asc', 'desc'])('pages over meta.next without loss or repetition, order=%s', async (order) => {
    const fullList = await read(`/fundamental/ratios?ticker=AAA&order=${order}&limit=1000&total=true`);
    const rows = await walkPages(service, `/fundamental/ratios?ticker=AAA&order=${order}&limit=50`);
    expect(rows).toEqual(fullList.data);
    expect(rows).toHaveLength(fullList.meta.total);
  });

  it.each(['asc', 'desc'])('a page continues after a deleted row, order=%s', async (order) => {
    const years = [2021, 2022, 2023].flatMap((year) =>
      aStatement(YEARS[year] as StatementFigures, { ticker: 'GGG', fiscal_year: year }),
    );
    await plant(service, 'statement_item', years);
    const path = `/fundamental/ratios?ticker=GGG&order=${order}`;
    const { data: allRows } = await read(`${path}&limit=1000`);
    const isOf = (year: number) => (row: { fiscal_year: number }) => row.fiscal_year === year;
    // The first page ends within the ratios of 2022, which are no longer reported when the second is read.
    const ahead = allRows.findIndex(isOf(2022)) + 5;
    const { data, meta } = await read(`${path}&limit=${ahead}`);
    expect(data).toEqual(allRows.slice(0, ahead));
    await service.sql(`DELETE FROM statement_item WHERE ticker = 'GGG' AND fiscal_year = 2022`);
    const rest = await walkPages<{ fiscal_year: number; code: string }>(service, meta.next);
    const last = order === 'asc' ? 2023 : 2021;
    const codes = (rows: readonly { fiscal_year: number; code: string }[]) =>
      rows.map(({ fiscal_year, code }) => [fiscal_year, code]);
    expect(codes(rest)).toEqual(codes(allRows.filter(isOf(last))));
    expect(rest).not.toEqual([]);
  });

  it('a page continues after a ratio that the filter now excludes', async () => {
    const path = '/fundamental/ratios?ticker=AAA&fiscal_year=2023';
    const { data, meta } = await read(`${path}&limit=3`);
    expect(data.map((row: { group: string }) => row.group)).toEqual(['valuation', 'valuation', 'valuation']);
    const cursor = new URL(meta.next, 'http://localhost').searchParams.get('cursor');
    const leverage = await read(`${path}&group=leverage`);
    expect((await read(`${path}&group=leverage&cursor=${cursor}`)).data).toEqual(leverage.data);
    const cost = await read(`${path}&group=cost_structure&limit=1`);
    const lastCursor = new URL(cost.meta.next, 'http://localhost').searchParams.get('cursor');
    expect((await read(`${path}&group=leverage&cursor=${lastCursor}`)).data).toEqual([]);
  });

  it('400 for a cursor of a ratio that does not exist', async () => {
    const key = JSON.stringify(['2023-12-31', 'year', 2023, 0, 'no_ratio']);
    const cursor = Buffer.from(key).toString('base64url');
    const { body } = await service.get(`/fundamental/ratios?ticker=AAA&cursor=${cursor}`).expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it('CSV; 400 for an unknown group; an empty list for an unknown ticker', async () => {
    const { text } = await service
      .get('/fundamental/ratios?ticker=AAA&group=liquidity&format=csv')
      .expect(200);
    expect(text.split('\n')[0]).toBe(
      'ticker,company_type,consolidation,period,fiscal_year,fiscal_quarter,period_end_date,group,code,name,value,shares_reason,unit,formula,published_at',
    );
    const { body } = await service.get('/fundamental/ratios?ticker=AAA&group=size').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'group' }]);
    expect((await read('/fundamental/ratios?ticker=ZZZ')).data).toEqual([]);
  });
});
