import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { UNAFFECTED } from '../time-bounds.js';
import { type Attempt, complaints } from './attempts.js';
import {
  bodySchema,
  type Document,
  documentOf,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
  urlOf,
} from './document.js';
import { BAD_BODIES, invalidJson, UNKNOWN_NAMES } from './hostile.js';
import { expectProblem, rowCounts, type Send, wire } from './wire.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Thousands of requests per test. */
jest.setTimeout(900_000);

describe('bad bodies: always 4xx problem+json that names the culprit, never 5xx, nothing written', () => {
  let service: TestApp;
  let send: Send;
  let document: Document;
  let operations: Operation[];
  let before: Record<string, number>;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    document = await documentOf(service);
    operations = operationsOf(document);
    await service.post('/svc/quote', aQuote()).expect(201);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    before = await rowCounts(service);
  });
  afterEach(async () => {
    expect(await rowCounts(service)).toEqual(before);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  const label = ({ method, path }: Operation) => `${method} ${path}`;

  /** Object bodies: the schema itself; list bodies: that of an item. */
  const recordSchemas = (operation: Operation): { list: boolean; schemas: Schema[] } | undefined => {
    const schema = bodySchema(document, operation);
    if (schema === undefined) return undefined;
    if (schema.type !== 'array') return { list: false, schemas: [schema] };
    const item = schema.items ?? {};
    return { list: true, schemas: (item.anyOf ?? [item]).map((each) => resolved(document, each)) };
  };

  const exampleRecord = (schema: Schema) =>
    Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, each]) => [name, JSON.stringify(each.example)]),
    );
  const jsonOf = (fields: Record<string, string>) =>
    `{${Object.entries(fields)
      .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
      .join(',')}}`;

  /** Whether a field has a record of its own, or records by name. */
  const hasRecords = ({ allOf, additionalProperties }: Schema) =>
    allOf !== undefined || typeof additionalProperties === 'object';

  /** Every bad record of a schema with the pointer that the problem has to name. */
  function badRecords(schema: Schema): { name: string; json: string; pointer: string }[] {
    const good = exampleRecord(schema);
    const fields = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      invalidJson(resolved(document, each), schema.required?.includes(name) ?? false).map((json) => ({
        name: `${name}=${json.slice(0, 60)}`,
        json: jsonOf({ ...good, [name]: json }),
        pointer: `/${name}${hasRecords(each) && json === '{"a":1}' ? '/a' : ''}`,
      })),
    );
    const missing = (schema.required ?? []).map((name) => {
      const { [name]: _dropped, ...rest } = good;
      return { name: `without ${name}`, json: jsonOf(rest), pointer: `/${name}` };
    });
    const unknown = UNKNOWN_NAMES.map((name) => ({
      name: `unknown ${name}`,
      json: jsonOf({ ...good, [name]: '1' }),
      pointer: `/${name}`,
    }));
    return [...fields, ...missing, ...unknown];
  }

  it('fields of every object body', async () => {
    const attempts = operations.flatMap((operation) => {
      const body = recordSchemas(operation);
      if (body === undefined || body.list) return [];
      const url = urlOf(operation, { path: { id: UNKNOWN } });
      return body.schemas.flatMap(badRecords).map(({ name, json, pointer }) => ({
        name: `${label(operation)} ${name}`,
        run: () => send(operation.method, url, { body: json }),
        status: 400,
        culprit: pointer,
      }));
    });
    expect(await complaints(attempts)).toEqual([]);
  });

  it('fields of every list body: each item fails on its own and names its field', async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const body = recordSchemas(operation);
      if (body?.list !== true) continue;
      const schema = body.schemas[0] as Schema;
      // A parser refuses a body as a whole.
      const records = badRecords(schema).filter(
        ({ json }) => !/e999|__proto__|"constructor"|"prototype"/.test(json),
      );
      for (let from = 0; from < records.length; from += 100) {
        const some = records.slice(from, from + 100);
        const answer = await send(operation.method, urlOf(operation), {
          body: `[${some.map(({ json }) => json).join(',')}]`,
        });
        expect([label(operation), answer.status]).toEqual([label(operation), 207]);
        const results = answer.body?.results as {
          status: number;
          value: { params?: { errors?: { pointer: string }[] } };
        }[];
        for (const [index, { name, pointer }] of some.entries()) {
          const result = results[index];
          const pointers = result?.value.params?.errors?.map((error) => error.pointer) ?? [];
          if (result?.status !== 400 || !pointers.includes(pointer))
            wrong.push(`${label(operation)} ${name} -> ${result?.status} ${pointers}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('whole bodies of every operation that takes one', async () => {
    const withBody = operations.filter((operation) => bodySchema(document, operation) !== undefined);
    const gzip = (body: Buffer) => ({ body, headers: { 'Content-Encoding': 'gzip' } });
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024), { level: 9 });
    const valid = Buffer.from('{"ticker":"VNM"}');
    const attempts = withBody.flatMap((operation): Attempt[] => {
      const url = urlOf(operation, { path: { id: UNKNOWN } });
      const request = (name: string, options: Parameters<Send>[2], status: number) => ({
        name: `${label(operation)}: ${name}`,
        run: () => send(operation.method, url, options),
        status,
      });
      return [
        ...BAD_BODIES.map(([name, body, status]) => request(name, { body }, status)),
        request('gzip bomb of 50 MB', gzip(bomb), 413),
        request('cut gzip', gzip(gzipSync(Buffer.from('{"a":1}')).subarray(0, 15)), 400),
        request('no gzip at all', gzip(valid), 400),
        request('unknown content encoding', { body: valid, headers: { 'Content-Encoding': 'rot13' } }, 415),
        request(
          'unknown charset',
          { body: valid, headers: { 'Content-Type': 'application/json; charset=klingon' } },
          415,
        ),
        request(
          'a charset that JSON has not',
          { body: valid, headers: { 'Content-Type': 'application/json; charset=utf-16' } },
          415,
        ),
        request('text/plain', { body: valid, headers: { 'Content-Type': 'text/plain' } }, 415),
        request(
          'a form',
          { body: 'ticker=VNM', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
          415,
        ),
      ];
    });
    expect(await complaints(attempts)).toEqual([]);
  });

  it.each(['gzip', 'deflate', 'br'])('a body that is not %s is refused by that name', async (coding) => {
    const headers = { 'Content-Encoding': coding };
    const answer = await send('POST', '/svc/settlement', { body: '[{"country":"VN"}]', headers });
    expectProblem(answer, 400, 'malformed_request');
    expect(answer.body?.detail).toBe(
      'The body is not in the format that Content-Encoding names, or is cut off',
    );
  });

  it('a path that is not well encoded is refused by that name', async () => {
    const answer = await send('GET', '/svc/quote/%zz');
    expectProblem(answer, 400, 'malformed_request');
    expect(answer.body?.detail).toBe('The path is not well percent-encoded');
  });

  it('bytes that are not UTF-8 are refused, never stored as something else', async () => {
    const [head, tail] = JSON.stringify(aSettlementDay({ name: 'NAME' })).split('NAME');
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0xaf]]) {
      const body = Buffer.concat([Buffer.from(head ?? ''), Buffer.from(bytes), Buffer.from(tail ?? '')]);
      expectProblem(await send('POST', '/svc/settlement', { body }), 400);
    }
  });

  it('a body of 1 MB does not hold up the others: the service answers within a second meanwhile', async () => {
    const body = `{"a":[${Array(300_000).fill('{}').join(',')}]}`;
    const refusal = send('POST', '/svc/quote', { body });
    let slowest = 0;
    let done = false;
    refusal.finally(() => {
      done = true;
    });
    while (!done) {
      const began = performance.now();
      await send('GET', '/health/live', { token: null });
      slowest = Math.max(slowest, performance.now() - began);
    }
    expectProblem(await refusal, 400, 'invalid_input');
    expect(slowest).toBeLessThan(UNAFFECTED);
  });
});
