import type { SpecificationRow } from './specification-row.js';

const country = {
  picks: ['cca3', 'area'],
  sql: `SELECT record->>'cca3', (record->>'area')::float8 FROM country WHERE cca2 = 'VN'`,
};
const NEW = { ticker: 'ROWS', date: '2025-06-27', open: 10, high: 12, low: 9, close: 11, volume: 100 };
const DAY_OFF = { country: 'VN', date: '2031-01-01', timezone: 'Asia/Ho_Chi_Minh', name: 'New Year' };
const stored = { picks: ['close'], sql: 'SELECT close FROM quote WHERE id = $1', params: ['id'] };
const storedDay = { picks: ['name'], sql: 'SELECT name FROM settlement WHERE id = $1', params: ['id'] };
const bulk = (ticker: string) => ({
  body: [{ ...NEW, ticker }],
  status: 207,
  picks: ['results.0._operation_id', 'results.0._operation_state', 'results.0.status'],
  sql: `SELECT count(*)::int, 'CREATED', 201 FROM quote WHERE ticker = '${ticker}'`,
});

/** Section 4.3. */
export const REFERENCE_ROWS: readonly SpecificationRow[] = [
  {
    section: '1, 2.6, 4.3',
    row: 'Countries',
    path: 'GET /reference/countries',
    url: '/reference/countries?q=vietnam',
    picks: ['data.0.cca3'],
    sql: `SELECT record->>'cca3' FROM country WHERE cca2 = 'VN'`,
  },
  {
    section: '4.3',
    row: 'Country by ISO alpha-2 or alpha-3 code',
    path: 'GET /reference/countries/country/{code}',
    url: '/reference/countries/country/VN',
    ...country,
  },
  {
    section: '4.3',
    row: 'Country by ISO alpha-2 or alpha-3 code',
    path: 'GET /reference/countries/country/{code}',
    url: '/reference/countries/country/VNM',
    ...country,
  },
  {
    section: '4.3',
    row: 'Countries of a region',
    path: 'GET /reference/countries/region/{region}',
    url: '/reference/countries/region/Oceania?total=true',
    picks: ['meta.total'],
    sql: `SELECT count(*)::int FROM country WHERE record->>'region' = 'Oceania'`,
  },
  {
    section: '1, 4.3',
    row: 'Asset classification',
    path: 'GET /reference/asset/classification',
    url: '/reference/asset/classification?limit=1',
    picks: ['data.0.market_category', 'data.0.name'],
    sql: 'SELECT market_category, name FROM asset_class WHERE code = $1',
    params: ['data.0.code'],
  },
  {
    section: '1, 4.3',
    row: 'Settlement: closed and open trading days',
    path: 'GET /reference/settlement',
    url: '/reference/settlement?country=VN&from_date=20250630&to_date=20250630',
    picks: ['data.0.name', 'data.0.status'],
    sql: `SELECT name, status FROM settlement WHERE country = 'VN' AND date = '2025-06-30'`,
  },
  {
    section: '1, 4.3',
    row: 'Sector classification of a ticker',
    path: 'GET /reference/gics/search',
    url: '/reference/gics/search?ticker=ZIP',
    picks: ['data.0.code', 'data.0.name'],
    sql: `SELECT m.code, i.name FROM industry_membership m JOIN industry i USING (code)
      WHERE m.ticker = 'ZIP' ORDER BY m.from_date DESC LIMIT 1`,
  },
  {
    section: '1, 4.3',
    row: 'National accounting chart',
    path: 'GET /reference/vac/search',
    url: '/reference/vac/search?code=111',
    picks: ['data.0.name'],
    sql: 'SELECT name FROM account WHERE code = $1 AND regime = $2',
    params: ['data.0.account_code', 'data.0.regime'],
  },
  {
    section: '1, 2.7, 4.3',
    row: 'Market identifier codes',
    path: 'GET /reference/mic',
    url: '/reference/mic?mic=XSTC',
    picks: ['data.0.market_name', 'data.0.city'],
    sql: `SELECT market_name, city FROM mic WHERE mic = 'XSTC'`,
  },
  {
    section: '1, 4.3',
    row: 'World currencies',
    path: 'GET /reference/currency',
    url: '/reference/currency?code=VND',
    picks: ['data.0.name', 'data.0.numeric_code'],
    sql: `SELECT name, numeric_code FROM currency WHERE code = 'VND' AND status = 'active'`,
  },
];

/** Section 4.4, in the order in which they are called. */
export const WRITE_ROWS: readonly SpecificationRow[] = [
  {
    section: '2.9, 4.4',
    row: 'Quote: create',
    path: 'POST /svc/quote',
    url: '/svc/quote',
    body: NEW,
    status: 201,
    ...stored,
  },
  {
    section: '2.9, 4.4',
    row: 'Quote: replace',
    path: 'PUT /svc/quote',
    url: '/svc/quote',
    body: { ...NEW, close: 12 },
    ...stored,
  },
  {
    section: '4.4',
    row: 'Quote: base metadata',
    path: 'GET /svc/quote',
    url: '/svc/quote?ticker=ROWS',
    picks: ['data.0.id', 'data.0.is_apporval'],
    sql: `SELECT id, approval::int FROM quote WHERE ticker = 'ROWS'`,
  },
  {
    section: '2.9, 4.4',
    row: 'Quote: approval',
    path: 'POST /svc/quote/appoval',
    literal: '/svc/quote/approval',
    url: '/svc/quote/appoval',
    body: { ticker: 'ROWS', date: NEW.date },
    picks: ['is_apporval', 'approval_by'],
    sql: 'SELECT 1, approval_by FROM quote WHERE id = $1',
    params: ['id'],
  },
  {
    section: '4.4',
    row: 'Quote: delete',
    path: 'DELETE /svc/quote',
    url: `/svc/quote?ticker=ROWS&date=${NEW.date}`,
    picks: ['status'],
    sql: `SELECT 'deleted' WHERE NOT EXISTS (SELECT FROM quote WHERE ticker = 'ROWS')`,
  },
  {
    section: '4.4',
    row: 'Quote: bulk import',
    path: 'POST /svc/quote/bulk/import',
    url: '/svc/quote/bulk/import',
    ...bulk('ROWA'),
  },
  {
    section: '4.4',
    row: 'Quote: bulk import',
    path: 'PUT /svc/quote/bulk/import',
    url: '/svc/quote/bulk/import',
    ...bulk('ROWB'),
  },
  {
    section: '4.4',
    row: 'Generic bulk import',
    path: 'POST /svc/bulk/insert',
    url: '/svc/bulk/insert?resource=quote',
    ...bulk('ROWC'),
  },
  {
    section: '2.8, 4.4',
    row: 'Settlement',
    path: 'POST /svc/settlement',
    url: '/svc/settlement',
    body: DAY_OFF,
    status: 201,
    ...storedDay,
  },
  {
    section: '2.8, 4.4',
    row: 'Settlement',
    path: 'PUT /svc/settlement',
    url: '/svc/settlement',
    body: { ...DAY_OFF, name: 'Holiday' },
    ...storedDay,
  },
  {
    section: '2.8, 4.4',
    row: 'Settlement',
    path: 'GET /svc/settlement',
    url: '/svc/settlement?from_date=20310101&to_date=20310101',
    picks: ['data.0.name'],
    sql: `SELECT name FROM settlement WHERE country = 'VN' AND date = '2031-01-01'`,
  },
  {
    section: '2.8, 4.4',
    row: 'Settlement',
    path: 'DELETE /svc/settlement',
    url: '/svc/settlement?country=VN&date=20310101',
    picks: ['status'],
    sql: `SELECT 'deleted' WHERE NOT EXISTS (SELECT FROM settlement WHERE date = '2031-01-01')`,
  },
];
