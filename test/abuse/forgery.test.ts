import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallerKind } from '../../src/auth/caller.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { type Send, wire } from '../contract/wire.js';
import { counted } from '../faults/client.js';
import { PATIENCE, rounds } from '../faults/rounds.js';
import { figure } from '../figures.js';

const CHECKER = 'checker@example.com';
const READER = 'reader@example.com';
const SEED = 20_240_131;

/** Forged principals: other people, both at once, look-alikes, and arbitrary values. */
const claims = fc.oneof(
  fc.constantFrom(
    CHECKER,
    READER,
    'admin@localhost',
    CHECKER.toUpperCase(),
    ` ${CHECKER} `,
    `"${CHECKER}"`,
    `<${CHECKER}>`,
  ),
  fc
    .constantFrom(CHECKER, READER)
    .chain((one) =>
      fc.constantFrom(
        `${one},${CHECKER}`,
        `${one}; ${CHECKER}`,
        `${one} ${CHECKER}`,
        `${CHECKER}%00`,
        `${CHECKER}\\n`,
        `${one}@${one}`,
      ),
    ),
  fc.emailAddress(),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
);
const headers = fc.oneof(
  { weight: 3, arbitrary: claims.map((one): string | string[] => one) },
  { weight: 2, arbitrary: fc.array(claims, { minLength: 2, maxLength: 3 }) },
);
const NAMES = [
  'X-Requested-By',
  'x-requested-by',
  'X-REQUESTED-BY',
  'X_Requested_By',
  'X-Requested-With',
  'X-Forwarded-User',
  'X-Remote-User',
  'From',
];

describe('S7, S8: nobody approves under another name or sets a field that the service sets', () => {
  let service: TestApp;
  let send: Send;
  const tokens = {} as Record<CallerKind | 'reader', string>;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    await service.token('checker', { kind: 'user', principal: CHECKER });
    tokens.reader = await service.token('reader', { kind: 'user', principal: READER });
    tokens.service = await service.token('admin', { kind: 'service' });
    tokens.gateway = await service.token('reader', { kind: 'gateway' });
  });
  afterAll(() => service.close());

  it(
    'generated claims by a reader and by a service: 403 each time, 0 approvals',
    async () => {
      const { id } = (await service.post('/svc/quote', aQuote()).expect(201)).body;
      const count = rounds(150, 5_000);
      const attempts = fc.sample(
        fc.record({
          name: fc.constantFrom(...NAMES),
          value: headers,
          kind: fc.constantFrom('reader', 'service'),
        }),
        { numRuns: count, seed: SEED },
      );
      const breaches: unknown[] = [];
      for (const { name, value, kind } of attempts) {
        const answer = await send('POST', '/svc/quote/appoval', {
          token: tokens[kind as 'reader'],
          headers: { [name]: value },
          body: JSON.stringify({ id }),
        });
        if (answer.status !== 403) breaches.push([name, value, kind, answer.status]);
      }
      expect(breaches).toEqual([]);
      expect((await service.get(`/svc/quote/${id}`)).body).toMatchObject({
        is_apporval: 0,
        approval_by: null,
      });
      figure('S7', 'forged principals of a reader and a service', count, '403 each time, 0 approvals');
    },
    PATIENCE,
  );

  it(
    'generated claims by a gateway approve only when they name one permitted address, once',
    async () => {
      const count = rounds(100, 2_000);
      const attempts = fc.sample(headers, { numRuns: count, seed: SEED + 1 });
      const wrong: unknown[] = [];
      let approvals = 0;
      for (const [index, value] of attempts.entries()) {
        const date = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
        const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'GATE', date })).expect(201)).body;
        const answer = await send('POST', '/svc/quote/appoval', {
          token: tokens.gateway,
          headers: { 'X-Requested-By': value },
          body: JSON.stringify({ id }),
        });
        const one = [value].flat();
        const may =
          one.length === 1 && [CHECKER, 'admin@localhost'].includes(String(one[0]).trim().toLowerCase());
        if (answer.status === 200) approvals += 1;
        if (answer.status !== (may ? 200 : 403)) wrong.push([value, answer.status]);
        const by = (await service.get(`/svc/quote/${id}`)).body.approval_by;
        if (by !== (may ? String(one[0]).trim().toLowerCase() : null)) wrong.push([value, by]);
      }
      expect(wrong).toEqual([]);
      figure(
        'S7',
        'claims of a gateway, doubled and malformed ones among them',
        count,
        `${approvals} approved by a principal who may, the rest 403`,
      );
    },
    PATIENCE,
  );

  it(
    'control and approval fields generated for every write are never stored',
    async () => {
      const count = rounds(100, 5_000);
      const value = fc.oneof(
        fc.constantFrom(
          1,
          0,
          true,
          null,
          'approved',
          CHECKER,
          '1999-01-01T00:00:00.000Z',
          '00000000-0000-4000-8000-000000000000',
        ),
        fc.string({ maxLength: 20 }),
        fc.integer(),
        fc.jsonValue({ maxDepth: 1 }),
      );
      const fields = fc.dictionary(
        fc.constantFrom(
          'id',
          'status',
          'timestamp',
          'recogized',
          'url',
          'is_apporval',
          'approval_by',
          'approval_at',
          'approval',
          'approval_reason',
          'maker',
          'revision',
          'created_at',
          'changed_at',
        ),
        value,
        { minKeys: 1, maxKeys: 5 },
      );
      const { body: first } = await service.post('/svc/quote', aQuote({ ticker: 'CTL' })).expect(201);
      const wrong: unknown[] = [];
      for (const [index, claim] of fc.sample(fields, { numRuns: count, seed: SEED + 2 }).entries()) {
        const record = { ...aQuote({ ticker: 'CTL', volume: index }), ...claim };
        const ways: readonly [string, string, unknown][] = [
          ['PUT', '/svc/quote', record],
          ['PUT', `/svc/quote/${first.id}`, record],
          ['POST', '/svc/quote/bulk/import?on_duplicate=update', [record]],
        ];
        for (const [method, path, body] of ways) {
          const answer = await send(method, path, { body: JSON.stringify(body) });
          if (answer.status >= 500) wrong.push([path, claim, answer.status]);
        }
        const [stored] = await service.sql<Record<string, unknown>>(
          `SELECT id, maker, approval, approval_by, approval_reason, created_at::text FROM quote WHERE ticker = 'CTL'`,
        );
        const { id, maker, approval, approval_by, approval_reason } = stored ?? {};
        const isOwn =
          id === first.id &&
          maker === 'admin@localhost' &&
          approval === 0 &&
          approval_by === null &&
          approval_reason === null;
        if (!isOwn) wrong.push([claim, stored]);
      }
      expect(wrong).toEqual([]);
      expect(await service.sql(`SELECT FROM quote WHERE ticker = 'CTL'`)).toHaveLength(1);
      figure(
        'S8',
        'writes with control and approval fields',
        count * 3,
        `0 of ${counted(count)} records changed in what the service sets`,
      );
    },
    PATIENCE,
  );
});
