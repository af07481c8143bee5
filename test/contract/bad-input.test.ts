import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { rounds } from '../faults/rounds.js';
import { type Attempt, complaints } from './attempts.js';
import {
  bodySchema,
  type Document,
  documentOf,
  exampleOf,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
  urlOf,
} from './document.js';
import { decoded, HOSTILE_TEXTS, invalidTexts, isFreeText, SQL, seeded, UNKNOWN_NAMES } from './hostile.js';
import { rowCounts, type Send, wire } from './wire.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Thousands of requests per test. */
jest.setTimeout(900_000);

/** In a normal run one text in EVERY is tried for each parameter, different ones for the next parameter. */
const EVERY = rounds(6, 1);

/** The texts tried for a parameter, by its position among all. */
const portion = <T>(texts: readonly T[], place: number): T[] =>
  texts.filter((_, at) => (at + place) % EVERY === 0);

describe('bad parameters and headers: always 4xx problem+json that names the culprit, never 5xx, nothing written', () => {
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

  /** A body for operations that need one, invalid in itself so that nothing can be written. */
  const invalidBody = (operation: Operation) =>
    bodySchema(document, operation) === undefined ? undefined : '"nothing"';
  const label = ({ method, path }: Operation) => `${method} ${path}`;
  const queryOf = (operation: Operation) => operation.parameters.filter((each) => each.in === 'query');
  /** A list parameter is documented as text; its example shows the items. */
  const itemSchema = (parameter: Parameter): Schema =>
    parameter.name === 'ticker' && isFreeText(parameter)
      ? { type: 'string', pattern: '^[A-Z0-9]{3,100}$' }
      : parameter.schema;

  /** Free text that is merely unknown is answered 404. */
  const isOpen = (parameter: Parameter, text: string) =>
    isFreeText(parameter) && HOSTILE_TEXTS.includes(text);
  const isMalformed = (text: string) => decoded(text) === text && text.includes('%');

  it('query parameters of every operation', async () => {
    let requestCount = 0;
    const attempts = operations.flatMap((operation) =>
      queryOf(operation).flatMap((parameter): Attempt[] => {
        const { name } = parameter;
        const place = requestCount++;
        const body = invalidBody(operation);
        const request = (pair: string) => ({
          name: `${label(operation)} ?${pair}`,
          run: () =>
            send(operation.method, urlOf(operation, { path: { id: UNKNOWN }, query: [pair] }), { body }),
        });
        const example = encodeURIComponent(exampleOf(parameter));
        return [
          ...portion(invalidTexts(itemSchema(parameter)), place).map((text) => ({
            ...request(`${name}=${text}`),
            status: 400,
            culprit: name,
          })),
          { ...request(`${name}=${example}&${name}=${example}`), status: 400, culprit: name },
          ...portion(HOSTILE_TEXTS, place).map((text) => ({
            ...request(`${name}=${text}`),
            status: isFreeText(parameter) ? [200, 400, 404] : 400,
          })),
        ];
      }),
    );
    expect(await complaints(attempts)).toEqual([]);
  });

  it('SQL in free-text parameters is text: an empty list, or 400 where only certain words are accepted', async () => {
    const attempts = operations
      .filter(({ method }) => method === 'GET')
      .flatMap((operation) =>
        queryOf(operation)
          .filter((each) => isFreeText(each) && each.name !== 'cursor' && each.name !== 'ticker')
          .flatMap((parameter) =>
            SQL.flatMap((text) =>
              ['json', 'csv'].map((format) => {
                const query = [`${parameter.name}=${encodeURIComponent(text)}`, `format=${format}`];
                const run = () => send('GET', urlOf(operation, { path: { id: UNKNOWN }, query }));
                return { name: `${label(operation)} ${query}`, run, status: [200, 400] };
              }),
            ),
          ),
      );
    expect(await complaints(attempts)).toEqual([]);
  });

  it('unknown query parameters of every operation, on public ones too', async () => {
    const attempts = operations.flatMap((operation) =>
      UNKNOWN_NAMES.map((name) => {
        const pair = `${encodeURIComponent(name)}=1`;
        const url = urlOf(operation, { path: { id: UNKNOWN }, query: [pair] });
        return {
          name: `${label(operation)} ?${pair}`,
          run: () => send(operation.method, url, { body: invalidBody(operation) }),
          status: 400,
          culprit: name,
        };
      }),
    );
    expect(await complaints(attempts)).toEqual([]);
  });

  it('a text that is not a cursor, to every list, also to one without rows', async () => {
    const attempts = operations
      .filter((each) => !each.path.includes('{') && queryOf(each).some(({ name }) => name === 'cursor'))
      .map((operation) => {
        const url = urlOf(operation, { query: ['cursor=abc'] });
        return { name: url, run: () => send('GET', url), status: 400, culprit: 'cursor' };
      });
    expect(await complaints(attempts)).toEqual([]);
  });

  it('path parameters of every operation', async () => {
    const attempts = operations.flatMap((operation) =>
      operation.parameters
        .filter((each) => each.in === 'path')
        .flatMap((parameter) =>
          [...invalidTexts(parameter.schema), ...HOSTILE_TEXTS]
            .filter((text) => text !== '')
            .map((text) => {
              const url = urlOf(operation, { path: { id: UNKNOWN, [parameter.name]: text } });
              return {
                name: `${operation.method} ${url}`,
                run: () => send(operation.method, url, { body: invalidBody(operation) }),
                status: [400, 404],
                ...(isMalformed(text) || isOpen(parameter, text)
                  ? {}
                  : { status: 400, culprit: parameter.name }),
              };
            }),
        ),
    );
    expect(await complaints(attempts)).toEqual([]);
  });

  it('garbage in If-Match, Idempotency-Key, X-Requested-By, Accept and others', async () => {
    let requestCount = 0;
    const garbage = [
      '""',
      '*,*',
      "'; DROP TABLE quote; --",
      '\u00ff\u00fe',
      'x'.repeat(6_000),
      `${'"a",'.repeat(1_500)}"b"`,
    ];
    const names = [
      'If-Match',
      'Idempotency-Key',
      'X-Requested-By',
      'Accept',
      'If-None-Match',
      'Range',
      'Cookie',
    ];
    const attempts = operations.flatMap((operation) =>
      names.flatMap((name) =>
        portion(garbage, requestCount++).map((value) => {
          const url = urlOf(operation, {
            path: { id: UNKNOWN },
            query: operation.method === 'DELETE' && !operation.path.endsWith('}') ? ['date=19000101'] : [],
          });
          const run = () =>
            send(operation.method, url, { body: invalidBody(operation), headers: { [name]: value } });
          return {
            name: `${label(operation)} ${name}: ${value.slice(0, 20)}`,
            run,
            status: [200, 400, 404, 406, 412],
          };
        }),
      ),
    );
    expect(await complaints(attempts)).toEqual([]);
  });

  it('random combinations, the same in every run', async () => {
    const random = seeded(20240131);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const attempts = Array.from({ length: 250 }, (): Attempt => {
      const operation = pick(operations.filter((each) => queryOf(each).length > 0));
      const parameters = queryOf(operation);
      const pairs = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const parameter = pick(parameters);
        return `${parameter.name}=${random() < 0.5 ? encodeURIComponent(exampleOf(parameter)) : pick([...invalidTexts(itemSchema(parameter)), ...HOSTILE_TEXTS])}`;
      });
      const url = urlOf(operation, { path: { id: UNKNOWN }, query: [...pairs, 'zzz=1'] });
      return {
        name: `${operation.method} ${url}`,
        run: () => send(operation.method, url, { body: invalidBody(operation) }),
        status: 400,
        culprit: 'zzz',
      };
    });
    expect(await complaints(attempts)).toEqual([]);
  });

  it('a query of 64 KB is refused with a problem too, although no parser gets as far as its path', async () => {
    const answer = await send('GET', `/quote?ticker=${'A'.repeat(65_536)}`);
    expect(answer.status).toBe(431);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ status: 431, code: expect.stringMatching(/^[a-z_]+$/) });
  });
});
