import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import { csv, folderWith, summaryOf } from '../import/command.js';

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[\d.e+-]+|[Nn]a[Nn]|[+-]Inf)$/;

describe('contract 9: GET /metrics', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    const at = folderWith({
      'a.csv': csv('OLD,2015-03-02,1,1,1,1,1', 'OLD,2015-03-03,9,1,1,1,1', 'OLD,bad,1,1,1,1,1'),
    });
    await summaryOf(service.address, ['quote', at('a.csv')]);
  });
  afterAll(() => service.close());

  const scrape = async () => (await service.get('/metrics').expect(200)).text;
  /** Value of a sample by its name and all its labels, 0 when it is not there yet. */
  const sampleOf = (exposition: string, sample: string): number => {
    const line = exposition.split('\n').find((each) => each.startsWith(`${sample} `));
    return line === undefined ? 0 : Number(line.slice(sample.length + 1));
  };

  it("is Prometheus' text format: every sample announced by HELP and TYPE", async () => {
    const answer = await service.get('/metrics').expect(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const announcedNames = new Set<string>();
    for (const line of answer.text.split('\n').filter(Boolean)) {
      if (line.startsWith('# ')) announcedNames.add(line.split(' ')[2] as string);
      else {
        const [, name] = SAMPLE.exec(line) ?? [line];
        const family = String(name).replace(/_(bucket|sum|count)$/, '');
        expect([line, announcedNames.has(String(name)) || announcedNames.has(family)]).toEqual([line, true]);
      }
    }
    for (const name of [
      'http_requests_total',
      'http_request_duration_seconds',
      'http_requests_in_flight',
      'mds_database_connections',
      'mds_database_waiting',
      'mds_cache_bytes',
      'mds_database_up',
      'mds_bulk_items_total',
      'mds_build_info',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect([name, announcedNames.has(name)]).toEqual([name, true]);
    }
  });

  it('needs ops:read: 401 without a token, 403 for a reader, 200 for an operator', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
    await service.get('/metrics', await service.token('reader')).expect(403);
    await service.get('/metrics', await service.token('operator')).expect(200);
  });

  it('counts requests by method, route template and status', async () => {
    const route = (method: string, path: string, status: number) =>
      `http_requests_total{method="${method}",route="${path}",status="${status}"}`;
    const expected: [string, number][] = [
      [route('GET', '/quote', 200), 3],
      [route('GET', '/quote', 400), 1],
      [route('GET', '/svc/quote/:id', 404), 2],
      [route('GET', 'unmatched', 404), 2],
      [route('POST', '/svc/quote', 201), 1],
      [route('POST', '/svc/quote', 303), 1],
    ];
    const before = await scrape();
    for (let count = 0; count < 3; count++) await service.get('/quote?ticker=SECRETX').expect(200);
    await service.get('/quote?limit=0').expect(400);
    await service.get('/svc/quote/00000000-0000-4000-8000-000000000001').expect(404);
    await service.get('/svc/quote/00000000-0000-4000-8000-000000000002').expect(404);
    await service.get('/nothing/SECRETX').expect(404);
    await service.get('/nothing/else').expect(404);
    await service.post('/svc/quote', aQuote({ ticker: 'SECRETX' })).expect(201);
    await service.post('/svc/quote', aQuote({ ticker: 'SECRETX' })).expect(303);
    const after = await scrape();
    for (const [sample, count] of expected) {
      expect([sample, sampleOf(after, sample) - sampleOf(before, sample)]).toEqual([sample, count]);
      const timed = sample.replace('http_requests_total', 'http_request_duration_seconds_count');
      expect(sampleOf(after, timed)).toBe(sampleOf(after, sample));
    }
    expect(sampleOf(after, 'http_requests_in_flight')).toBe(1); // the scrape itself
  });

  it('counts bulk items by data set and state', async () => {
    await service.post('/svc/quote/bulk/import', [aQuote(), aQuote(), { ticker: 'VNM' }]).expect(207);
    const text = await scrape();
    expect(sampleOf(text, 'mds_bulk_items_total{data_set="quote",state="CREATED"}')).toBe(1);
    expect(sampleOf(text, 'mds_bulk_items_total{data_set="quote",state="FAILED"}')).toBe(2);
  });

  it('knows the pools and that the database is up', async () => {
    const text = await scrape();
    expect(sampleOf(text, 'mds_database_up')).toBe(1);
    for (const pool of ['read', 'write', 'stream']) {
      expect(text).toContain(`mds_database_connections{pool="${pool}",state="idle"}`);
      expect(sampleOf(text, `mds_database_waiting{pool="${pool}"}`)).toBe(0);
    }
    const connections = ['idle', 'used'].map((state) =>
      sampleOf(text, `mds_database_connections{pool="read",state="${state}"}`),
    );
    expect(connections.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  });

  it('shows how fresh the data is: age of the newest quote, pending approvals, the last import and its rejects', async () => {
    const startedAt = Date.now() / 1000;
    const text = await scrape();
    const [calendar] = await service.sql<{ days: number }>(
      `SELECT count(*)::int AS days FROM settlement WHERE country = 'VN' AND status = 'open'
         AND date > (SELECT max(date) FROM quote) AND date <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`,
    );
    expect(sampleOf(text, 'mds_quote_age_open_days')).toBe(calendar?.days);
    expect(calendar?.days).toBeGreaterThan(0);
    const [waiting] = await service.sql<{ quotes: number }>(
      'SELECT count(*)::int AS quotes FROM quote WHERE approval = 0',
    );
    expect(waiting?.quotes).toBeGreaterThan(0);
    await until(
      'the pending approvals are counted',
      async () => sampleOf(await scrape(), 'mds_approvals_pending') === waiting?.quotes,
    );
    expect(sampleOf(text, 'mds_import_rejected_rows{data_set="quote"}')).toBe(2);
    const importedAt = sampleOf(text, 'mds_import_timestamp_seconds{data_set="quote"}');
    expect(startedAt - importedAt).toBeGreaterThan(0);
    expect(startedAt - importedAt).toBeLessThan(600);
    expect(text).not.toContain('mds_import_rejected_rows{data_set="news"}');
  });

  it('reveals no ticker, token, principal, identifier or raw URL', async () => {
    await service.get(`/quote?ticker=SECRETX&access_token=${ADMIN_TOKEN}`).expect(401);
    const text = await scrape();
    for (const secret of ['SECRETX', ADMIN_TOKEN, 'mds_test', '@', '00000000-0000', 'access_token', '?']) {
      expect([secret, text.replaceAll(/^#.*$/gm, '').includes(secret)]).toEqual([secret, false]);
    }
  });

  it('a scrape does not count what it asks the database itself as waiting', async () => {
    const idle = await startApp();
    await idle.post('/svc/quote', aQuote()).expect(201); // leaves an open connection behind
    const { text } = await idle.get('/metrics').expect(200);
    await idle.close();
    const lines = text.split('\n').filter((line) => line.startsWith('mds_database_waiting{'));
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  });

  it('the documentation of operations names every metric', async () => {
    await service
      .put('/svc/source/vendor', {
        data_set: 'quote',
        request: { url: 'http://127.0.0.1:9/{ticker}' },
        rows: { format: 'json' },
        work: { each: 'ticker', tickers: ['VNM'] },
      })
      .expect(201);
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const names = [...(await scrape()).matchAll(/^# TYPE ((?:http|mds)_\w+)/gm)].map(([, name = '']) => name);
    expect(names).toContain('mds_source_rows');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has every metric of the Grafana dashboard', async () => {
    const dashboard = readFileSync(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
    const names = new Set(
      [...dashboard.matchAll(/"expr": "(.*)"/g)].flatMap(([, expression]) =>
        [...String(expression).matchAll(/\b(?:http|mds|nodejs|process)_\w+/g)].map(([name]) => name),
      ),
    );
    expect(names.size).toBeGreaterThan(8);
    const text = await scrape();
    for (const name of names) expect([name, text.includes(`\n${name}`)]).toEqual([name, true]);
  });
});
