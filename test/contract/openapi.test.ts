import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { aNews } from '../builders/news.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aStatement } from '../builders/statements.js';
import { faultsOf, into, validatorOf } from './answers.js';
import {
  bodySchema,
  type Document,
  documentOf,
  exampleOf,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
  urlOf,
} from './document.js';
import { type Send, wire } from './wire.js';

/** Routes that are not in the document, and why. */
const UNDOCUMENTED = [
  /^GET \/docs(\/.*)?$/, // the documentation itself
  /^GET \/openapi\.(json|yaml)$/,
  /^POST \/svc\/quote\/approval$/, // usual spelling of /svc/quote/appoval, which is documented
  /^GET \/profile\/\{ticker\}$/, // usual name of /detail/{ticker}, which is documented
  /^GET \/console(\/.*)?$/,
];
/** Operations without a credential. */
const PUBLIC = ['GET /', 'GET /health/live', 'GET /health/ready'];

/** A source whose vendor is not there. */
const SOURCE = {
  data_set: 'quote',
  request: { url: 'http://127.0.0.1:9/{ticker}' },
  rows: { format: 'json' },
  work: { each: 'ticker', tickers: ['VNM'] },
};

describe('the OpenAPI document', () => {
  let service: TestApp;
  let send: Send;
  let document: Document;
  let operations: Operation[];
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    document = await documentOf(service);
    operations = operationsOf(document);
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 3)).expect(207);
    const profit = aStatement({ income_statement: { '60': 1 } }, { ticker: 'VNM', fiscal_year: 2024 });
    await service.post('/svc/bulk/insert?resource=statement_item', profit).expect(207);
    const filing = { id: 'F-1', ticker: 'VNM', filing_date: '2025-01-30' };
    await service.post('/svc/bulk/insert?resource=filing', [filing]).expect(207);
    await service
      .post('/svc/bulk/insert?resource=security', [{ ticker: 'VNM', name: 'Vinamilk', exchange: 'HOSE' }])
      .expect(207);
    await plant(service, 'market_depth', [
      { ticker: 'VNM', timestamp: '2024-01-31', bids: [{ price: 66900, volume: 100 }] },
    ]);
    await plant(service, 'news', [aNews()]);
  });
  afterAll(() => service.close());

  const name = ({ method, path }: Operation) => `${method} ${path}`;

  it('is OpenAPI 3', () => {
    expect(document.openapi).toMatch(/^3\.[01]\.\d$/);
  });

  it('is the same as JSON and as YAML, without a credential', async () => {
    const yaml = await send('GET', '/openapi.yaml', { token: null });
    expect(yaml.status).toBe(200);
    for (const { operationId } of operations) expect(yaml.text).toContain(`operationId: ${operationId}`);
  });

  it('names every route of the router, and no other', async () => {
    const routes = (await service.inside('routes')).flatMap(({ path, methods }) =>
      methods
        .filter((method) => method !== '_all')
        .map((method) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    const documentedRoutes = new Set(operations.map(name));
    expect(routes.length).toBeGreaterThan(25);
    const plain = (route: string) => (route.length > 6 ? route.replace(/(?<=.)\/$/, '') : route);
    expect(
      routes
        .map(plain)
        .filter((route) => !documentedRoutes.has(route) && !UNDOCUMENTED.some((each) => each.test(route))),
    ).toEqual([]);
    const servedRoutes = new Set(routes.map(plain));
    expect([...documentedRoutes].filter((operation) => !servedRoutes.has(plain(operation)))).toEqual([]);
  });

  it('every operation has its own operationId, a summary and tags that are described', () => {
    const ids = operations.map((operation) => operation.operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(String(id)))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(operations.filter((operation) => !/\S/.test(String(operation.summary ?? ''))).map(name)).toEqual(
      [],
    );
    const tags = new Set(
      (document as { tags?: { name: string; description?: string }[] }).tags
        ?.filter((tag) => tag.description)
        .map((tag) => tag.name),
    );
    expect(
      operations
        .filter(({ tags: own = [] }) => own.length === 0 || own.some((tag) => !tags.has(tag)))
        .map(name),
    ).toEqual([]);
  });

  it('every operation needs a bearer credential, except the fixed public list', () => {
    for (const operation of operations) {
      const security = operation.security ?? document.security ?? [];
      expect([name(operation), security]).toEqual([
        name(operation),
        PUBLIC.includes(name(operation)) ? [] : [{ bearer: [] }],
      ]);
    }
  });

  it('every operation documents what can go wrong: 401, 403, 429, 503 as problem+json, and every 4xx likewise', () => {
    for (const operation of operations) {
      const statuses = Object.keys(operation.responses);
      if (!PUBLIC.includes(name(operation)))
        expect([name(operation), statuses]).toEqual([
          name(operation),
          expect.arrayContaining(['400', '401', '403', '429', '503']),
        ]);
      expect([name(operation), statuses.some((status) => status.startsWith('4'))]).toEqual([
        name(operation),
        true,
      ]);
      for (const status of statuses.filter((each) => /^[45]|303/.test(each))) {
        expect([name(operation), status, Object.keys(operation.responses[status]?.content ?? {})]).toEqual([
          name(operation),
          status,
          ['application/problem+json'],
        ]);
      }
      if (operation.requestBody !== undefined)
        expect(statuses).toEqual(expect.arrayContaining(['413', '415']));
      if (/\{id\}/.test(operation.path) && !operation.path.endsWith('history'))
        expect(statuses).toContain('404');
    }
  });

  it('an ETag is documented for If-Match where it is that of a stored record, as answers have it', async () => {
    const id = (await service.get('/svc/quote?limit=1')).body.data[0].id;
    const isVersion = ({ responses }: Operation) =>
      JSON.stringify(responses['200'] ?? {}).includes('for If-Match');
    const stored = operations.filter((each) => each.method === 'GET' && isVersion(each));
    expect(stored.map(name).sort()).toEqual([
      'GET /svc/quote/{id}',
      'GET /svc/record/{resource}',
      'GET /svc/record/{resource}/{id}',
      'GET /svc/settlement/{id}',
    ]);
    expect((await service.get(`/svc/quote/${id}`)).headers.etag).toMatch(/^"/);
    const { body } = await service.post('/svc/webhooks', { url: 'http://127.0.0.1:9', active: false });
    expect((await service.get(`/svc/webhooks/${body.id}`)).headers.etag).toMatch(/^W\//);
  });

  it('412 belongs to operations that take If-Match, and to no other', () => {
    const of = (has: (operation: Operation) => boolean) => operations.filter(has).map(name);
    const taking = of(({ parameters }) => parameters.some((each) => each.name === 'If-Match'));
    expect(of(({ responses }) => '412' in responses)).toEqual(taking);
  });

  it('a field that a body may leave out may be null', () => {
    const bodies = operations.flatMap((operation) => {
      const schema = bodySchema(document, operation);
      if (schema === undefined) return [];
      const item = resolved(document, schema.items ?? schema);
      return (item.anyOf ?? [item]).map((each) => resolved(document, each));
    });
    expect(bodies.length).toBeGreaterThan(100);
    const wrong = bodies.flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties)
        .filter(
          ([key, { type, nullable }]) => type !== undefined && (nullable === true) === required.includes(key),
        )
        .map(([key]) => key),
    );
    expect(wrong).toEqual([]);
  });

  it('headers that a problem promises are documented', () => {
    const promises = {
      303: 'Link',
      401: 'WWW-Authenticate',
      403: 'WWW-Authenticate',
      429: 'Retry-After',
      503: 'Retry-After',
    };
    const missing = operations.flatMap((operation) =>
      Object.entries(promises)
        .filter(([status, header]) => {
          const { headers } = (operation.responses[status] ?? { headers: { [header]: {} } }) as {
            headers?: object;
          };
          return !Object.hasOwn(headers ?? {}, header);
        })
        .map(([status]) => `${name(operation)} ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it('headers that all responses have are documented: the request, the rate limit, the version of what was read', () => {
    const missing = operations.flatMap((operation) =>
      Object.entries(operation.responses).flatMap(([status, response]) => {
        const isPublic = PUBLIC.includes(name(operation));
        const expected = [
          'X-Request-Id',
          ...(isPublic || status === '401' ? [] : ['RateLimit', 'RateLimit-Policy']),
          ...(operation.method === 'GET' && /200|304/.test(status) ? ['ETag'] : []),
          ...(status === '207' && operation.path !== '/svc/quote/approval/bulk'
            ? ['Idempotency-Replayed']
            : []),
        ];
        const { headers = {} } = response as { headers?: object };
        return expected
          .filter((header) => !Object.hasOwn(headers, header))
          .map((header) => `${name(operation)} ${status}: ${header}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('a conditional request for anything is answered as documented', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const { status } = await send('GET', urlOf(operation), { headers: { 'If-None-Match': '*' } });
      expect([name(operation), Object.keys(operation.responses)]).toEqual([
        name(operation),
        expect.arrayContaining([String(status)]),
      ]);
    }
  });

  it('every response and parameter has a description, every parameter an example', () => {
    const missing = operations.flatMap((operation) => [
      ...Object.entries(operation.responses)
        .filter(([, response]) => !response.description)
        .map(([status]) => `${name(operation)} ${status}`),
      ...operation.parameters
        .filter((parameter) => !parameter.description)
        .map((parameter) => `${name(operation)} ${parameter.name}`),
      ...operation.parameters
        .filter((parameter) => parameter.example === undefined && parameter.schema.example === undefined)
        .map((parameter) => `${name(operation)} ${parameter.name}: no example`),
    ]);
    expect(missing).toEqual([]);
  });

  it('a record or null has a form of null that generators of clients make types of', () => {
    const alternatives = Object.values(document.components.schemas)
      .flatMap(({ properties = {} }) => Object.values(properties))
      .flatMap(({ oneOf = [] }) => oneOf)
      .filter((each) => each.enum?.includes(null));
    expect(alternatives.length).toBeGreaterThan(0);
    for (const each of alternatives) expect(each).toEqual({ type: 'boolean', nullable: true, enum: [null] });
  });

  it('a number that is refused is not a documented bound, and the refusal says so in words', async () => {
    const { MarketBandWrite, MarketTickWrite, CorporateActionWrite, PerformanceAsset } =
      document.components.schemas;
    expect(MarketBandWrite?.properties?.band?.minimum).toBeGreaterThan(0);
    expect(MarketBandWrite?.properties?.band?.maximum).toBeLessThan(1);
    expect(MarketTickWrite?.properties?.tick?.minimum).toBeGreaterThan(0);
    expect(CorporateActionWrite?.properties?.share_ratio?.minimum).toBeGreaterThan(-1);
    expect(PerformanceAsset?.properties?.weight?.minimum).toBeGreaterThan(0);

    const detailOf = async (resource: string, record: object) =>
      (await service.put(`/svc/record/${resource}`, record).expect(400)).body.errors[0].detail;
    const rule = { exchange: 'HOSE', valid_from: '2030-01-02' };
    expect(await detailOf('market_band', { ...rule, band: 0 })).toBe(
      'a finite number of more than 0 and less than 1 is expected',
    );
    const split = { ticker: 'AAA', ex_date: '2024-01-02', type: 'split' };
    expect(await detailOf('corporate_action', { ...split, share_ratio: -1 })).toBe(
      'a finite number of more than -1 is expected',
    );
  });

  it('null is not one of several numbers, of which a generator of clients makes nothing at all', () => {
    const enums: Schema[] = [];
    JSON.stringify(document, (_, value) => {
      if (Array.isArray(value?.enum) && value.enum.includes(null) && value.type !== undefined)
        enums.push(value);
      return value;
    });
    expect(enums.length).toBeGreaterThan(10);
    expect(enums.filter(({ type }) => type !== 'string' && type !== 'boolean')).toEqual([]);
  });

  it('bodies and JSON answers are components or lists of them, so that generators of clients name their types', () => {
    const schemas = operations.flatMap((operation) => [
      ...Object.values(operation.responses).map(({ content }) => ({ operation, content })),
      { operation, content: operation.requestBody?.content },
    ]);
    const inline = schemas.flatMap(({ operation, content }) =>
      Object.entries(content ?? {})
        .filter(([type, { schema }]) => /\bjson$/.test(type) && (schema?.items ?? schema)?.$ref === undefined)
        .map(([type]) => `${operation.operationId} ${type}`),
    );
    // A map of columns and their values.
    expect(inline).toEqual(['moveRecord application/json']);
  });

  it('patterns have no escape that JavaScript alone needs, of which generators make code that does not compile', () => {
    const patterns: string[] = [];
    JSON.stringify(document, (name, value) => {
      if (name === 'pattern' && typeof value === 'string') patterns.push(value);
      return value;
    });
    expect(patterns).toContain('^https?://[!-~]{1,2000}$');
    expect(patterns.filter((pattern) => pattern.includes('\\/'))).toEqual([]);
  });

  it('every property has a description and an example; null only where it is nullable', () => {
    const missing: string[] = [];
    const look = (schema: Schema, at: string) => {
      for (const [key, property] of Object.entries(schema.properties ?? {})) {
        const own = property.allOf?.[0] ?? property.oneOf?.[0] ?? property;
        if (!property.description) missing.push(`${at}.${key}: no description`);
        const composite =
          own.$ref !== undefined || property.items?.$ref !== undefined || property.properties !== undefined;
        if (property.example === undefined && !composite) missing.push(`${at}.${key}: no example`);
        if (property.example === null && property.nullable !== true && !property.type?.includes('null'))
          missing.push(`${at}.${key}: example null`);
        look(property, `${at}.${key}`);
      }
      if (schema.items !== undefined) look(schema.items, `${at}[]`);
    };
    for (const [key, schema] of Object.entries(document.components.schemas)) look(schema, key);
    expect(missing).toEqual([]);
  });

  it('every example is valid for its own schema', () => {
    const invalid: string[] = [];
    const ajv = validatorOf(document);
    for (const [key, schema] of Object.entries(document.components.schemas)) {
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        if (
          property.example === undefined ||
          property.$ref !== undefined ||
          property.items?.$ref !== undefined
        )
          continue;
        if (!ajv.validate(into(property), property.example))
          invalid.push(`${key}.${field}: ${ajv.errorsText()}`);
      }
    }
    for (const operation of operations) {
      for (const parameter of operation.parameters.filter(
        (each) => each.schema.pattern ?? each.schema.enum,
      )) {
        const example = exampleOf(parameter);
        if (!ajv.validate(into(parameter.schema), example))
          invalid.push(`${name(operation)} ${parameter.name}`);
      }
    }
    expect(invalid).toEqual([]);
  });

  it('its example requests work: every GET answers 200 or 404 for its examples', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const optional = operation.parameters.filter(
        (each) => each.in === 'query' && each.required !== true && !['cursor', 'offset'].includes(each.name),
      );
      for (const parameter of optional) {
        const url = urlOf(operation, {
          query: [
            `${parameter.name}=${encodeURIComponent(exampleOf(parameter))}`,
            ...Object.entries(parameter['x-goes-with'] ?? {}).map(([other, value]) => `${other}=${value}`),
          ],
        });
        const { status } = await send('GET', url);
        expect([url, status === 200 || status === 404 ? 'fine' : status]).toEqual([url, 'fine']);
      }
    }
  });

  it('live answers of every GET validate against their schema, strictly', async () => {
    const ids: Record<string, string> = {
      '/svc/quote/{id}': (await service.get('/svc/quote?limit=1')).body.data[0].id,
      '/svc/quote/{id}/history': (await service.get('/svc/quote?limit=1')).body.data[0].id,
      '/svc/token/{id}': (await service.get('/svc/token/self')).body.id,
      '/svc/settlement/{id}': (await service.get('/svc/settlement?limit=1')).body.data[0].id,
    };
    const [security] = await service.sql<{ id: string }>('SELECT id FROM security LIMIT 1');
    ids['/svc/record/{resource}/{id}'] = security?.id ?? '';
    ids['/svc/record/{resource}/{id}/provenance'] = security?.id ?? '';
    const webhook = await service.post('/svc/webhooks', { url: 'http://127.0.0.1:9', active: false });
    ids['/svc/webhooks/{id}'] = webhook.body.id;
    ids['/svc/webhooks/{id}/delivery'] = webhook.body.id;
    await service.put('/svc/source/vendor-eod', SOURCE).expect(201);
    const run = await service.post('/svc/source/vendor-eod/run', {}).expect(202);
    ids['/svc/source/{name}/run/{id}'] = run.body.id;
    ids['/svc/source/{name}/run/{id}/unit'] = run.body.id;
    const [quarantined] = await service.sql<{ id: string }>(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), '{"ticker": "VNM", "date": "2024-01-31"}', '{}', '[]') RETURNING id`,
    );
    ids['/svc/quarantine/{id}'] = quarantined?.id ?? '';
    const [proposal] = await service.sql<{ id: string }>(
      `INSERT INTO proposal (id, resource, record_key, record_id, action, record, maker)
       VALUES (gen_random_uuid(), 'mic', '{"mic":"ZZZZ"}', gen_random_uuid(), 'create', '{"mic":"ZZZZ"}', 'maker@example.com')
       RETURNING id`,
    );
    ids['/svc/approval/{id}'] = proposal?.id ?? '';
    const wrong: string[] = [];
    const isText = ({ responses }: Operation) => {
      const types = Object.keys(responses['200']?.content ?? {});
      return types.length === 1 && types[0] === 'text/plain';
    };
    for (const operation of operations.filter((each) => each.method === 'GET' && !isText(each))) {
      const id = ids[operation.path];
      const url = urlOf(operation, { path: id === undefined ? {} : { id, resource: 'security' } });
      const answer = await send('GET', url);
      if (answer.status !== 200) wrong.push(`${url}: ${answer.status}`);
      else
        wrong.push(
          ...faultsOf(document, operation, 200, answer.body).map((fault) => `${operation.path}: ${fault}`),
        );
    }
    expect(wrong).toEqual([]);
  });

  it('live answers of writes and problems validate against theirs', async () => {
    const of = (id: string) => operations.find((operation) => operation.operationId === id) as Operation;
    const created = await service.post('/svc/quote', aQuote({ ticker: 'DOC' })).expect(201);
    const cases: [string, number, object][] = [
      ['createQuote', 201, created.body],
      ['createQuote', 303, (await service.post('/svc/quote', aQuote({ ticker: 'DOC' }))).body],
      ['createQuote', 400, (await service.post('/svc/quote', {})).body],
      [
        'createToken',
        201,
        (await service.post('/svc/token', { principal: 'doc@example.com', role: 'reader', expires: '1d' }))
          .body,
      ],
      ['putQuote', 200, (await service.put('/svc/quote', aQuote({ ticker: 'DOC' }))).body],
      [
        'bulkCreateQuotes',
        207,
        (await service.post('/svc/quote/bulk/import', [aQuote(), aQuote(), {}])).body,
      ],
      ['approveQuote', 200, (await service.post('/svc/quote/appoval', { id: created.body.id })).body],
      [
        'approveQuotes',
        207,
        (await service.post('/svc/quote/approval/bulk', [{ id: created.body.id }, {}])).body,
      ],
      ['deleteStoredQuote', 200, (await service.delete(`/svc/quote/${created.body.id}`)).body],
      ['getStoredQuote', 404, (await service.get(`/svc/quote/${created.body.id}`)).body],
    ];
    for (const [id, status, body] of cases) {
      expect([id, status, faultsOf(document, of(id), status, body)]).toEqual([id, status, []]);
    }
  });
});
