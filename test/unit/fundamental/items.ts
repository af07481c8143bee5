import { Items } from '../../../src/modules/fundamental/statements/items.js';
import type { CompanyType } from '../../../src/modules/fundamental/statements/statement-kinds.js';

/** Figures by code of each statement, published at one moment. */
export function itemsOf(
  figures: {
    balance?: Record<string, number>;
    income?: Record<string, number>;
    cash?: Record<string, number>;
  },
  type: CompanyType = 'ordinary',
): Items {
  const items = new Items(type);
  const put = (statement: Parameters<Items['set']>[0], lines: Record<string, number> = {}) => {
    for (const [code, value] of Object.entries(lines)) items.set(statement, code, value, '2024-01-30');
  };
  put('balance_sheet', figures.balance);
  put('income_statement', figures.income);
  put('cash_flow_indirect', figures.cash);
  return items;
}
