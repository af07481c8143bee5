import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cloneDatabase, onServer, startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import {
  bodySchema,
  type Document,
  documentOf,
  exampleOf,
  type Operation,
  operationsOf,
  urlOf,
} from '../contract/document.js';
import { SQL } from '../contract/hostile.js';
import { rowCounts, type Send, type WireAnswer, wire } from '../contract/wire.js';
import { cleanUp, until } from '../embedded/harness.js';
import { BareServer } from '../faults/bare-server.js';
import { counted } from '../faults/client.js';
import { PATIENCE, rounds } from '../faults/rounds.js';
import { figure } from '../figures.js';
import { ANSWER, beside } from '../time-bounds.js';
import { isBusy } from '../whole.js';
import { type Request, requestsOf } from './schemas.js';

/** Requests of all operations together. */
const REQUESTS = rounds(500, 100_000);
/** Requests generated at once. */
const CHUNK = 20;
/** Requests in flight at once. */
const WIDTH = 8;
/** Statuses sent before any operation is found: the address is too long, or belongs to no path. */
const BEFORE_ROUTES = [404, 431];
/** Another seed gives other requests; a failure names its own. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_240_131);

/** A text without the SQL fragments that requests contain and answers may repeat. */
const withoutInput = (text: string) => SQL.reduce((rest, piece) => rest.replaceAll(piece, ''), text);

describe('S9: generated input on every operation of the document', () => {
  let service: TestApp;
  let send: Send;
  let document: Document;
  let bare: BareServer;
  beforeAll(async () => {
    bare = await BareServer.start();
    service = await startApp();
    send = wire(service);
    document = await documentOf(service);
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 50)).expect(207);
  });
  afterAll(async () => {
    await service.close();
    await cleanUp();
  });

  const complaint = (
    request: Request,
    operation: Operation,
    answer: WireAnswer,
    ms: number,
  ): string | undefined => {
    const { status } = answer;
    const type = String(answer.headers['content-type'] ?? '');
    // A condition that holds is answered 304 for anything with an ETag.
    const conditional = request.headers['If-None-Match'] === undefined ? [] : [304];
    const documentedStatuses = [
      ...Object.keys(operation.responses).map(Number),
      ...BEFORE_ROUTES,
      ...conditional,
    ];
    const isProblem = /^application\/problem\+json/.test(type) && answer.body?.status === status;
    const wrong = [
      ...(status >= 500 ? ['5xx'] : []),
      ...(documentedStatuses.includes(status) ? [] : ['status not documented']),
      ...(status >= 400 && !isProblem ? [`no problem: ${type}`] : []),
      ...(ms > beside(ANSWER, bare.slowest(performance.now() - ms)) ? [`${ms.toFixed(0)} ms`] : []),
      ...(answer.headers['x-request-id'] === undefined ? ['no X-Request-Id'] : []),
      ...(/node_modules|\bat .+\.(js|ts):\d|SELECT .+ FROM/.test(withoutInput(answer.text))
        ? ['tells of its inside']
        : []),
    ];
    if (wrong.length === 0) return undefined;
    return `${status} ${wrong.join(', ')}: ${JSON.stringify(request).slice(0, 600)} -> ${answer.text.slice(0, 300)}`;
  };

  it(
    `${counted(REQUESTS)} requests: never 5xx, always documented, a problem when refused, within ${ANSWER / 1000} s`,
    async () => {
      const operations = operationsOf(document);
      const findings: string[] = [];
      const statuses: Record<number, number> = {};
      let requestCount = 0;
      let slowest = 0;
      let seed = SEED;
      const nextChunk = (): [Operation, Request][] => {
        const operation = operations[seed % operations.length] as Operation;
        const requests = fc.sample(requestsOf(document, operation), { numRuns: CHUNK, seed: seed++ });
        return requests.map((request) => [operation, request]);
      };
      const worker = async () => {
        while (requestCount < REQUESTS && findings.length < 10) {
          const chunk = nextChunk();
          requestCount += chunk.length;
          for (const [operation, request] of chunk) {
            if (request.url.length > 12_000) continue;
            let began = 0;
            const { method, url, body } = request;
            // As a stream it would never end.
            const list: Record<string, string> = url.startsWith('/svc/events')
              ? { Accept: 'application/json' }
              : {};
            // On a slow machine an expensive read may be refused because others were busy for too long.
            const answer = await until('it is not busy', async () => {
              began = performance.now();
              const latest = await send(method, url, { body, headers: { ...request.headers, ...list } });
              return isBusy(latest) ? undefined : latest;
            });
            const ms = performance.now() - began;
            slowest = Math.max(slowest, ms);
            statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
            const wrong = complaint(request, operation, answer, ms);
            if (wrong !== undefined) findings.push(wrong);
          }
        }
      };
      await Promise.all(Array.from({ length: WIDTH }, worker));
      expect(findings).toEqual([]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      await service.get('/quote?ticker=VNM').expect(200);
      const mix = Object.entries(statuses)
        .map(([status, count]) => `${counted(count)} × ${status}`)
        .join(', ');
      figure(
        'S9',
        'requests generated from the document',
        requestCount,
        `0 5xx; ${mix}; slowest ${slowest.toFixed(0)} ms`,
      );
    },
    PATIENCE,
  );
});

describe('S13: only bound parameters reach PostgreSQL', () => {
  const CANARY = 'QZXCANARY';
  /** A number and a day that occur nowhere else. */
  const NUMBER = 7919;
  const DAY = '1987-06-05';

  it('with log_statement = all, no statement contains any part of the input, as JSON, CSV and NDJSON', async () => {
    const address = await cloneDatabase();
    const name = 'url' in address ? new URL(address.url).pathname.slice(1) : address.database;
    const folder = await onServer(async (client) => {
      await client.query(`ALTER DATABASE ${name} SET log_statement = 'all'`);
      return (await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder"))
        .rows[0]?.folder;
    });
    const log = join(dirname(folder ?? ''), 'postgresql.log');
    if (!existsSync(log)) return; // the tests run on an external server, whose log is elsewhere
    const service = await startAppOn(address);
    const send = wire(service);
    try {
      const document = await documentOf(service);
      const before = await rowCounts(service);
      let requestCount = 0;
      const ask = async (method: string, url: string, body?: string) => {
        requestCount += 1;
        const { status } = await send(method, url, { body });
        if (status >= 500) expect([method, url, status]).toBeUndefined();
      };
      for (const operation of operationsOf(document)) {
        const query = operation.parameters.filter((each) => each.in === 'query');
        const canary = (parameter: (typeof query)[number]): string => {
          const example = exampleOf(parameter);
          if (parameter.name === 'limit' || parameter.name === 'offset') return String(NUMBER);
          if (/date$|^start$|^end$|^as_of$/.test(parameter.name)) return DAY;
          return parameter.schema.enum === undefined && parameter.schema.type === 'string' ? CANARY : example;
        };
        const path = Object.fromEntries(
          operation.parameters
            .filter((each) => each.in === 'path' && each.name !== 'id')
            .map(({ name: each }) => [each, CANARY]),
        );
        for (const format of [[], ['format=csv'], ['format=ndjson']]) {
          for (const parameter of query.filter((each) => each.name !== 'format')) {
            const pair = `${parameter.name}=${encodeURIComponent(canary(parameter))}`;
            await ask(operation.method, urlOf(operation, { path, query: [pair, ...format] }));
          }
        }
        if (bodySchema(document, operation) === undefined)
          await ask(operation.method, urlOf(operation, { path }));
      }
      const quote = aQuote({ ticker: CANARY, date: DAY, volume: NUMBER });
      for (const [method, url, body] of [
        ['POST', '/svc/quote', quote],
        ['PUT', '/svc/quote', { ...quote, volume: NUMBER * 2 }],
        ['POST', '/svc/quote/bulk/import?on_duplicate=update', [quote, { ...quote, date: '1987-06-04' }]],
        ['POST', '/svc/quote/appoval', { ticker: CANARY, date: DAY }],
        ['POST', '/performance', { assets: [{ ticker: CANARY }], from_date: DAY, to_date: '1987-06-06' }],
        ['POST', '/svc/bulk/insert?resource=security', [{ ticker: CANARY, name: CANARY, exchange: 'HOSE' }]],
      ] as const) {
        await ask(method, url, JSON.stringify(body));
      }
      await ask('GET', `/quote?ticker=${CANARY}&fields=extended&format=csv&limit=${NUMBER}&offset=1`);
      await ask('GET', `/svc/audit?actor=${CANARY}@example.com&format=csv`);
      await ask('DELETE', `/svc/quote?ticker=${CANARY}&date=${DAY}`);
      expect(await rowCounts(service)).not.toEqual(before); // the writes were real ones
      const entries = readFileSync(log, 'utf8').split(/^(?=\d{4}-\d\d-\d\d )/m);
      const statements = entries.filter((entry) =>
        /^\S+ \S+ \S+ \[\d+\] (LOG: {2}(statement|execute)|STATEMENT:)/.test(entry),
      );
      expect(statements.length).toBeGreaterThan(requestCount / 4);
      const inputPattern = new RegExp(
        `${CANARY}|\\b(${NUMBER}|${NUMBER + 1}|${NUMBER * 2})\\b|1987.?06.?0[456]`,
        'i',
      );
      expect(entries.some((entry) => /DETAIL:/.test(entry) && inputPattern.test(entry))).toBe(true); // as bound values they are there
      expect(
        [...new Set(statements.filter((entry) => inputPattern.test(entry)))].map((entry) =>
          entry.slice(0, 400),
        ),
      ).toEqual([]);
      figure(
        'S13',
        'requests with marked input under log_statement = all',
        requestCount,
        `${counted(statements.length)} statements, 0 with a piece of the input`,
      );
    } finally {
      await service.close();
    }
  });
});
