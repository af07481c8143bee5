import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { DAY } from '../builders/specification-row.js';
import { startDemoApp } from '../demo.js';

/** Specification 1, the fields of the Profile group: its words, our names, and the location of the raw value. */
const PROFILE: readonly (readonly [words: string, names: string, sql: string])[] = [
  ['open/close', 'open close', 'q.open, q.close'],
  ['high/low', 'high low', 'q.high, q.low'],
  ['ceiling/floor', 'ceiling floor', 'd.ceiling, d.floor'],
  ['previous close', 'previous_close', 'p.close'],
  ['last price', 'last_price', 'q.close'],
  ['average price', 'average_price', 'd.average_price'],
  ['price change', 'change change_percent', 'q.close - d.reference, 100 * (q.close / d.reference - 1)'],
  ['matched volume and value', 'matched_volume matched_value', 'd.matched_volume, d.matched_value'],
  [
    'negotiated volume and value',
    'negotiated_volume negotiated_value',
    'd.negotiated_volume, d.negotiated_value',
  ],
  ['market capitalisation', 'market_cap', 'q.close * d.outstanding_shares'],
  ['listed shares', 'listed_shares', 'd.listed_shares'],
  ['outstanding shares', 'outstanding_shares', 'd.outstanding_shares'],
  ['price adjustment ratio', 'adjustment_ratio', 'last_action.factor'],
  ['52-week lowest and highest close', 'low_52w_close high_52w_close', 'year.low, year.high'],
  ['52-week average matched volume', 'average_matched_volume_52w', 'year.matched'],
  ['P/E', 'pe', 'q.close * d.outstanding_shares / earned.profit'],
  ['EPS', 'eps', 'earned.profit / d.outstanding_shares'],
  ['BVPS', 'bvps', 'owned.equity / d.outstanding_shares'],
  ['P/B', 'pb', 'q.close * d.outstanding_shares / owned.equity'],
];

/** Specification 2: every field of the records whose fields it lists. */
const RECORDS: readonly (readonly [section: string, url: string, fields: string])[] = [
  ['2.1', '/quote?limit=1', 'ticker date open high low close volume'],
  ['2.2', '/trade/market/result?limit=1', 'code date open high low close volume'],
  [
    '2.3',
    '/trade/foreign?limit=1',
    'ticker date open high low close volume foreign_buy_volume_matched foreign_buy_volume_negotiated foreign_buy_value_matched foreign_buy_value_negotiated foreign_sell_volume foreign_sell_value foreign_total_room foreign_remaining_room foreign_ownership_ratio foreign_current_room',
  ],
  [
    '2.5',
    '/fundamental/filings?limit=1',
    'id filing_date accepted_date period_end_date report_type sec_unique_id filing_url report_url instance_url',
  ],
  [
    '2.6',
    '/reference/countries?limit=1',
    'alpha2Code cca2 alpha3Code cca3 numericCode ccn3 altSpellings area borders callingCodes idd capital capitalInfo.latlng car.signs car.side cioc coatOfArms.svg coatOfArms.png continents currencies demonym demonyms independent fifa flag flags.svg flags.png gini languages latlng maps name.official name.common nativeName population postalCodes.format postalCodes.regex region regionalBlocs startOfWeek status subregion timezones translations unMember',
  ],
  [
    '2.7',
    '/reference/mic?limit=1',
    'mic operating_mic oprt_sgmt market_name legal_entity_name lei market_category acronym iso_country_code city website status creation_date last_update_date last_validation_date expiry_date comments',
  ],
  ['2.8', '/reference/settlement?limit=1', 'country date timezone name'],
  ['2.8', '/svc/settlement?limit=1', 'country date timezone name'],
  [
    '2.9',
    '/svc/quote?limit=1',
    'id ticker date status timestamp recogized is_apporval approval_by approval_at',
  ],
];

describe('every field of the specification, on the demo market', () => {
  let service: TestApp;
  let profile: Record<string, unknown>;
  beforeAll(async () => {
    service = await startDemoApp();
    profile = (await service.get(`/detail/ZIT?date=${DAY}`).expect(200)).body;
  });
  afterAll(() => service.close());

  it.each(PROFILE)('1 Profile: %s is %s', async (words, names, columns) => {
    const fields = names.split(' ');
    const raw = await service.sql(`
      SELECT * FROM (
        SELECT ${columns} FROM quote q JOIN daily_statistic d USING (ticker, date)
        CROSS JOIN LATERAL (SELECT close FROM quote b WHERE b.ticker = 'ZIT' AND b.date < q.date ORDER BY date DESC LIMIT 1) p
        CROSS JOIN (
          SELECT (b.close - coalesce(a.cash_dividend, 0)) / (1 + coalesce(a.share_ratio, 0)) / b.close AS factor
          FROM corporate_action a CROSS JOIN LATERAL (
            SELECT close FROM quote o WHERE o.ticker = 'ZIT' AND o.date < a.ex_date ORDER BY date DESC LIMIT 1) b
          WHERE a.ticker = 'ZIT' AND a.ex_date <= '${DAY}' AND coalesce(a.cash_dividend, a.share_ratio) IS NOT NULL
          ORDER BY a.ex_date DESC LIMIT 1) last_action
        CROSS JOIN (
          SELECT min(low) AS low, max(high) AS high, avg(matched) AS matched FROM (
            SELECT adjusted AS low, adjusted AS high, matched FROM (${adjusted()}) bar) bars) year
        CROSS JOIN (SELECT sum(value) AS profit FROM (
          SELECT value FROM statement_item WHERE ticker = 'ZIT' AND statement = 'income_statement' AND item_code = '61'
            AND period = 'quarter' ORDER BY period_end_date DESC LIMIT 4) f) earned
        CROSS JOIN (SELECT t.value - coalesce(m.value, 0) AS equity FROM statement_item t
          LEFT JOIN statement_item m ON m.filing_id = t.filing_id AND m.statement = t.statement AND m.item_code = '429'
          WHERE t.ticker = 'ZIT' AND t.statement = 'balance_sheet' AND t.item_code = '400'
          ORDER BY t.period_end_date DESC, t.published_at DESC LIMIT 1) owned
        WHERE ticker = 'ZIT' AND date = '${DAY}'
      ) raw(${fields.map((_, index) => `v${index}`).join(', ')})`);
    const expected = Object.values(raw[0] ?? {}).map(Number);
    expect(expected).toHaveLength(fields.length);
    for (const [index, field] of fields.entries()) {
      const expectedValue = expected[index] ?? Number.NaN;
      expect(typeof profile[field]).toBe('number');
      expect([
        field,
        Math.abs(Number(profile[field]) - expectedValue) <= 1e-9 * Math.max(1, Math.abs(expectedValue)),
      ]).toEqual([field, true]);
    }
    expect(readFileSync('docs/specification.md', 'utf8')).toContain(
      `| ${words} | ${fields.map((field) => `\`${field}\``).join(', ')} |`,
    );
  });

  it('1 Profile: FEPS is null without an estimate, and docs/specification.md says so', () => {
    expect(profile.feps).toBeNull();
    expect(readFileSync('docs/specification.md', 'utf8')).toMatch(/\| FEPS \| `feps`.*null/);
  });

  it.each(RECORDS)('%s %s has every field', async (_section, url, fields) => {
    const [record] = (await service.get(url).expect(200)).body.data;
    const missing = fields
      .split(' ')
      .filter(
        (field) =>
          field.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], record) ===
          undefined,
      );
    expect(missing).toEqual([]);
  });
});

/** Closes of the 364 days ending with the day, adjusted by later actions, and matched volumes likewise. */
function adjusted(): string {
  const factor = (formula: string) => `
    coalesce((SELECT exp(sum(ln(${formula}))) FROM (
      SELECT o.close, coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS share
      FROM corporate_action a CROSS JOIN LATERAL (
        SELECT close FROM quote p WHERE p.ticker = 'ZIT' AND p.date < a.ex_date ORDER BY date DESC LIMIT 1) o
      WHERE a.ticker = 'ZIT' AND a.ex_date > b.date AND a.ex_date <= '${DAY}'
      GROUP BY a.ex_date, o.close) e), 1)`;
  return `
    SELECT b.close * ${factor('(close - cash) / (1 + share) / close')} AS adjusted,
      s.matched_volume * ${factor('1 + share')} AS matched
    FROM quote b JOIN daily_statistic s USING (ticker, date)
    WHERE ticker = 'ZIT' AND date <= '${DAY}' AND date > '${DAY}'::date - 364`;
}
