import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { generateMarket } from '../../../demo/generate.js';
import { statements } from '../../../demo/statements.js';
import { hostTask } from '../../host/client.js';

/** The forms that ship with the service. */
const TEMPLATES = new URL(
  '../../../src/modules/fundamental/statements/data/statement-templates.json',
  import.meta.url,
);

/** A record of statement_item as the demo writes it. */
interface Item {
  ticker: string;
  statement: string;
  period: string;
  fiscal_year: number;
  fiscal_quarter: number;
  item_code: string;
  company_type: string;
  consolidation: string;
  value: number;
  filing_id: string;
  published_at: string;
  period_end_date: string;
}

const market = generateMarket('2026-10-30');
const sets = statements(market);
const recordsOf = (name: string) => sets.find(({ dataSet }) => dataSet === name)?.records ?? [];
const items = recordsOf('statement_item') as Item[];

/** One publication: its figures by statement and the code's digits. */
interface Publication
  extends Pick<
    Item,
    'ticker' | 'period' | 'company_type' | 'consolidation' | 'period_end_date' | 'published_at'
  > {
  id: string;
  of(statement: string, digits: string): number;
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

const publications: Publication[] = [...grouped(items, ({ filing_id }) => filing_id)].map(([id, own]) => {
  const values = new Map(
    own.map((each) => [`${each.statement} ${each.item_code.replace(/^[A-Z]{2}/, '')}`, each.value]),
  );
  return {
    ...(own[0] as Item),
    id,
    of: (statement, digits) => values.get(`${statement} ${digits}`) ?? 0,
  };
});
/** Publications that break an equation; empty if all satisfy it. */
const broken = (keeps: (publication: Publication) => boolean, among = publications) =>
  among.filter((each) => !keeps(each)).map(({ id }) => id);
const withBalance = publications.filter(({ period }) => period !== 'cumulative');
const notBanks = withBalance.filter(({ company_type }) => company_type !== 'bank');
const bs = 'balance_sheet';
/** Lines whose parts appear only in years. */
const DETAILED = ['110', '130', '310', '400'];
const is = 'income_statement';
const cf = 'cash_flow_indirect';

describe('demo statements', () => {
  it('are of moderate size, of every company type and period, with one restatement', () => {
    expect(items.length).toBeGreaterThan(10_000);
    expect(items.length).toBeLessThanOrEqual(40_000);
    expect(new Set(items.map(({ company_type }) => company_type))).toEqual(
      new Set(['ordinary', 'bank', 'insurance', 'securities']),
    );
    const years = publications
      .filter(({ period }) => period === 'year')
      .map((each) => `${each.ticker} ${each.period_end_date}`);
    expect(years.length - new Set(years).size).toBe(1);
  });

  it('are records that the data sets accept, with codes that the forms know', async () => {
    for (const { dataSet, records } of sets) {
      expect(await hostTask('refusedRecords', dataSet, records)).toEqual([]);
    }
    const forms = JSON.parse(readFileSync(TEMPLATES, 'utf8')) as Item[];
    const templateLines = new Set(
      forms.map((line) => `${line.company_type} ${line.statement} ${line.item_code}`),
    );
    const usedLines = items.map((each) => `${each.company_type} ${each.statement} ${each.item_code}`);
    expect([...new Set(usedLines)].filter((each) => !templateLines.has(each))).toEqual([]);
  });

  it('balance: 270 = 440, 300 + 400 = 440; 100 + 200 = 270 but for banks', () => {
    expect(broken((each) => each.of(bs, '270') === each.of(bs, '440'), withBalance)).toEqual([]);
    expect(
      broken((each) => each.of(bs, '300') + each.of(bs, '400') === each.of(bs, '440'), withBalance),
    ).toEqual([]);
    expect(
      broken((each) => each.of(bs, '100') + each.of(bs, '200') === each.of(bs, '270'), notBanks),
    ).toEqual([]);
    expect(
      broken(
        (each) => each.of(bs, '270') > 0 && each.of(bs, '400') > 0 && each.of(bs, '220') > 0,
        withBalance,
      ),
    ).toEqual([]);
  });

  it('parts add up to their line wherever the form has the parts', () => {
    const ordinary = withBalance.filter(({ company_type }) => company_type === 'ordinary');
    const sums: Record<string, string[]> = {
      '100': ['110', '120', '130', '140', '150'],
      '110': ['111', '112'],
      '200': ['210', '220', '230', '240', '250', '260'],
      '130': ['131', '132', '137'],
      '310': ['311', '313', '319', '320'],
      '400': ['411', '412', '418', '421', '429'],
    };
    for (const [line, parts] of Object.entries(sums)) {
      // Quarters leave details out.
      const among = ordinary.filter((each) => each.period === 'year' || !DETAILED.includes(line));
      const total = (each: Publication) => parts.reduce((sum, part) => sum + each.of(bs, part), 0);
      expect([line, broken((each) => total(each) === each.of(bs, line), among)]).toEqual([line, []]);
    }
    const banks = withBalance.filter(({ company_type }) => company_type === 'bank');
    expect(
      broken(
        (each) =>
          ['471', '472', '473', '474', '475'].reduce((sum, part) => sum + each.of(bs, part), 0) ===
          each.of(bs, '161'),
        banks,
      ),
    ).toEqual([]);
    expect(broken((each) => each.of(bs, '161') + each.of(bs, '169') === each.of(bs, '160'), banks)).toEqual(
      [],
    );
    expect(broken((each) => each.of(bs, '130') > 0, banks)).toEqual([]);
  });

  it('profit: 50 − 51 = 60, 60 = 61 + 62, EPS is the profit of the parent a share', () => {
    expect(broken((each) => each.of(is, '50') - each.of(is, '51') === each.of(is, '60'))).toEqual([]);
    expect(broken((each) => each.of(is, '61') + each.of(is, '62') === each.of(is, '60'))).toEqual([]);
    expect(
      broken((each) => {
        const shares = market.sharesOn(each.ticker, each.period_end_date);
        return shares === 0 || Math.abs(each.of(is, '70') - each.of(is, '61') / shares) <= 0.5;
      }),
    ).toEqual([]);
  });

  it('cash: 50 = 20 + 30 + 40, 60 + 50 = 70, which is the cash of the balance sheet', () => {
    expect(
      broken((each) => each.of(cf, '20') + each.of(cf, '30') + each.of(cf, '40') === each.of(cf, '50')),
    ).toEqual([]);
    expect(broken((each) => each.of(cf, '60') + each.of(cf, '50') === each.of(cf, '70'))).toEqual([]);
    expect(
      broken((each) => each.of(cf, '70') === each.of(bs, '110') && each.of(cf, '70') > 0, notBanks),
    ).toEqual([]);
    const banks = withBalance.filter(({ company_type }) => company_type === 'bank');
    const cash = (each: Publication) => each.of(bs, '110') + each.of(bs, '120') + each.of(bs, '130');
    expect(broken((each) => each.of(cf, '70') === cash(each), banks)).toEqual([]);
  });

  it('cash by the direct method, of years of single companies: its parts are the same operating flow', () => {
    const direct = 'cash_flow_direct';
    const own = publications.filter((each) => each.of(direct, '20') !== 0);
    expect(new Set(own.map(({ period, consolidation }) => `${period} ${consolidation}`))).toEqual(
      new Set(['year single']),
    );
    const parts = ['01', '02', '03', '04', '05'];
    const total = (each: Publication) => parts.reduce((sum, part) => sum + each.of(direct, part), 0);
    expect(broken((each) => total(each) === each.of(direct, '20'), own)).toEqual([]);
    const shared = ['20', '30', '40', '50', '60', '70'];
    expect(
      broken((each) => shared.every((line) => each.of(direct, line) === each.of(cf, line)), own),
    ).toEqual([]);
    expect(broken((each) => each.of(direct, '01') > 0 && each.of(direct, '02') < 0, own)).toEqual([]);
  });

  it('a quarter opens with the cash that the one before closed with; a year is its quarters', () => {
    const quarters = publications.filter(({ period }) => period === 'quarter');
    for (const own of grouped(quarters, ({ ticker }) => ticker).values()) {
      const inOrder = own.toSorted((a, b) => (a.period_end_date < b.period_end_date ? -1 : 1));
      const closings = inOrder.slice(0, -1).map((each) => each.of(cf, '70'));
      expect(inOrder.slice(1).map((each) => each.of(cf, '60'))).toEqual(closings);
    }
    const year = publications.find(
      (each) => each.period === 'year' && each.period_end_date === '2024-12-31',
    ) as Publication;
    const ofYear = quarters.filter(
      (each) => each.ticker === year.ticker && each.period_end_date.startsWith('2024'),
    );
    expect(ofYear.reduce((sum, each) => sum + each.of(is, '60'), 0)).toBe(year.of(is, '60'));
  });

  it('are published after the end of their period, from the first trading day of a company to its last', () => {
    const wrong = publications.filter(({ ticker, period_end_date, published_at }) => {
      const day = published_at.slice(0, 10);
      const bars = market.bars.get(ticker) ?? [];
      return day <= period_end_date || day < (bars[0]?.date ?? '') || day > '2026-10-30';
    });
    expect(wrong).toEqual([]);
  });

  it('a market that ends earlier says the same of the days until then', () => {
    const later = new Set(items.map((each) => JSON.stringify(each)));
    const early = statements(generateMarket('2024-09-30')).find(
      ({ dataSet }) => dataSet === 'statement_item',
    );
    expect(early?.records.length).toBeGreaterThan(1000);
    expect(early?.records.filter((each) => !later.has(JSON.stringify(each)))).toEqual([]);
  });
});
