import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { SSI_TOKEN, VENDOR_ANSWERS } from '../fixtures/vendor-answers.js';
import { runSource } from '../source-runs.js';
import { Vendor, type VendorAnswer, type VendorRequest } from '../vendor.js';

interface Preset {
  name: string;
  read: Record<string, string>;
  lost: string[];
  note: string;
  documentation: string;
  declaration: { data_set: string; request: { url: string }; work: object; auth?: { token_url?: string } };
}

describe('presets of sources', () => {
  let service: TestApp;
  let vendor: Vendor;
  let presets: Preset[];
  beforeAll(async () => {
    service = await startApp({
      SOURCE_SECRET_SSI_ID: 'id',
      SOURCE_SECRET_SSI_SECRET: 'secret',
      SOURCE_SECRET_EODHD_TOKEN: 'e-token',
      SOURCE_SECRET_STOOQ_KEY: 's-key',
      SOURCE_SECRET_TWELVEDATA_KEY: 't-key',
    });
    presets = (await service.get('/svc/source/preset').expect(200)).body.data;
    await service.sql(
      `INSERT INTO settlement (country, date, timezone, name, status, maker)
       VALUES ('VN', '2024-01-30', 'Asia/Ho_Chi_Minh', 'day', 'open', 'test')
       ON CONFLICT (country, date) DO UPDATE SET status = 'open'`,
    );
  });
  beforeEach(async () => {
    await service.sql('TRUNCATE quote, daily_statistic, security, corporate_action, index_constituent');
  });
  afterEach(() => vendor?.stop());
  afterAll(() => service.close());

  const find = (name: string) => presets.find((preset) => preset.name === name) as Preset;

  /** Declares a preset unchanged except for its vendor's address, and runs it for two days. */
  async function run(name: string, answer: (request: VendorRequest) => VendorAnswer) {
    vendor = await Vendor.start((request) =>
      request.path === '/api/v2/Market/AccessToken' ? { body: SSI_TOKEN } : answer(request),
    );
    const { declaration } = find(name);
    const at = (url: string) => url.replace(/^https:\/\/[^/]+/, vendor.url);
    const source = {
      ...declaration,
      request: { ...declaration.request, url: at(declaration.request.url) },
      ...(declaration.auth?.token_url === undefined
        ? {}
        : { auth: { ...declaration.auth, token_url: at(declaration.auth.token_url) } }),
      limits: { per_minute: 60_000, attempts: 2 },
    };
    await service
      .put(`/svc/source/${name}`, source)
      .expect(({ status }) => expect([200, 201]).toContain(status));
    const ranged = { from_date: '2024-01-30', to_date: '2024-01-31' };
    const isByTicker = (declaration.work as { each: string }).each === 'ticker';
    const tickers = name === 'ssi-index-components' ? ['VN30'] : ['VNM'];
    return runSource(
      service,
      name,
      isByTicker ? { ...ranged, tickers } : { ...ranged, to_date: '2024-01-30' },
    );
  }

  it('each documented answer has one, which says what is read and what is lost', () => {
    expect(presets.map(({ name }) => name)).toEqual(Object.keys(VENDOR_ANSWERS).sort());
    for (const { read, note, documentation } of presets) {
      expect(Object.keys(read)).not.toEqual([]);
      expect(note).not.toBe('');
      expect(documentation).toMatch(/^https:/);
    }
  });

  it.each(Object.entries(VENDOR_ANSWERS))(
    '%s reads what its vendor documents',
    async (name, vendorAnswer) => {
      const { path, query = {}, body, stored } = vendorAnswer;
      const result = await run(name, (request) =>
        request.path === path ? { body, gzip: true } : { status: 404 },
      );
      expect(result.unitRecords).toMatchObject([
        { state: 'done', rejected: 0, quarantined: 0, failure: null },
      ]);
      const sentRequest = vendor.requests.find((each) => each.path === path);
      expect(sentRequest?.query).toMatchObject(query);
      const [record] = await service.sql(
        `SELECT to_jsonb(r) || CASE WHEN to_jsonb(r) ? 'volume' THEN jsonb_build_object('volume', (to_jsonb(r) ->> 'volume')) ELSE '{}' END
         || CASE WHEN to_jsonb(r) ? 'matched_volume' THEN jsonb_build_object('matched_volume', (to_jsonb(r) ->> 'matched_volume')) ELSE '{}' END AS row
       FROM ${find(name).declaration.data_set} r
       ORDER BY r.changed_at DESC LIMIT 1`,
      );
      expect((record as { row: object }).row).toMatchObject(stored);
    },
  );

  it.each(Object.entries(VENDOR_ANSWERS).filter(([, { body }]) => typeof body === 'object'))(
    '%s accounts for every field of its answer',
    (name, { body }) => {
      const { read, lost, declaration } = find(name);
      const at = (declaration as { rows?: { at?: string } }).rows?.at ?? '';
      const rows = at
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], body);
      const [row] = Array.isArray(rows) ? rows : [];
      const knownFields = [...Object.keys(read), ...lost];
      expect(Object.keys(row ?? {}).filter((field) => !knownFields.includes(field))).toEqual([]);
    },
  );

  it.each([
    ['2/1', 1],
    ['1.05/1', 0.05],
    ['3.000000/4.000000', -0.25],
    ['4:3', 0.333333333333],
  ])('EODHD: a split of %s is %d free shares a held share', async (split, ratio) => {
    await run('eodhd-splits', ({ path }) =>
      path === '/api/splits/VNM.VN' ? { body: [{ date: '2024-01-30', split }] } : { status: 404 },
    );
    const stored = await service.sql(
      `SELECT share_ratio FROM corporate_action WHERE ticker = 'VNM' AND ex_date = '2024-01-30'`,
    );
    expect(stored).toEqual([{ share_ratio: ratio }]);
  });

  it.each<[split: string | number]>([['2'], [2], ['0.5'], ['2/0'], ['2 for 1']])(
    'EODHD: a split of %p is rejected, as it does not say how many shares become how many',
    async (split) => {
      const { unitRecords } = await run('eodhd-splits', ({ path }) =>
        path === '/api/splits/VNM.VN' ? { body: [{ date: '2024-01-29', split }] } : { status: 404 },
      );
      const rejects = unitRecords.flatMap((unit: { rejects: { row: string }[] }) => unit.rejects);
      expect(rejects).toMatchObject([
        { row: expect.stringContaining(`${split} (new/old shares are expected)`) },
      ]);
    },
  );

  it('SSI: a token is fetched with a JSON body and sent with every page, until one is short', async () => {
    const { 'ssi-securities': securities } = VENDOR_ANSWERS;
    const [row] = (securities as { body: { data: object[] } }).body.data;
    const page = (from: number, size: number) =>
      Array.from({ length: size }, (_, at) => ({ ...row, Symbol: `S${String(from + at).padStart(4, '0')}` }));
    const result = await run('ssi-securities', ({ query, headers }) => {
      if (headers.authorization !== 'Bearer ssi-token') return { status: 401 };
      return { body: { data: query.pageIndex === '1' ? page(0, 1000) : page(1000, 3) } };
    });
    expect(result).toMatchObject({ state: 'done', read: 1003, created: 1003 });
    expect(JSON.parse(vendor.requests[0]?.body ?? '')).toEqual({
      consumerID: 'id',
      consumerSecret: 'secret',
    });
  });

  it.each<[string, VendorAnswer, string]>([
    ['stooq-daily', { body: 'Exceeded the daily hits limit' }, 'missing_columns'],
    ['stooq-daily', { body: 'No data' }, 'missing_columns'],
    ['twelvedata-daily', { body: { code: 429, message: 'out of credits', status: 'error' } }, 'no_rows'],
    ['twelvedata-daily', { status: 429, headers: { 'retry-after': '0' } }, 'rate_limited'],
    [
      'yahoo-chart',
      { status: 404, body: { chart: { result: null, error: { code: 'Not Found' } } } },
      'rejected',
    ],
    ['eodhd-eod', { status: 401, body: 'Unauthenticated' }, 'unauthorized'],
    ['ssi-daily-ohlc', { body: { message: 'No data found', status: 'NoDataFound', data: null } }, 'no_rows'],
    ['iso-mic', { body: '<!DOCTYPE html><title>Moved</title>' }, 'not_data'],
    ['iso-currency', { body: '<html><body>Log in</body></html>' }, 'not_data'],
  ])('%s: a vendor answer without data is a named failure', async (name, vendorAnswer, failure) => {
    const result = await run(name, () => vendorAnswer);
    expect(result.unitRecords).toMatchObject([{ state: 'failed', failure, created: 0 }]);
  });

  it('a declaration of a published file accepts no fields', async () => {
    const { declaration } = find('iso-mic');
    const answer = await service.put('/svc/source/mic', { ...declaration, fields: { mic: { from: 'MIC' } } });
    expect(answer.body.errors).toMatchObject([{ pointer: '/fields', code: 'not_together' }]);
  });
});
