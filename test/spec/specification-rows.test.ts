import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import type { SpecificationRow } from '../builders/specification-row.js';
import { ANALYSIS_ROWS } from '../builders/specification-rows-analysis.js';
import { REFERENCE_ROWS, WRITE_ROWS } from '../builders/specification-rows-service.js';
import { TRADE_ROWS } from '../builders/specification-rows-trade.js';
import { faultsOf } from '../contract/answers.js';
import { type Document, documentOf, operationsOf } from '../contract/document.js';
import { startDemoApp } from '../demo.js';

const ROWS = [...TRADE_ROWS, ...ANALYSIS_ROWS, ...REFERENCE_ROWS, ...WRITE_ROWS];
const named = ROWS.map((row) => [`${row.section} ${row.row}: ${row.path} (${row.url})`, row] as const);
const RATIO_GROUPS = {
  ordinary:
    'valuation profitability growth liquidity operating_efficiency leverage cash_flow cost_structure current_asset_structure long_term_asset_structure',
  bank: 'valuation profitability growth liquidity asset_quality',
};

describe('every row of the specification, on the demo market', () => {
  let service: TestApp;
  let document: Document;
  beforeAll(async () => {
    service = await startDemoApp();
    document = await documentOf(service);
  });
  afterAll(() => service.close());

  it.each(named)('%s', async (_, row) => {
    const method = row.path.slice(0, row.path.indexOf(' '));
    const status = row.status ?? 200;
    const answer = await call(method, row);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    const operation = operationsOf(document).find((each) => `${each.method} ${each.path}` === row.path);
    if (operation === undefined) throw new Error(`${row.path} is not in the document`);
    expect(faultsOf(document, operation, status, answer.body)).toEqual([]);
    const params = (row.params ?? []).map((place) => valueAt(answer.body, place));
    const columns = row.picks.map((_place, index) => `v${index}`).join(', ');
    const raw = await service.sql(`SELECT * FROM (${row.sql}) raw(${columns})`, params);
    expect(raw).toHaveLength(1);
    const expected = Object.values(raw[0] ?? {}) as unknown[];
    expect(row.picks).toHaveLength(expected.length);
    for (const [index, place] of row.picks.entries()) {
      const value = valueAt(answer.body, place);
      const expectedValue = expected[index];
      expect([place, value]).not.toEqual([place, null]);
      if (typeof expectedValue === 'number' && typeof value === 'number') {
        expect(Math.abs(value - expectedValue)).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(expectedValue)),
        );
      } else expect([place, value]).toEqual([place, expectedValue]);
    }
  });

  it.each(['balance_sheet', 'income_statement', 'cash_flow_direct', 'cash_flow_indirect'])(
    '4.2 the demo has %s',
    async (statement) => {
      const { data } = await read(`/fundamental/as/reported?ticker=ZWA&statement=${statement}&limit=1`);
      const [raw] = await service.sql<{ value: number }>(
        `SELECT value FROM statement_item WHERE ticker = 'ZWA' AND statement = $1 AND item_code = $2
          AND period = $3 AND fiscal_year = $4 AND fiscal_quarter = $5`,
        ['statement', 'item_code', 'period', 'fiscal_year', 'fiscal_quarter'].map((name) => data[0][name]),
      );
      expect(data[0].value).toBe(raw?.value);
    },
  );

  it.each([
    ['ZWA', 'consolidation', 'single'],
    ['ZDA', 'consolidation', 'consolidated'],
    ['ZDA', 'audit', 'audited'],
    ['ZDA', 'audit', 'reviewed'],
    ['ZDA', 'audit', 'unreviewed'],
    ['ZDA', 'period', 'quarter'],
    ['ZDA', 'period', 'year'],
    ['ZDA', 'period', 'cumulative'],
    ['ZDA', 'company_type', 'ordinary'],
    ['ZBA', 'company_type', 'bank'],
    ['ZIN', 'company_type', 'insurance'],
    ['ZSA', 'company_type', 'securities'],
  ])(
    '4.2 statements of %s with %s=%s: all stored ones in their newest version',
    async (ticker, name, value) => {
      const { data, meta } = await read(
        `/fundamental/as/reported?ticker=${ticker}&${name}=${value}&total=true&limit=1`,
      );
      expect(data[0]).toMatchObject({ ticker, [name]: value });
      const [raw] = await service.sql<{ count: number }>(
        `SELECT count(DISTINCT (statement, period, fiscal_year, fiscal_quarter, consolidation, audit, item_code))::int AS count
       FROM statement_item WHERE ticker = $1 AND ${name} = $2`,
        [ticker, value],
      );
      expect(meta.total).toBe(raw?.count);
    },
  );

  it.each([
    ['ZDA', RATIO_GROUPS.ordinary],
    ['ZIN', RATIO_GROUPS.ordinary],
    ['ZSA', RATIO_GROUPS.ordinary],
    ['ZBA', RATIO_GROUPS.bank],
  ])('4.2 ratios of %s: the groups of its company type, none without a value', async (ticker, groups) => {
    const { data } = await read(`/fundamental/ratios?ticker=${ticker}&period=year&fiscal_year=2024`);
    const ratios = (data as { group: string; value: number | null }[]).filter(({ value }) => value !== null);
    expect([...new Set(ratios.map(({ group }) => group))]).toEqual(groups.split(' '));
  });

  it('4.1 every indicator of every group has values', async () => {
    const { data: catalogue } = await read('/trade/technical-analysis/indicators');
    const groups = ['Overlay', 'Volume', 'Trend', 'Momentum', 'Supply and demand', 'Special'];
    expect([...new Set(catalogue.map(({ group }: { group: string }) => group))]).toEqual(groups);
    for (const { code } of catalogue as { code: string }[]) {
      const { data } = await read(`/trade/technical-analysis?ticker=ZDA&indicator=${code}&limit=300`);
      const values = (data as { values: Record<string, Record<string, unknown>> }[]).flatMap((day) =>
        Object.values(day.values).flatMap((outputs) => Object.values(outputs)),
      );
      expect([code, values.some((value) => value !== null)]).toEqual([code, true]);
    }
  });

  it.each(
    'securities business real_estate commodities finance macro economy_and_investment world indochina personal_finance analysis'.split(
      ' ',
    ),
  )('4.2 news of the category %s', async (category) => {
    const { meta } = await read(`/news?category=${category}&total=true&limit=1`);
    const [raw] = await service.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM news WHERE category = $1',
      [category],
    );
    expect(meta.total).toBe(raw?.count);
    expect(meta.total).toBeGreaterThan(0);
  });

  function call(method: string, { url, body }: SpecificationRow) {
    if (method === 'POST') return service.post(url, body);
    if (method === 'PUT') return service.put(url, body);
    return method === 'DELETE' ? service.delete(url) : service.get(url);
  }

  async function read(url: string) {
    return (await service.get(url).expect(200)).body;
  }
});

describe('the table in docs/specification.md', () => {
  it('names the same rows and the same paths, including literal ones', () => {
    const page = readFileSync('docs/specification.md', 'utf8');
    const tableRows = [...page.matchAll(/^\| ([\d., ]+) \| (.+?) \| (`.*) \|$/gm)].map((match) => [
      match[1],
      match[2],
      [...String(match[3]).matchAll(/`([^`]+)`/g)].map((token) => token[1]).sort(),
    ]);
    const rows = new Map<string, [string, string, Set<string>]>();
    for (const { section: of, row, path, literal } of ROWS) {
      const entry = rows.get(`${of} ${row}`) ?? [of, row, new Set<string>()];
      entry[2].add(path);
      if (literal !== undefined) entry[2].add(literal);
      rows.set(`${of} ${row}`, entry);
    }
    expect(tableRows).toEqual([...rows.values()].map(([of, row, paths]) => [of, row, [...paths].sort()]));
  });
});

/** The value at a place such as `data.0.close`, or `data.code=pe.value` for the list element whose code is pe. */
function valueAt(body: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((at, part) => {
    const [name = '', value] = part.split('=');
    if (value === undefined) return (at as Record<string, unknown> | undefined)?.[name];
    return (at as Record<string, unknown>[] | undefined)?.find((each) => each[name] === value);
  }, body);
}
