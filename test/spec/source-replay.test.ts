import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor, type VendorAnswer, type VendorRequest } from '../vendor.js';

const DAYS = ['2024-01-29', '2024-01-30', '2024-01-31'];
const SECRET = 'k-5f2f0f2e8a';
const bar = (ticker: string, date: string) => ({ ticker, date, o: 20.5, v: 1_000 + Number(date.slice(-2)) });
const fields = (scale: string) => ({
  ticker: { from: 'ticker' },
  date: { from: 'date' },
  ...Object.fromEntries(['open', 'high', 'low', 'close'].map((name) => [name, { from: 'o', scale }])),
  volume: { from: 'v' },
});

describe('replay of runs', () => {
  let service: TestApp;
  let vendor: Vendor;
  beforeAll(async () => {
    service = await startApp({ SOURCE_PAYLOAD_MEGABYTES: '1', SOURCE_SECRET_KEY: SECRET });
  });
  afterEach(() => vendor.stop());
  afterAll(() => service.close());

  const serve = async (answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>) => {
    vendor = await Vendor.start(answer);
  };
  const declare = (name: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, {
      data_set: 'quote',
      request: { url: `${vendor.url}/{ticker}?page={page}` },
      auth: { type: 'header', secret: 'KEY' },
      paging: { type: 'page', size: 2 },
      rows: { format: 'json', at: '/data' },
      fields: fields('1000'),
      work: { each: 'ticker', tickers: ['RPA', 'RPB'] },
      limits: { per_minute: 60_000, attempts: 1 },
      ...options,
    });
  const run = (name: string) => runSource(service, name, { from_date: '2024-01-29', to_date: '2024-01-31' });
  const replayResult = async (name: string, id: string) => {
    const answer = await service.post(`/svc/source/${name}/run/${id}/replay`, {}).expect(202);
    expect(answer.headers.location).toBe(`/svc/source/${name}/run/${answer.body.id}`);
    return until('the replay ends', async () => {
      const { body } = await service.get(answer.headers.location as string).expect(200);
      return body.ended_at === null ? undefined : body;
    });
  };
  const replay = (name: string, id: string) => service.post(`/svc/source/${name}/run/${id}/replay`, {});
  const closes = async (ticker: string) =>
    (await service.get(`/quote?ticker=${ticker}&order=asc`).expect(200)).body.data.map(
      ({ close }: { close: number }) => close,
    );
  /** Pages of two bars. */
  const paged = ({ path, query }: VendorRequest): VendorAnswer => ({
    body: {
      data: DAYS.slice(Number(query.page) * 2 - 2, Number(query.page) * 2).map((day) =>
        bar(path.slice(1), day),
      ),
    },
  });

  it("reads a run's payloads with the present declaration, without requests to the source", async () => {
    await serve(paged);
    await declare('scaled', { fields: fields('1') }).expect(201);
    const first = await run('scaled');
    expect(first).toMatchObject({ state: 'done', created: 6, requests: 4, replay_of: null });
    expect(first.unitRecords).toMatchObject([{ payload_kept: true }, { payload_kept: true }]);
    await declare('scaled').expect(200);
    const requestCount = vendor.requests.length;
    const secondRun = await replayResult('scaled', first.id);
    expect(secondRun).toMatchObject({ state: 'done', replay_of: first.id, requests: 0, read: 6, units: 2 });
    expect(vendor.requests).toHaveLength(requestCount);
    expect(secondRun).toMatchObject({ bytes: first.bytes });
    // The gate compares with stored bars: between bars of one answer there is no step of a thousand.
    expect(await closes('RPA')).toEqual([20_500, 20_500, 20_500]);
    const { body } = await service.get(`/svc/source/scaled/run/${secondRun.id}/unit`).expect(200);
    expect(body.data.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(
      first.unitRecords.map(({ sha256 }: { sha256: string }) => sha256),
    );
  });

  it('410 when the payloads have expired by age, or exceeded the byte limit', async () => {
    const noise = randomBytes(450_000).toString('base64');
    await serve(() => ({ body: { noise, data: [bar('BIG', '2024-01-31')] } }));
    const work = { each: 'once' };
    await declare('big', { work, request: { url: vendor.url }, paging: undefined }).expect(201);
    const runs = [await run('big'), await run('big'), await run('big')];
    const isPayloadKept = async (id: string) =>
      (await service.get(`/svc/source/big/run/${id}/unit`)).body.data[0].payload_kept;
    expect(await Promise.all(runs.map(({ id }) => isPayloadKept(id)))).toEqual([false, true, true]);
    const refusal = await replay('big', runs[0].id);
    expectProblem(refusal, 410, 'payload_expired');
    expect(refusal.body.detail).toContain('1 of 1 units');
    await service.sql(`UPDATE source_payload SET received_at = received_at - interval '15 days'`);
    await run('big');
    expectProblem(await replay('big', runs[2].id), 410, 'payload_expired');
    const parts = await service.sql('SELECT DISTINCT run_id FROM source_payload_part');
    expect(parts).toHaveLength(1);
  });

  it('410 for a unit of several pages of which the byte limit leaves a part', async () => {
    const noise = randomBytes(200_000).toString('base64');
    const dayOf = (page: string | undefined) => `2024-01-${28 + Number(page)}`;
    await serve(({ query }) => ({
      body: { noise, data: Number(query.page) > 3 ? [] : [bar('MAN', dayOf(query.page))] },
    }));
    const work = { each: 'once' };
    const paging = { type: 'page', size: 1 };
    await declare('many', { work, paging, request: { url: `${vendor.url}/MAN?page={page}` } }).expect(201);
    const first = await run('many');
    expect(first.unitRecords).toMatchObject([{ payload_kept: true }]);
    await run('many');
    const { body } = await service.get(`/svc/source/many/run/${first.id}/unit`).expect(200);
    expect(body.data).toMatchObject([{ payload_kept: false }]);
    expectProblem(await replay('many', first.id), 410, 'payload_expired');
  });

  it('stores no answer that repeats a secret, and nothing of a request', async () => {
    await serve(({ headers }) => ({
      body: { you_sent: headers.authorization, data: [bar('ECH', '2024-01-31')] },
    }));
    await declare('echo', { work: { each: 'once' }, request: { url: vendor.url }, paging: undefined });
    const result = await run('echo');
    expect(result).toMatchObject({ state: 'done', created: 1, unitRecords: [{ payload_kept: false }] });
    const columns = await service.sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'source_payload'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(
      ['run_id', 'unit', 'page', 'sha256', 'bytes', 'stored_bytes', 'received_at'].sort(),
    );
  });

  it('409 for a run that is still going or received nothing, 404 for one of another source', async () => {
    let isReady = false;
    await serve(async () => {
      await until('the test lets the vendor answer', async () => isReady || undefined);
      return { status: 404 };
    });
    await declare('slow', { work: { each: 'once' }, request: { url: vendor.url }, paging: undefined });
    const { id } = (await service.post('/svc/source/slow/run', {}).expect(202)).body;
    expectProblem(await replay('slow', id), 409, 'wrong_state');
    isReady = true;
    await until('the run ends', async () => {
      const { body } = await service.get(`/svc/source/slow/run/${id}`);
      return body.ended_at === null ? undefined : body;
    });
    expectProblem(await replay('slow', id), 409, 'wrong_state');
    expectProblem(await replay('echo', id), 404, 'record_not_found');
  });
});
