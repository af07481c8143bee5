import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COUNTRY_FIELD_NAMES } from '../../src/modules/reference/country-fields.js';
import { startApp, type TestApp } from '../app.js';
import { faultsOf } from '../contract/answers.js';
import { documentOf, type Operation, operationsOf } from '../contract/document.js';

describe('specification 2.6 and 4.3: countries', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());
  const codes = async (query: string) =>
    (
      (await service.get(`/reference/countries?limit=300&${query}`).expect(200)).body.data as {
        cca2: string;
      }[]
    ).map((country) => country.cca2);

  it('GET /reference/countries: all 250 with every field under both of its names', async () => {
    const { body } = await service.get('/reference/countries?limit=300&total=true').expect(200);
    expect(body.meta).toMatchObject({ count: 250, total: 250, next: null });
    for (const country of body.data) expect(Object.keys(country)).toEqual(COUNTRY_FIELD_NAMES);
    const vietnam = body.data.find((country: { cca2: string }) => country.cca2 === 'VN');
    expect(vietnam).toMatchObject({
      alpha2Code: 'VN',
      alpha3Code: 'VNM',
      cca3: 'VNM',
      numericCode: '704',
      ccn3: '704',
      name: { common: 'Vietnam', official: 'Socialist Republic of Vietnam' },
      nativeName: 'Việt Nam',
      callingCodes: ['84'],
      idd: { root: '+8', suffixes: ['4'] },
      car: { side: 'right' },
      currencies: { VND: { symbol: '₫' } },
      region: 'Asia',
      gini: null,
    });
  });

  it.each(['VN', 'vn', 'VNM', 'vnm', 'Vnm'])(
    'country/%s: by alpha-2 or alpha-3 code in any letter case',
    async (code) => {
      const { body, headers } = await service.get(`/reference/countries/country/${code}`).expect(200);
      expect(body).toMatchObject({ cca2: 'VN', cca3: 'VNM' });
      expect(headers.etag).toMatch(/^"[0-9a-f]{12}-1"$/);
      await service
        .get(`/reference/countries/country/${code}`)
        .set('If-None-Match', String(headers.etag))
        .expect(304);
    },
  );

  it.each(['ZZ', 'QQQ'])('country/%s: 404, as no country has it', async (code) => {
    const { body } = await service.get(`/reference/countries/country/${code}`).expect(404);
    expect(body.code).toBe('record_not_found');
  });

  it.each(['V', 'VNMX', '704', 'V1', '%F0%9F%87%BB'])(
    'country/%s: 400, as it is not a code',
    async (code) => {
      const { body } = await service.get(`/reference/countries/country/${code}`).expect(400);
      expect(body.errors[0].parameter).toBe('code');
    },
  );

  it.each(['Asia', 'asia', 'ASIA'])('region/%s: the countries of the region', async (region) => {
    const { body } = await service.get(`/reference/countries/region/${region}?limit=300`).expect(200);
    expect(body.data).toHaveLength(50);
    expect(new Set(body.data.map((country: { region: string }) => country.region))).toEqual(
      new Set(['Asia']),
    );
  });

  it('region/Atlantis: 404', async () => {
    await service.get('/reference/countries/region/Atlantis').expect(404);
  });

  it('region filters the list', async () => {
    expect(await codes('region=antarctic')).toEqual(['AQ', 'BV', 'GS', 'HM', 'TF']);
  });

  it('fields: only the requested top-level names, in their order', async () => {
    const { body } = await service.get('/reference/countries?fields=name,cca2&limit=3').expect(200);
    expect(Object.keys(body.data[0])).toEqual(['name', 'cca2']);
    const one = await service.get('/reference/countries/country/VN?fields=capital').expect(200);
    expect(one.body).toEqual({ capital: ['Hanoi'] });
  });

  it('requests for fields in ever other combinations leave no statement prepared on a connection', async () => {
    const ask = async (fields: string) => {
      await service.get(`/reference/countries?fields=${fields}&limit=1`).expect(200);
      await service.get(`/reference/countries/country/VN?fields=${fields}`).expect(200);
    };
    await ask('name');
    const before = await service.inside('preparedStatements', 'country');
    for (const name of COUNTRY_FIELD_NAMES.slice(0, 20)) await ask(`${name},cioc`);
    expect(await service.inside('preparedStatements', 'country')).toBe(before);
  });

  it.each(['nope', 'name,nope', '', 'name.common'])(
    'fields=%s: 400, as there is no such name',
    async (fields) => {
      const { body } = await service.get(`/reference/countries?fields=${fields}`).expect(400);
      expect(body.errors[0].parameter).toBe('fields');
    },
  );

  it('next walks all countries, even when fields omits the key', async () => {
    for (const fields of ['', '&fields=cca3']) {
      const listedCodes: string[] = [];
      let next: string | null = `/reference/countries?limit=60${fields}`;
      while (next !== null) {
        const { body }: { body: { data: { cca3: string }[]; meta: { next: string | null } } } =
          await service.get(next);
        listedCodes.push(...body.data.map((country) => country.cca3));
        next = body.meta.next;
      }
      expect(new Set(listedCodes).size).toBe(250);
      expect(listedCodes).toHaveLength(250);
    }
  });

  it.each(['viet nam', 'Việt Nam', 'VIET', 'vnm', 'cộng hòa xã hội việt'])(
    'q=%s finds Vietnam',
    async (q) => {
      const matches = await codes(`q=${encodeURIComponent(q)}`);
      expect(matches).toEqual(['VN']);
    },
  );

  it.each([
    ['cote d ivoire', 'CI'],
    ['Åland', 'AX'],
    ['aland', 'AX'],
    ['turkiye', 'TR'],
    ['россия', 'RU'],
    ['日本', 'JP'],
  ])('q=%s finds %s', async (q, code) => {
    expect(await codes(`q=${encodeURIComponent(q)}`)).toContain(code);
  });

  it('q of punctuation alone finds nothing', async () => {
    expect(await codes('q=%26%7C!()%3A*')).toEqual([]);
  });

  it('CSV holds nested objects as JSON text', async () => {
    const { text } = await service
      .get('/reference/countries?fields=cca2,area,capital,idd&format=csv')
      .expect(200);
    const [header, ...lines] = text.trim().split('\n');
    expect(header).toBe('cca2,area,capital,idd');
    expect(lines).toHaveLength(250);
    expect(lines.find((line) => line.startsWith('VN'))).toBe(
      'VN,331212,"[""Hanoi""]","{""root"": ""+8"", ""suffixes"": [""4""]}"',
    );
  });

  it.each([
    ['/record/name/official', { name: { common: 'Andorra', official: 5 } }, 'a JSON string or null'],
    ['/record/altSpellings/1', { altSpellings: ['AD', { short: 'AND' }] }, 'a JSON string'],
    ['/record/currencies/EUR', { currencies: { EUR: 'euro' } }, 'a JSON object'],
    ['/record/car/side', { car: { side: 'middle' } }, 'a JSON string (left, right) or null'],
  ])('a record whose %s is not as documented is refused', async (pointer, part, form) => {
    const andorra = { cca2: 'AD', cca3: 'AND', name: { common: 'Andorra' }, region: 'Europe' };
    const record = { ...andorra, ...part };
    const { body } = await service.put('/svc/record/country', { cca2: 'AD', record }).expect(400);
    expect(body.errors).toMatchObject([{ pointer, code: 'invalid_type', detail: `${form} is expected` }]);
  });

  it('what a stored record lacks is null, and what fields leaves out is absent, as documented', async () => {
    const record = { cca2: 'XK', cca3: 'XKX', name: { common: 'Kosovo' }, region: 'Europe' };
    await service.put('/svc/record/country', { cca2: 'XK', record }).expect(200);
    const document = await documentOf(service);
    const operation = operationsOf(document).find((each) => each.operationId === 'getCountry') as Operation;
    for (const query of ['', '?fields=cca2,capital']) {
      const { body } = await service.get(`/reference/countries/country/XK${query}`).expect(200);
      expect(body).toMatchObject({ cca2: 'XK', capital: null });
      expect(faultsOf(document, operation, 200, body)).toEqual([]);
    }
  });

  it('every operation credits the source of the table, as its licence asks', async () => {
    const { body } = await service.get('/openapi.json').expect(200);
    for (const path of ['', '/country/{code}', '/region/{region}']) {
      const { description } = body.paths[`/reference/countries${path}`].get;
      expect(description).toContain('World countries');
      expect(description).toContain('Open Database License');
    }
  });

  it('a country is written by the generic bulk insert and read back', async () => {
    const { body: laos } = await service.get('/reference/countries/country/LA').expect(200);
    const record = { ...laos, gini: { '2018': 38.8 } };
    const { body } = await service
      .post('/svc/bulk/insert?resource=country&on_duplicate=update', [
        { cca2: 'LA', record },
        { cca2: 'LA', record: { ...record, cca2: 'VN' } },
      ])
      .expect(207);
    expect(body.results[0]._operation_state).toBe('UPDATED');
    expect(body.results[1]).toMatchObject({
      status: 400,
      value: {
        params: { errors: expect.arrayContaining([expect.objectContaining({ pointer: '/record/cca2' })]) },
      },
    });
    expect((await service.get('/reference/countries/country/lao')).body).toEqual(record);
  });

  it.each([
    ['a NUL', { demonym: 'a\u0000b' }],
    ['a lone surrogate', { demonym: 'a\ud800b' }],
    ['a list for an object', []],
    ['text for an object', '{"cca2":"LA"}'],
    ['null', null],
  ])('a record with %s is refused as an item, and the others succeed', async (_what, change) => {
    const record =
      Array.isArray(change) || typeof change !== 'object' || change === null
        ? change
        : { cca2: 'LA', cca3: 'LAO', name: { common: 'Laos' }, region: 'Asia', ...change };
    const { body } = await service
      .post('/svc/bulk/insert?resource=country&on_duplicate=ignore', [
        { cca2: 'LA', record },
        { cca2: 'VN', record: { cca2: 'VN', cca3: 'VNM', name: { common: '\\u0000' }, region: 'Asia' } },
      ])
      .expect(207);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([400, 204]);
  });

  it('integers past 2^53 in a record do no harm', async () => {
    const { body } = await service
      .post('/svc/bulk/insert?resource=country')
      .set('Content-Type', 'application/json')
      .send(
        '[{"cca2":"LA","record":{"cca2":"LA","cca3":"LAO","name":{"common":"x"},"region":"Asia","population":12345678901234567890}}]',
      )
      .expect(207);
    expect(body.results[0]).toMatchObject({
      status: 400,
      value: { params: { errors: [{ pointer: '/record/population' }] } },
    });
  });
});
