import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onServer, startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';
import { readUntil, whole } from '../whole.js';

const TICKERS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
/** Thirty days of trading. */
const DAYS = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.UTC(2024, 4, 1 + at)).toISOString().slice(0, 10),
);
const M = 1_000_000;
/** Bursts of writes, and writes of each kind per burst. */
const BURSTS = [1, 2, 3, 4, 5, 6, 7, 8];
const ROUNDS = 6;

/** One record of every kind that determines valuations, a different one for each number. */
const CHANGES: readonly ((n: number) => [resource: string, record: object])[] = [
  (n) => ['quote', flatBar(ticker(n), day(n * 7), 10_000 + 100 * (n % 97), 100)],
  (n) => ['daily_statistic', { ticker: ticker(n), date: day(n * 11), outstanding_shares: 10_000 + 10 * n }],
  (n) => ['corporate_action', dividend(ticker(n), day(n * 5), 100 + n)],
  (n) => [
    'statement_item',
    aStatement(
      { income_statement: { '60': n * M } },
      { ticker: ticker(n), published_at: `${day(n * 3)}T03:00:00Z` },
    )[0] as object,
  ],
  (n) => [
    'industry_membership',
    { ticker: ticker(n), from_date: day(n * 13), code: n % 2 === 0 ? '30202030' : '40101010' },
  ],
  (n) => [
    'index_constituent',
    { code: 'TWO', ticker: ticker(n), from_date: day(n * 17), shares: null, free_float_ratio: 1 },
  ],
  (n) => ['security', security(ticker(n + 1), 20_000 + n)],
];

const ticker = (n: number) => TICKERS[n % TICKERS.length] as string;
const day = (n: number) => DAYS[n % DAYS.length] as string;
const dividend = (of: string, ex_date: string, cash_dividend: number) => ({
  ...{ ticker: of, ex_date, type: 'cash_dividend', cash_dividend },
});
const security = (of: string, outstanding_shares: number) => ({
  ...{ ticker: of, name: of, exchange: 'HOSE', industry_code: '30202030', listing_date: '2020-01-02' },
  ...{ outstanding_shares, shares_from: '2024-05-10' },
});

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
  await plant(
    service,
    'security',
    TICKERS.map((each) => security(each, 10_000)),
  );
  await plant(service, 'market_index', [
    { code: 'VNINDEX', name: 'VN-Index', exchange: 'HOSE', all_share: true, main: true },
    { code: 'TWO', name: 'Two', exchange: 'HOSE', all_share: false, main: false },
  ]);
  await plant(
    service,
    'index_constituent',
    ['AAA', 'BBB'].map((each) => ({
      code: 'TWO',
      ticker: each,
      from_date: '2024-01-02',
      free_float_ratio: 1,
    })),
  );
  await plant(
    service,
    'quote',
    DAYS.flatMap((date, at) =>
      [...TICKERS, 'VNINDEX', 'TWO'].map((each, place) =>
        flatBar(each, date, 10_000 + 100 * at + 700 * place, 100),
      ),
    ),
  );
  for (const [at, each] of TICKERS.entries()) {
    await plant(
      service,
      'statement_item',
      aStatement(
        {
          income_statement: { '10': 90 * M, '60': (at + 1) * 4 * M },
          balance_sheet: { '400': (at + 2) * 30 * M },
        },
        { ticker: each },
      ),
    );
  }
});
afterAll(() => service.close());

/** Valuations of all days of every security and index. */
async function valuations(): Promise<Record<string, object[]>> {
  const answers: Record<string, object[]> = {};
  for (const of of [...TICKERS.map((each) => `ticker=${each}`), 'code=VNINDEX', 'code=TWO']) {
    const path = `/valuation?${of}&limit=100`;
    const { body } = await whole(() => service.get(path).set('Cache-Control', 'no-cache'));
    expect([of, body.meta.notices]).toEqual([of, undefined]);
    expect(body.data).toHaveLength(DAYS.length);
    answers[of] = body.data;
  }
  return answers;
}

/** The valuations as computed without stored figures. */
async function recompute(): Promise<Record<string, object[]>> {
  await service.sql('DELETE FROM company_figure');
  await service.sql('DELETE FROM valued_day');
  await service.sql(
    `INSERT INTO company_check (ticker, first) SELECT DISTINCT ticker, '0001-01-01'::date FROM statement_item`,
  );
  return valuations();
}

describe('valuations follow their source data', () => {
  it.each(CHANGES.map((change) => [change(1)[0], change] as const))('a change of %s', async (_, change) => {
    const before = await valuations();
    await plant(service, ...withRecords(change(9)));
    const after = await valuations();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await recompute());
  });

  it('figures that an instance of the previous version stored by its own rules are computed again', async () => {
    const before = await valuations();
    await service.sql(
      'UPDATE company_figure SET net_profit = 1; UPDATE market_median SET pe = 1; UPDATE index_multiple SET pe = 1',
    );
    expect(await valuations()).not.toEqual(before);
    await service.sql(`UPDATE valuation_progress SET publication = 'all'`);
    expect(await valuations()).toEqual(before);
  });

  it.each(BURSTS)('while everything is written and read at the same time: %s', async (burst) => {
    const writers = CHANGES.map(async (change, place) => {
      for (let round = 0; round < ROUNDS; round++) {
        await plant(service, ...withRecords(change((burst * ROUNDS + round) * 5 + place)));
      }
    });
    let isOver = false;
    const readers = ['VNINDEX', 'TWO'].map((code) =>
      readUntil(
        () => isOver,
        () => service.get(`/valuation?code=${code}&limit=100`),
      ),
    );
    await Promise.all(writers);
    isOver = true;
    await Promise.all(readers);
    const after = await valuations();
    expect(after).toEqual(await recompute());
  });
});

describe('a change of one company', () => {
  const write = (resource: string, record: object) => () => plant(service, resource, [record]);
  const key = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const company = security('PEER', 10_000);
  const quiet = day(19);
  beforeAll(async () => {
    await plant(service, 'security', [company]);
    await plant(service, 'index_constituent', [
      { code: 'TWO', ticker: 'PEER', from_date: '2024-01-02', free_float_ratio: 1 },
    ]);
    await plant(
      service,
      'quote',
      DAYS.map((date) => flatBar('PEER', date, 14_000, 100)),
    );
    const figures = { income_statement: { '10': 90 * M, '60': 9 * M }, balance_sheet: { '400': 70 * M } };
    await plant(service, 'statement_item', aStatement(figures, { ticker: 'PEER' }));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its industry', write('security', { ...company, industry_code: '40101010' })],
    ['the end of its listing', write('security', { ...company, delisting_date: day(16) })],
    ['a listing on another exchange', write('security', { ...company, exchange: 'HNX' })],
    ['the record of it is deleted', () => service.delete('/svc/record/security?ticker=PEER').expect(200)],
    ['the record of it is back', write('security', company)],
    ['a close of 0', write('quote', flatBar('PEER', day(18), 0, 0))],
    [
      'a bar is deleted',
      () => service.delete(`/svc/quote?${key({ ticker: 'PEER', date: quiet })}`).expect(200),
    ],
    ['a price that counts until the next one', write('quote', flatBar('PEER', day(17), 12_345, 100))],
    ['a forgotten bar', write('quote', flatBar('PEER', quiet, 11_111, 100))],
  ])('is followed by its peers, the market and indices: %s', async (_, change) => {
    const before = await valuations();
    await change();
    const after = await valuations();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await recompute());
  });

  it('a member without a bar counts in an index at its last price', async () => {
    const peOn = async (date: string) =>
      (await service.get(`/valuation?code=TWO&from_date=${date}&to_date=${date}`).expect(200)).body.data[0]
        .pe;
    const [last, next] = [day(14), day(15)];
    await plant(service, 'quote', [flatBar('PEER', next, 15_000, 100)]);
    const traded = await peOn(next);
    await service.delete(`/svc/quote?${key({ ticker: 'PEER', date: next })}`).expect(200);
    await plant(service, 'quote', [flatBar('PEER', last, 15_000, 100)]);
    expect(await peOn(next)).toBe(traded);
    await plant(service, 'quote', [flatBar('PEER', last, 30_000, 100)]);
    expect(await peOn(next)).toBeGreaterThan(traded);
  });
});

describe('companies whose figures are too large to compute with', () => {
  it('have no multiples, and those of the others, of the market and of indices are as without them', async () => {
    const huge = ['HUGESUM', 'HUGEYEAR'];
    await plant(
      service,
      'security',
      huge.map((each) => security(each, 10_000)),
    );
    await plant(
      service,
      'quote',
      huge.flatMap((each) => DAYS.map((date) => flatBar(each, date, 10_000, 100))),
    );
    const before = await valuations();
    const figures = {
      income_statement: { '60': 1.7e308 },
      balance_sheet: { '400': 1.7e308, '429': -1.7e308 },
    };
    await plant(service, 'statement_item', [
      ...[1, 2, 3, 4].flatMap((fiscal_quarter) => aStatement(figures, { ticker: 'HUGESUM', fiscal_quarter })),
      ...aStatement({ income_statement: figures.income_statement }, { ticker: 'HUGEYEAR' }),
    ]);
    expect(await valuations()).toEqual(before);
    for (const each of huge) {
      const { body } = await service.get(`/valuation?ticker=${each}`).expect(200);
      expect([each, body.data[0].pe, body.data[0].pb]).toEqual([each, null, null]);
    }
  });
});

describe('statements that are not counted yet', () => {
  it('are announced by every answer, and none is kept: once they count, all answers have them', async () => {
    const paths = ['ticker=AAA', 'code=VNINDEX'].map((of) => `/valuation?${of}&limit=100`);
    const before = await valuations();
    await onServer(async (writer) => {
      await writer.query('BEGIN');
      await writer.query('LOCK TABLE company_check IN EXCLUSIVE MODE');
      await plant(
        service,
        'statement_item',
        aStatement({ income_statement: { '60': 7 * M } }, { ticker: 'AAA', published_at: '2024-05-02' }),
      );
      for (const path of [...paths, ...paths]) {
        const { body } = await service.get(path).expect(200);
        expect(body.meta.notices).toMatchObject([{ code: 'figures_pending', value: null }]);
        expect(body.data).toEqual(before[path.replace(/.*\?|&.*/g, '')]);
        const stream = await service.get(`${path}&format=csv`).expect(200);
        expect(JSON.parse(String(stream.headers['x-notice']))).toEqual(body.meta.notices);
      }
      await writer.query('ROLLBACK');
    }, service.address);
    const after = await recompute();
    for (const path of paths) {
      const { body } = await service.get(path).expect(200);
      const of = path.replace(/.*\?|&.*/g, '');
      expect([of, body.meta.notices]).toEqual([of, undefined]);
      expect(body.data).toEqual(after[of]);
      expect(body.data).not.toEqual(before[of]);
    }
  });
});

describe('figures of days that have never been requested', () => {
  it('are computed for a request for a limited time, and the next request continues from there', async () => {
    const path = '/valuation?code=VNINDEX&limit=100';
    const { body: before } = await service.get(path).expect(200);
    await service.inside('computeForReadersOnly');
    await service.sql('DELETE FROM valued_day');
    const refusal = await service.get(path).set('Cache-Control', 'no-cache').expect(503);
    expect(refusal.headers['retry-after']).toMatch(/^\d+$/);
    expect(refusal.body).toMatchObject({
      code: 'busy',
      detail: 'Busy: figures of these days are being computed; try again shortly',
    });
    // Twenty days of the index, the other ten; twenty days of the market, the other ten.
    await service.get(path).set('Cache-Control', 'no-cache').expect(503);
    const { body: after } = await service.get(path).set('Cache-Control', 'no-cache').expect(200);
    expect(after.data).toEqual(before.data);
  });
});

function withRecords([resource, record]: [string, object]): [string, object[]] {
  return [resource, [record]];
}
