import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onServer, startApp, type TestApp } from '../app.js';
import { inlined, resolved } from '../contract/document.js';

const LISTS = [
  ['/reference/countries', 250],
  ['/reference/countries/region/Europe', 53],
  ['/reference/mic', 58],
  ['/reference/currency', 289],
  ['/reference/asset/classification', 81],
  ['/reference/vac/search', 423],
  ['/reference/gics/search', 0],
] as const;

describe('specification 4.3: reference lists out of the box', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  describe.each(LISTS)('%s', (path, total) => {
    it(`has ${total} records, in one order by pages, whole and reversed`, async () => {
      const { body: fullList } = await service.get(`${path}?limit=1000&total=true`).expect(200);
      expect(fullList.meta).toMatchObject({ count: total, total, next: null });
      const pagedRows: unknown[] = [];
      let next: string | null = `${path}?limit=97`;
      while (next !== null) {
        const { body }: { body: { data: unknown[]; meta: { next: string | null } } } = await service
          .get(next)
          .expect(200);
        pagedRows.push(...body.data);
        next = body.meta.next;
      }
      expect(pagedRows).toEqual(fullList.data);
      const { body: reversedList } = await service.get(`${path}?limit=1000&order=desc`).expect(200);
      expect(reversedList.data).toEqual([...fullList.data].reverse());
    });

    it('answers 401 without a token', async () => {
      expect((await fetch(`${service.url}${path}`)).status).toBe(401);
    });

    it('has an ETag, and 304 for it', async () => {
      const { headers } = await service.get(path).expect(200);
      await service.get(path).set('If-None-Match', String(headers.etag)).expect(304);
    });

    it('streams the same records as NDJSON, and the same number of CSV rows', async () => {
      const { body } = await service.get(`${path}?limit=1000`);
      const ndjson = await service.get(path).set('Accept', 'application/x-ndjson').expect(200);
      const lines = ndjson.text.split('\n').filter((line) => line !== '');
      expect(lines.map((line) => JSON.parse(line))).toEqual(body.data);
      const csv = await service.get(path).set('Accept', 'text/csv').expect(200);
      expect(csv.text.split('\n').filter((line) => line !== '').length).toBe(total + 1);
    });

    it('describes every parameter and field, with an example, and says what it returns and from where', async () => {
      const document = inlined((await service.get('/openapi.json').expect(200)).body);
      const { description, parameters, responses } = document.paths[path.replace('Europe', '{region}')].get;
      expect(description.length).toBeGreaterThan(80);
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({ description: expect.any(String) });
        expect(parameter.example ?? parameter.schema.example).toBeDefined();
      }
      const { properties } = resolved(document, responses[200].content['application/json'].schema);
      const { $ref = '' } = properties?.data?.items ?? {};
      const record = document.components.schemas[$ref.split('/').at(-1) ?? ''];
      for (const [name, field] of Object.entries<Record<string, unknown>>(record.properties)) {
        expect([name, field]).toEqual([name, expect.objectContaining({ description: expect.any(String) })]);
        expect([name, 'example' in field]).toEqual([name, true]);
      }
    });

    it('refuses unknown parameters', async () => {
      await service.get(`${path}?colour=red`).expect(400);
    });
  });

  it('the search indexes build with an empty search path, as a restored dump has it', async () => {
    await onServer(async (client) => {
      await client.query(`SET search_path = ''`);
      for (const table of ['account', 'country', 'currency', 'mic']) {
        await client.query(`REINDEX TABLE public.${table}`);
      }
    }, service.address);
  });

  it('asset classification: eight market categories, parents before their children', async () => {
    const { body } = await service.get('/reference/asset/classification');
    const categories = body.data.filter((row: { asset_class: null }) => row.asset_class === null);
    expect(categories.map((row: { market_category: string }) => row.market_category)).toEqual([
      'Commodities',
      'Cryptocurrency',
      'Derivatives',
      'Emerging Markets',
      'Equities',
      'Fixed Income',
      'Foreign Exchange',
      'Indices',
    ]);
    const { body: equities } = await service.get('/reference/asset/classification?market_category=equities');
    expect(new Set(equities.data.map((row: { market_category: string }) => row.market_category))).toEqual(
      new Set(['Equities']),
    );
    const { body: crude } = await service.get('/reference/asset/classification?q=crude oil');
    expect(crude.data.map((row: { code: string }) => row.code)).toContain('commodities/energy/crude-oil');
    await service.get('/reference/asset/classification?market_category=Art').expect(400);
  });
});
