import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';
import { summaryOf } from './command.js';

const FORMS = fileURLToPath(
  new URL('../../docs/templates/statement-template-circular-99.csv', import.meta.url),
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

  it('every line but the totals hangs on a line of its statement', async () => {
    const orphans = await service.sql(
      `SELECT t.statement, t.item_code FROM statement_template t
       WHERE t.valid_from = '2026-01-01' AND t.parent_code IS NOT NULL AND NOT EXISTS (
         SELECT FROM statement_template p
         WHERE p.statement = t.statement AND p.item_code = t.parent_code AND p.valid_from = t.valid_from)`,
    );
    expect(orphans).toEqual([]);
  });
});
