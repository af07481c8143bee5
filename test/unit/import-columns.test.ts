import { describe, expect, it } from '@jest/globals';
import { CORPORATE_ACTION } from '../../src/modules/corporate-action/corporate-action.data-set.js';
import { matchColumns } from '../../src/modules/import/columns.js';
import { INDEX_CONSTITUENT } from '../../src/modules/index/index-constituent.data-set.js';
import { QUOTE } from '../../src/modules/quote/quote.data-set.js';

const NOTHING = { map: new Map<string, string>(), suppliedFields: new Set<string>() };

describe('columns of an import', () => {
  it('finds the headings of vendors by other names, whatever their case and spacing', () => {
    const { positions, missing, unknown } = matchColumns(
      CORPORATE_ACTION,
      ['Symbol', 'exDate', 'EventType', 'Issue Price', 'Dividend', 'whatever'],
      NOTHING,
    );
    expect(Object.fromEntries(positions)).toEqual({
      ticker: 0,
      ex_date: 1,
      type: 2,
      rights_price: 3,
      cash_dividend: 4,
    });
    expect([missing, unknown]).toEqual([[], ['whatever']]);
  });

  it('a column named like a field is not an alias of another field', () => {
    const { positions, missing } = matchColumns(INDEX_CONSTITUENT, ['code', 'from_date'], NOTHING);
    expect([positions.get('code'), missing]).toEqual([0, ['ticker']]);
    const both = matchColumns(INDEX_CONSTITUENT, ['Code', 'Symbol', 'Effective Date'], NOTHING);
    expect(Object.fromEntries(both.positions)).toEqual({ code: 0, ticker: 1, from_date: 2 });
  });

  it('where no field bears it, it still is; and a column that the operator maps always counts', () => {
    expect(matchColumns(QUOTE, ['code', 'date'], NOTHING).positions.get('ticker')).toBe(0);
    const mapped = matchColumns(INDEX_CONSTITUENT, ['code', 'from_date'], {
      ...NOTHING,
      map: new Map([['ticker', 'code']]),
    });
    expect(mapped.positions.get('ticker')).toBe(0);
  });
});
