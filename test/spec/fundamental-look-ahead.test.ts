import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { aStatement, type StatementFigures } from '../builders/statements.js';
import { startDemoApp } from '../demo.js';

/** ZDA has published its first quarter of 2025 on 2025-04-30, and its year 2024 on 2025-03-26. */
const DAY = '2025-05-15';
const COMPACT = '20250515';
const PATHS = [
  `/valuation?ticker=ZDA&from_date=20250401&to_date=${COMPACT}`,
  `/valuation?code=VNINDEX&from_date=20250501&to_date=${COMPACT}`,
  `/financial-health?ticker=ZDA&as_of=${COMPACT}`,
  `/fundamental/ratios?ticker=ZDA&as_of=${COMPACT}&limit=1000`,
  `/fundamental/as/reported/?ticker=ZDA&as_of=${COMPACT}&limit=1000`,
  `/fundamental/as/reported/?ticker=ZDA&statement=ratios&as_of=${COMPACT}&limit=1000`,
  `/detail/ZDA?date=${COMPACT}`,
];
const FIGURES: StatementFigures = {
  balance_sheet: { '100': 3e15, '270': 9e15, '310': 1e15, '300': 2e15, '400': 7e15, '440': 9e15 },
  income_statement: { '10': 8e15, '11': 1e15, '50': 6e15, '60': 5e15, '61': 5e15 },
  cash_flow_indirect: { '02': 1e14, '20': 4e15, '50': 1e15 },
};

describe('point in time of fundamentals, on the demo market', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startDemoApp();
  });
  afterAll(() => service.close());

  const answers = async (day: string) =>
    Promise.all(
      PATHS.map(async (path) => {
        const url = path.replace(COMPACT, day);
        return [url, (await service.get(url).expect(200)).text];
      }),
    );

  it(`nothing that is published after ${DAY} changes an answer as of that day, byte for byte`, async () => {
    const before = await answers(COMPACT);
    const early = await answers('20250630');
    const later = { ticker: 'ZDA', published_at: '2025-05-15T17:00:00Z' }; // midnight of the 16th in Viet Nam
    await plant(service, 'statement_item', [
      // a new period, in both of its forms
      ...aStatement(FIGURES, {
        ...later,
        fiscal_year: 2025,
        fiscal_quarter: 2,
        audit: 'unreviewed',
        period_end_date: '2025-05-14',
      }),
      ...aStatement(FIGURES, {
        ...later,
        fiscal_year: 2025,
        fiscal_quarter: 2,
        audit: 'reviewed',
        period: 'cumulative',
        period_end_date: '2025-05-14',
      }),
      // restatements of what was public
      ...aStatement(FIGURES, { ...later, fiscal_year: 2025, fiscal_quarter: 1, audit: 'unreviewed' }),
      ...aStatement(FIGURES, { ...later, fiscal_year: 2024, audit: 'audited' }),
      ...aStatement(FIGURES, { ...later, fiscal_year: 2024, audit: 'audited', consolidation: 'parent' }),
      ...aStatement(FIGURES, { ...later, fiscal_year: 2023, audit: 'audited' }),
    ]);
    expect(await answers(COMPACT)).toEqual(before);
    // The same answers for a later day show it, all of them.
    const after = await answers('20250630');
    for (const [index, [path, text]] of after.entries()) {
      expect([path, text === early[index]?.[1]]).toEqual([path, false]);
    }
  });

  it('4.2 finds parent-only statements, which no company of the demo publishes', async () => {
    const { body } = await service
      .get('/fundamental/as/reported/?ticker=ZDA&consolidation=parent&statement=income_statement')
      .expect(200);
    expect(body.data.map((row: { item_code: string; value: number }) => [row.item_code, row.value])).toEqual(
      Object.entries(FIGURES.income_statement ?? {}),
    );
  });
});
