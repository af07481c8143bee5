import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { GUESSES } from '../../src/auth/guess-throttle.js';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';
import type { Response } from '../request.js';
import { SseReader } from '../sse.js';
import { HEARTBEAT } from '../time-bounds.js';
import { Vendor } from '../vendor.js';

const HOUR = 3_600_000;
const JUMPS = [36 * HOUR, -36 * HOUR, 400 * 24 * HOUR, 0];

/** Moves the clock that the service reads by `by` ms from the true time; timers and PostgreSQL keep theirs. */
const jump = (by: number) => hostTask('shiftClock', by);

describe('a clock that jumps', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 50)).expect(207);
  });
  afterEach(() => jump(0));
  afterAll(() => service.close());

  it('does not break a walk by cursor, nor a conditional read', async () => {
    const walked: string[] = [];
    let next: string | null = '/quote?ticker=VNM&limit=5';
    let pages = 0;
    while (next !== null) {
      await jump(JUMPS[pages++ % JUMPS.length] ?? 0);
      const { body, headers }: Response = await service.get(next).expect(200);
      walked.push(...body.data.map((row: { date: string }) => row.date));
      await service.get(next).set('If-None-Match', String(headers.etag)).expect(304);
      next = body.meta.next;
    }
    const dates = quotesOf('VNM', 50).map(({ date }) => date);
    expect(walked).toEqual(dates.toReversed());
    figure(
      'R15',
      'a walk by cursor, the clock of the service jumping by days before each page',
      pages,
      '0 rows missed or doubled; every conditional read 304',
    );
  });

  it('expiry of tokens follows the clock of the service, and nothing else', async () => {
    const token = await service.token('reader', { expiresAt: new Date(Date.now() + HOUR) });
    const statuses: number[] = [];
    for (const by of [0, 2 * HOUR, 0, -36 * HOUR, 36 * HOUR, 0]) {
      await jump(by);
      statuses.push((await service.get('/quote?limit=1', token)).status);
    }
    expect(statuses).toEqual([200, 401, 200, 200, 401, 200]);
    figure(
      'R15',
      'a token of an hour, the clock of the service jumping',
      statuses.length,
      'refused exactly while the clock is past its expiry',
    );
  });

  it('a token is revoked at the time of the database, as it was created', async () => {
    for (const by of JUMPS) {
      await jump(by);
      const token = { kind: 'service', role: 'reader' };
      const { id } = (await service.post('/svc/token', token).expect(201)).body;
      await service.post(`/svc/token/${id}/revoke`, {}).expect(200);
      const { body } = await service.get(`/svc/token/${id}`).expect(200);
      const life = Date.parse(body.revoked_at) - Date.parse(body.created_at);
      expect(life).toBeGreaterThanOrEqual(0);
      expect(life).toBeLessThan(HOUR);
    }
  });

  it('writes keep their order, and an Idempotency-Key its answer', async () => {
    const [first] = quotesOf('JUMP', 1);
    const revisions: string[] = [];
    const stamps: string[] = [];
    for (const [index, by] of JUMPS.entries()) {
      await jump(by);
      const { body, headers } = await service.put('/svc/quote', { ...first, volume: index });
      revisions.push(String(headers.etag).split('-').at(-1) ?? '');
      stamps.push(body.timestamp);
    }
    expect(revisions).toEqual(['1"', '2"', '3"', '4"']);
    expect(stamps).toEqual(stamps.toSorted());
    const send = () =>
      service.post('/svc/quote/bulk/import', quotesOf('ONCE', 2)).set('Idempotency-Key', 'clock').expect(207);
    const { text } = await send();
    for (const by of JUMPS) {
      await jump(by);
      expect((await send()).text).toBe(text);
    }
    figure(
      'R15',
      'writes and a repeated Idempotency-Key, the clock of the service jumping',
      JUMPS.length * 2,
      'revisions and timestamps in order; the kept answer each time',
    );
  });
});

describe('limits, while the clock jumps', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ RATE_LIMIT_PER_MINUTE: '4' });
  });
  afterEach(() => jump(0));
  afterAll(() => service.close());

  it('Retry-After stays within the window, and the quota stays the same', async () => {
    const token = await service.token('reader');
    const waits: number[] = [];
    const statuses: number[] = [];
    for (const by of [0, -24 * HOUR, 24 * HOUR, 400 * 24 * HOUR, -36 * HOUR, 36 * HOUR, 0]) {
      await jump(by);
      const { status, headers } = await service.get('/quote?limit=1', token);
      statuses.push(status);
      waits.push(Number(headers['retry-after'] ?? 1), Number(/t=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429]);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    for (let guess = 0; guess < GUESSES; guess++)
      await service.get('/quote?limit=1', 'mds_guess').expect(401);
    await jump(-24 * HOUR);
    const refusal = await service.get('/quote?limit=1', 'mds_guess').expect(429);
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
    figure(
      'R15',
      'requests past the quota, the clock of the service jumping',
      statuses.length + GUESSES,
      `Retry-After ${Math.max(...waits)} s at most; no request more than the quota`,
    );
  });
});

describe('events, after the clock is set back', () => {
  let service: TestApp;
  let writer: pg.Client;
  beforeAll(async () => {
    service = await startApp();
    writer = new pg.Client(connectionSettings(service.address, { limits: false }));
    await writer.connect();
  });
  afterEach(() => jump(0));
  afterAll(async () => {
    await writer.end();
    await service.close();
  });

  it('a list waits for an open write no longer than before', async () => {
    await writer.query('BEGIN');
    await writer.query(
      `INSERT INTO audit_event (resource, action, actor) VALUES ('quote', 'created', 'test')`,
    );
    await service.post('/svc/quote', aQuote({ ticker: 'BACK' })).expect(201);
    const answer = service.get('/svc/events?format=json').then(({ status }) => status);
    await until('the list waits for the writer', async () => {
      const [activity] = await service.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE '%pg_locks%' AND pid <> pg_backend_pid()`,
      );
      return (activity?.count ?? 0) > 0;
    });
    await jump(-36 * HOUR);
    expect(await answer).toBe(503);
    await writer.query('ROLLBACK');
  });

  it('a quiet stream still sends something every 15 seconds', async () => {
    await jump(36 * HOUR);
    const reader = await SseReader.open(`${service.url}/svc/events?type=news.created`);
    await jump(0);
    await until('the heartbeat arrives', () => reader.comments.length > 0, HEARTBEAT);
    reader.close();
  });
});

describe('the schedule of a source, while the clock is behind', () => {
  let service: TestApp;
  let vendor: Vendor;
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: [] }));
  });
  afterEach(() => jump(0));
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  it('begins one run at a time of the database, and waits for the next time', async () => {
    await jump(-HOUR);
    const now = async () =>
      Number((await service.sql<{ now: number }>('SELECT 1000 * extract(epoch FROM now()) AS now'))[0]?.now);
    // Read before each change, as the next hour may begin meanwhile.
    const declaredAt = await now();
    const declared = await service
      .put('/svc/source/hourly', aSource(vendor.url, { schedule: { cron: '0 * * * *' } }))
      .expect(201);
    const next = async () =>
      Date.parse((await service.get('/svc/source/hourly').expect(200)).body.next_run_at);
    expect(Date.parse(declared.body.next_run_at)).toBeGreaterThan(declaredAt);
    const dueAt = await now();
    await service.sql(`UPDATE source SET next_run_at = date_trunc('hour', now())`);
    await until('the run is done', async () => {
      const { body } = await service.get('/svc/source/hourly/run').expect(200);
      return body.data[0]?.state === 'done';
    });
    expect(await next()).toBeGreaterThan(dueAt);
  });
});
