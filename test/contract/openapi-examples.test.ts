import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import type { SpecificationRow } from '../builders/specification-row.js';
import { ANALYSIS_ROWS } from '../builders/specification-rows-analysis.js';
import { REFERENCE_ROWS, WRITE_ROWS } from '../builders/specification-rows-service.js';
import { TRADE_ROWS } from '../builders/specification-rows-trade.js';
import { startDemoApp } from '../demo.js';
import { faultsOf } from './answers.js';
import {
  bodySchema,
  type Document,
  documentOf,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
} from './document.js';

type Fields = Record<string, unknown>;

const ROWS = [...TRADE_ROWS, ...ANALYSIS_ROWS, ...REFERENCE_ROWS, ...WRITE_ROWS];
const namedRows = ROWS.map((row) => [`${row.path} (${row.url})`, row] as const);
/** Words that an operationId begins with. */
const VERBS =
  /^(get|read|list|search|describe|dismiss|resolve|measure|create|put|delete|bulk|approve|reject|release|replay|correct|revoke|move|restore|withdraw)[A-Z]/;
/** Operations whose answer is not JSON. */
const TEXTS = ['getMetrics', 'getUdfTime'];

describe('the examples of the OpenAPI document', () => {
  let service: TestApp;
  let document: Document;
  let operations: Operation[];
  beforeAll(async () => {
    service = await startDemoApp();
    document = await documentOf(service);
    operations = operationsOf(document);
  });
  afterAll(() => service.close());

  /** Every example of a successful answer with its schema. */
  const examples = () =>
    operations.flatMap((operation) =>
      Object.entries(operation.responses).flatMap(([status, { content }]) => {
        const json = content?.['application/json'];
        return status.startsWith('2') && json !== undefined
          ? [{ operation, status: Number(status), at: `${operation.operationId} ${status}`, ...json }]
          : [];
      }),
    );

  it('every operation begins with one of a fixed set of verbs', () => {
    expect(operations.map((each) => String(each.operationId)).filter((id) => !VERBS.test(id))).toEqual([]);
  });

  it('every operation has an example of its successful answer, valid for its schema without extra fields', () => {
    const allExamples = examples();
    const without = operations.filter(
      (operation) => !allExamples.some((each) => each.operation === operation),
    );
    expect(without.map(({ operationId }) => operationId).sort()).toEqual(TEXTS);
    for (const { at, operation, status, example } of allExamples) {
      expect([at, example]).not.toEqual([at, undefined]);
      expect([at, faultsOf(document, operation, status, example)]).toEqual([at, []]);
    }
  });

  it('every problem has the example of its status, as the service words it', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        const problem = content?.['application/problem+json'];
        if (problem?.schema?.$ref?.endsWith('/ProblemDocument') !== true) continue;
        const names = Object.values(problem.examples ?? {}).map(({ $ref }) => $ref.split('/').at(-1) ?? '');
        const values = names.map((name) => document.components.examples?.[name]?.value);
        expect([operationId, status, values]).toEqual([
          operationId,
          status,
          [expect.objectContaining({ status: Number(status) })],
        ]);
      }
    }
  });

  it('prices in an example agree with each other', () => {
    for (const { at, example } of examples()) {
      for (const bar of recordsIn(example).filter((each) => 'low' in each && 'high' in each)) {
        const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => Number(bar[name]));
        expect([at, low, high]).toEqual([at, Math.min(...numbers(open, close, low)), high]);
        expect([at, high]).toEqual([at, Math.max(...numbers(open, close, high))]);
      }
    }
  });

  it('computed values in an example follow from their parts', () => {
    const sums: [string, (each: Fields) => number][] = [
      ['change', (each) => Number(each.close) - Number(each.reference)],
      ['change_percent', (each) => (Number(each.change) / Number(each.reference)) * 100],
      ['adj_close', (each) => Number(each.close) * Number(each.adj_factor)],
      ['average_price', (each) => Number(each.matched_value) / Number(each.matched_volume)],
      ['net_advances', (each) => Number(each.advances) - Number(each.declines)],
      ['foreign_net_volume', (each) => Number(each.foreign_buy_volume) - Number(each.foreign_sell_volume)],
      ['foreign_net_value', (each) => Number(each.foreign_buy_value) - Number(each.foreign_sell_value)],
      ['foreign_sell_volume', (each) => sumOf(each, 'foreign_sell_volume')],
      ['foreign_sell_value', (each) => sumOf(each, 'foreign_sell_value')],
      ['foreign_buy_volume', (each) => sumOf(each, 'foreign_buy_volume')],
    ];
    let checked = 0;
    for (const { at, example } of examples()) {
      for (const record of recordsIn(example)) {
        for (const [name, value] of sums) {
          const expected = value(record);
          if (typeof record[name] !== 'number' || Number.isNaN(expected)) continue;
          checked += 1;
          const isClose =
            Math.abs(Number(record[name]) - expected) <= Math.max(0.01, 1e-5 * Math.abs(expected));
          expect([at, name, isClose ? 'agrees' : expected]).toEqual([at, name, 'agrees']);
        }
      }
    }
    expect(checked).toBeGreaterThan(10);
  });

  it('trading days in an example are not at a weekend', () => {
    for (const { at, example } of examples()) {
      for (const { date } of recordsIn(example).filter((each) => 'volume' in each && 'date' in each)) {
        expect([at, date, [0, 6].includes(new Date(String(date)).getUTCDay())]).toEqual([at, date, false]);
      }
    }
  });

  it('the meta of an example list fits its data', () => {
    for (const { at, example } of examples()) {
      const { data, meta } = example as { data?: unknown[]; meta?: Fields };
      if (data === undefined || meta === undefined) continue;
      expect([at, meta.count, meta.next]).toEqual([at, data.length, null]);
    }
  });

  it('statements and ratios, which one path returns, both match its schema', async () => {
    const operation = operations.find(({ path }) => path === '/fundamental/as/reported') as Operation;
    for (const statement of ['balance_sheet', 'ratios']) {
      const { body } = await service.get(`${operation.path}?ticker=ZDA&statement=${statement}`).expect(200);
      expect(body.data.length).toBeGreaterThan(5);
      expect([statement, faultsOf(document, operation, 200, body)]).toEqual([statement, []]);
    }
  });

  it('the examples of a source declare one, as the interactive documentation sends them', async () => {
    const properties = Object.entries(document.components.schemas.SourceWrite?.properties ?? {});
    const body = Object.fromEntries(
      properties.map(([name, schema]) => [
        name,
        schema.example ??
          Object.fromEntries(
            Object.entries(resolved(document, schema.allOf?.[0] ?? {}).properties ?? {}).map(
              ([part, { example }]) => [part, example],
            ),
          ),
      ]),
    );
    await service.put('/svc/source/by-example', body).expect(201);
  });

  it('the declaration of every preset is valid for the body that it is sent as', async () => {
    const { data } = (await service.get('/svc/source/preset').expect(200)).body;
    const operation = operations.find(({ operationId }) => operationId === 'putSource') as Operation;
    const schema = bodySchema(document, operation) as Schema;
    const sent = { ...operation, responses: { 200: { content: { 'application/json': { schema } } } } };
    for (const { name, declaration } of data as { name: string; declaration: object }[]) {
      expect([name, faultsOf(document, sent, 200, declaration)]).toEqual([name, []]);
    }
  });

  it('problems match their examples', async () => {
    const exampleNamed = (name: string) => document.components.examples?.[name]?.value as Fields;
    const id = String(exampleNamed('problem404').instance).split('/').at(-1);
    const reader = await service.token('reader');
    const problems: [string, { body: Fields }][] = [
      ['problem401', await service.get('/quote', 'mds_unknown')],
      ['problem403', await service.post('/svc/quote', {}, reader)],
      ['problem404', await service.get(`/svc/quote/${id}`)],
      ['problem400', await service.get('/quote?ticker=ZDA&limit=0')],
      ['problem406', await service.get('/quote?ticker=ZDA').set('Accept', 'image/png')],
      ['problem413', await service.post('/svc/quote/bulk/import', Array(201).fill({}))],
    ];
    for (const [name, { body }] of problems) {
      expect({ ...body, request_id: '' }).toEqual({ ...exampleNamed(name), request_id: '' });
    }
  });

  it.each(namedRows)('%s answers on the demo market in the shape of its example', async (_, row) => {
    const answer = await call(row);
    const status = row.status ?? 200;
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    const match = examples().find(
      (each) => `${each.operation.method} ${each.operation.path}` === row.path && each.status === status,
    );
    if (match === undefined) throw new Error(`${row.path} ${status} has no example`);
    expect(shapeOf(answer.body, match.schema)).toEqual(shapeOf(match.example, match.schema));
    if (answer.body.meta !== undefined)
      expect(answer.body.meta.unit).toBe((match.example as { meta: Fields }).meta.unit);
  });

  const call = ({ path, url, body }: SpecificationRow) => {
    if (path.startsWith('GET')) return service.get(url);
    if (path.startsWith('DELETE')) return service.delete(url);
    return path.startsWith('PUT') ? service.put(url, body) : service.post(url, body);
  };

  /** Names of the record's fields, unordered (for a list: of its first record), without those that may be absent. */
  function shapeOf(value: unknown, schema: Schema | undefined): string[] {
    if (schema === undefined) return [];
    const own = resolved(document, schema);
    const list = own.properties?.data?.items;
    const [first] = (value as { data?: unknown[] }).data ?? [];
    if (list !== undefined) return [...Object.keys(value as object), ...shapeOf(first ?? {}, list)];
    const optional = Object.keys(own.properties ?? {}).filter((name) => !own.required?.includes(name));
    return Object.keys(value as object)
      .filter((name) => !optional.includes(name))
      .sort();
  }
});

/** Every object in a value, at any depth. */
function recordsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  const deeper = Object.values(value).flatMap(recordsIn);
  return Array.isArray(value) ? deeper : [value as Fields, ...deeper];
}

const numbers = (...values: (number | undefined)[]) =>
  values.filter((value): value is number => !Number.isNaN(value) && value !== undefined);

const sumOf = (record: Fields, name: string) =>
  Number(record[`${name}_matched`]) + Number(record[`${name}_negotiated`]);
