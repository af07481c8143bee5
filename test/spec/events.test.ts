import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { hostTask } from '../host/client.js';
import { barsOf, csv, folderWith, summaryOf } from '../import/command.js';
import { SseReader } from '../sse.js';
import { HEARTBEAT } from '../time-bounds.js';

/** Columns of an event in the documented order. */
const FIELDS = ['id', 'type', 'resource', 'record_id', 'key', 'url', 'timestamp', 'request_id', 'counts'];

describe('GET /svc/events', () => {
  let service: TestApp;
  let quiet: SseReader;
  const readers: SseReader[] = [];
  beforeAll(async () => {
    service = await startApp();
    quiet = await SseReader.open(`${service.url}/svc/events?type=news.created`);
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    quiet.close();
    await service.close();
  });

  async function open(query = '', options?: Parameters<typeof SseReader.open>[1]): Promise<SseReader> {
    const reader = await SseReader.open(`${service.url}/svc/events${query}`, options);
    readers.push(reader);
    return reader;
  }

  const types = (events: { event: string }[]) => events.map(({ event }) => event);
  const ids = (events: { id: string }[]) => events.map(({ id }) => Number(id));
  const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

  it('sends created, updated, approved, revoked, rejected and deleted in order, from now on', async () => {
    await service.post('/svc/quote', aQuote({ ticker: 'BEFORE' })).expect(201);
    const reader = await open();
    const { body } = await service.post('/svc/quote', aQuote({ ticker: 'ALL' })).expect(201);
    await service.put('/svc/quote', aQuote({ ticker: 'ALL', volume: 7 })).expect(200);
    await service.put('/svc/quote', aQuote({ ticker: 'ALL', volume: 7 })).expect(200); // changes nothing
    await service.post('/svc/quote/appoval', { id: body.id }).expect(200);
    await service.post('/svc/quote/appoval', { id: body.id }).expect(204);
    await service.post(`/svc/quote/${body.id}/revoke`, { reason: 'wrong' }).expect(200);
    await service.post(`/svc/quote/${body.id}/reject`, { reason: 'wrong' }).expect(200);
    await service.delete(`/svc/quote/${body.id}`).expect(200);
    const day = await service.post('/svc/settlement', aSettlementDay({ date: '2031-03-03' })).expect(201);
    const events = await reader.first(7);
    expect(types(events)).toEqual([
      'quote.created',
      'quote.updated',
      'quote.approved',
      'quote.revoked',
      'quote.rejected',
      'quote.deleted',
      'settlement.created',
    ]);
    expect(ids(events)).toEqual(ascending(ids(events)));
    expect(events[6]?.data).toEqual({
      id: events[6]?.id,
      type: 'settlement.created',
      resource: 'settlement',
      record_id: day.body.id,
      key: { country: day.body.country, date: '2031-03-03' },
      url: `/svc/settlement/${day.body.id}`,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      request_id: day.headers['x-request-id'],
      counts: null,
    });
  });

  it('carries neither values nor principals', async () => {
    const reader = await open();
    const maker = await service.token('maker', { principal: 'secret.maker@example.com' });
    await service.post('/svc/quote', aQuote({ ticker: 'MUTE', close: 66913 }), maker).expect(201);
    await reader.first(1);
    const text = JSON.stringify(reader.events);
    expect(Object.keys(reader.events[0]?.data ?? {})).toEqual(FIELDS);
    expect(text).not.toMatch(/66913|secret/);
  });

  it('streams without delay: not compressed, not cached, with its starting position', async () => {
    const reader = await open('', {
      headers: { 'Accept-Encoding': 'gzip, br', Accept: 'text/event-stream' },
    });
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache, no-transform',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
    expect(reader.lastEventId).toMatch(/^\d+$/);
  });

  it('a client that reconnects to an address with last_event_id continues after the newer Last-Event-ID', async () => {
    const first = await open('?ticker=RECONNECT');
    const [one, two, three] = quotesOf('RECONNECT', 3);
    for (const quote of [one, two]) await service.post('/svc/quote', quote).expect(201);
    const [{ id: oldest } = { id: '' }] = await first.first(2);
    first.close();
    const second = await open(`?ticker=RECONNECT&last_event_id=${oldest}`, {
      headers: { 'Last-Event-ID': first.lastEventId },
    });
    await service.post('/svc/quote', three).expect(201);
    expect((await second.first(1)).map(({ data }) => (data.key as { date: string }).date)).toEqual([
      three?.date,
    ]);
  });

  it.each(['header', 'query'])(
    'resumes after Last-Event-ID given by %s: loses and repeats nothing',
    async (by) => {
      const ticker = `RES${by.toUpperCase()}`;
      const first = await open(`?ticker=${ticker}`);
      const quotes = quotesOf(ticker, 30);
      for (const quote of quotes.slice(0, 10)) await service.post('/svc/quote', quote).expect(201);
      await first.first(10);
      first.close();
      await service.post('/svc/quote/bulk/import', quotes.slice(10, 25)).expect(207);
      const second = await (by === 'header'
        ? open(`?ticker=${ticker}`, { headers: { 'Last-Event-ID': first.lastEventId } })
        : open(`?ticker=${ticker}&last_event_id=${first.lastEventId}`));
      await service.post('/svc/quote/bulk/import', quotes.slice(25)).expect(207);
      const events = [...first.events, ...(await second.first(20))];
      expect(events.map(({ data }) => (data.key as { date: string }).date).sort()).toEqual(
        quotes.map(({ date }) => date).sort(),
      );
      expect(ids(events)).toEqual(ascending(ids(events)));
    },
  );

  it('last_event_id=0 begins with the oldest stored event', async () => {
    const reader = await open('?last_event_id=0&resource=quote');
    const [oldest] = await service.sql<{ id: string }>(
      `SELECT min(id) AS id FROM audit_event WHERE resource = 'quote'`,
    );
    expect((await reader.first(1))[0]?.id).toBe(oldest?.id);
  });

  it('filters by type, resource and ticker', async () => {
    const [byType, byResource, byTicker, both] = await Promise.all([
      open('?type=quote.updated,settlement.created'),
      open('?resource=settlement'),
      open('?ticker=FILA,FILC'),
      open('?ticker=FILA&type=quote.updated'),
    ]);
    for (const ticker of ['FILA', 'FILB', 'FILC']) {
      await service.post('/svc/quote', aQuote({ ticker })).expect(201);
      await service.put('/svc/quote', aQuote({ ticker, volume: 3 })).expect(200);
    }
    await service.post('/svc/settlement', aSettlementDay({ date: '2031-04-04' })).expect(201);
    const named = async (reader: SseReader, count: number) =>
      (await reader.first(count)).map(
        ({ event, data }) => `${event} ${(data.key as { ticker?: string }).ticker}`,
      );
    expect(await named(byType, 4)).toEqual([
      'quote.updated FILA',
      'quote.updated FILB',
      'quote.updated FILC',
      'settlement.created undefined',
    ]);
    expect(await named(byResource, 1)).toEqual(['settlement.created undefined']);
    expect(await named(byTicker, 4)).toEqual([
      'quote.created FILA',
      'quote.updated FILA',
      'quote.created FILC',
      'quote.updated FILC',
    ]);
    expect(await named(both, 1)).toEqual(['quote.updated FILA']);
  });

  it('an import sends events of its batches and its end, regardless of the ticker filter', async () => {
    const reader = await open('?resource=quote&ticker=OTHER');
    const at = folderWith({ 'a.csv': csv(...barsOf('IMP', 25), 'IMP,bad,1,1,1,1,1') });
    const summary = await summaryOf(service.address, ['quote', at('a.csv'), '--batch-size', '10']);
    const events = await reader.first(4);
    expect(types(events)).toEqual(['quote.imported', 'quote.imported', 'quote.imported', 'import.finished']);
    expect(events[0]?.data).toMatchObject({
      request_id: summary.id,
      record_id: null,
      key: null,
      url: null,
      counts: { created: 10 },
    });
    expect(events[3]?.data).toMatchObject({
      resource: 'quote',
      request_id: summary.id,
      counts: {
        ...{ files: 1, read: 26, created: 25, updated: 0, unchanged: 0, ignored: 0, rejected: 1 },
        complete: true,
      },
    });
  });

  it('a row that an import updates has its own event', async () => {
    const at = folderWith({ 'a.csv': csv(...barsOf('IMU', 3)), 'b.csv': csv(...barsOf('IMU', 4, 9)) });
    await summaryOf(service.address, ['quote', at('a.csv')]);
    const reader = await open('?ticker=IMU');
    await summaryOf(service.address, ['quote', at('b.csv'), '--on-duplicate', 'update']);
    expect(types(await reader.first(5))).toEqual([
      'quote.imported',
      'quote.updated',
      'quote.updated',
      'quote.updated',
      'import.finished',
    ]);
  });

  describe('transactions that commit in another order than they began', () => {
    let slow: pg.Client;
    beforeAll(async () => {
      const { address } = service;
      slow = new pg.Client('url' in address ? { connectionString: address.url } : address);
      await slow.connect();
    });
    afterAll(() => slow.end());

    const append = (action: string, ticker: string) =>
      slow.query(
        `INSERT INTO audit_event (resource, action, record_key, actor)
         VALUES ('quote', $1, jsonb_build_object('ticker', $2::text), 'test') RETURNING id`,
        [action, ticker],
      );

    it('an event that becomes visible late is not missed: later ones wait for it', async () => {
      const reader = await open('?ticker=SLOW,FAST');
      await slow.query('BEGIN');
      await append('created', 'SLOW');
      await service.post('/svc/quote', aQuote({ ticker: 'FAST' })).expect(201);
      await service.put('/svc/quote', aQuote({ ticker: 'FAST', volume: 5 })).expect(200);
      const [row] = await service.sql<{ newest: string }>('SELECT max(id) AS newest FROM audit_event');
      // Writers of other data do not matter; the feed sees the writes above, but holds them back.
      await until('the feed has polled', async () => {
        const [activity] = await service.sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE '%pg_locks%' AND query_start > clock_timestamp() - interval '1 second'`,
        );
        return (activity?.count ?? 0) > 0;
      });
      expect(reader.events).toEqual([]);
      await slow.query('COMMIT');
      const events = await reader.first(3);
      expect(types(events)).toEqual(['quote.created', 'quote.created', 'quote.updated']);
      expect(ids(events)).toEqual(ascending(ids(events)));
      expect(events[2]?.id).toBe(row?.newest);
    });

    it('a rolled-back event is never sent, and leaves no gap that others wait for', async () => {
      const reader = await open('?ticker=GONE,STAYS');
      await slow.query('BEGIN');
      await append('created', 'GONE');
      await service.post('/svc/quote', aQuote({ ticker: 'STAYS' })).expect(201);
      await slow.query('ROLLBACK');
      const events = await reader.first(1);
      expect(types(events)).toEqual(['quote.created']);
      expect(events[0]?.data.key).toMatchObject({ ticker: 'STAYS' });
    });

    it('the later write of a record comes later, even from a transaction that began earlier', async () => {
      const reader = await open('?ticker=TURN');
      await slow.query('BEGIN');
      await slow.query('SELECT pg_current_xact_id()'); // older than the write that follows
      const { body } = await service.post('/svc/quote', aQuote({ ticker: 'TURN' })).expect(201);
      await slow.query(`UPDATE quote SET volume = 1 WHERE id = $1`, [body.id]);
      await append('updated', 'TURN');
      await slow.query('COMMIT');
      await service.post('/svc/settlement', aSettlementDay({ date: '2031-05-05' }));
      expect(types(await reader.first(2))).toEqual(['quote.created', 'quote.updated']);
    });

    it('a list does not wait forever either', async () => {
      await slow.query('BEGIN');
      await append('created', 'LATE');
      const { body } = await service
        .get('/svc/events?format=json&ticker=LATE&type=quote.created')
        .expect(200);
      expect(body.data).toEqual([]);
      await slow.query('COMMIT');
      const after = await service.get('/svc/events?format=json&ticker=LATE&type=quote.created').expect(200);
      expect(after.body.data).toHaveLength(1);
    });

    it('nor does a list of an instance without streams: it ends at an earlier position', async () => {
      const other = await startAppOn(service.address);
      const list = '/svc/events?format=json&ticker=ERST,NEXT&type=quote.created';
      await other.post('/svc/quote', aQuote({ ticker: 'ERST' })).expect(201);
      const before = (await other.get(list).expect(200)).text;
      await slow.query('BEGIN');
      await append('created', 'NEXT');
      await other.post('/svc/quote', aQuote({ ticker: 'NEXT' })).expect(201);
      expect((await other.get(list).expect(200)).text).toBe(before);
      await slow.query('COMMIT');
      expect((await other.get(list).expect(200)).body.data).toHaveLength(3);
      await other.close();
    });
  });

  it('sessions do not cache the id sequence: a cached id would say nothing about the order', async () => {
    const [sequence] = await service.sql<{ cache: string; increment: string }>(
      `SELECT seqcache AS cache, seqincrement AS increment FROM pg_sequence
       WHERE seqrelid = pg_get_serial_sequence('audit_event', 'id')::regclass`,
    );
    expect(sequence).toEqual({ cache: '1', increment: '1' });
  });

  it('is a list in JSON, oldest first, with pages and a total; also CSV and NDJSON', async () => {
    await service.post('/svc/quote/bulk/import', quotesOf('LIST', 5)).expect(207);
    const list = '/svc/events?ticker=LIST&type=quote.created';
    const { body } = await service
      .get(`${list}&limit=2&total=true`)
      .set('Accept', 'application/json')
      .expect(200);
    expect(body.meta).toMatchObject({ count: 2, total: 5 });
    const next = await service.get(body.meta.next).set('Accept', 'application/json').expect(200);
    const dates = [...body.data, ...next.body.data].map(({ key }: { key: { date: string } }) => key.date);
    expect(dates).toEqual([...dates].sort());
    const nextPage = await service.get(`${list}&format=json&last_event_id=${body.data[1].id}`).expect(200);
    expect(nextPage.body.data.map(({ id }: { id: string }) => id)[0]).toBe(next.body.data[0].id);
    const csvText = (await service.get(`${list}&format=csv`).expect(200)).text;
    expect(csvText.split('\n')[0]).toBe(FIELDS.join(','));
    expect(csvText.split('\n')).toHaveLength(7);
    const newest = await service.get(`${list}&format=json&order=desc&limit=1`).expect(200);
    expect([...dates, newest.body.data[0].key.date].sort().at(-1)).toBe(newest.body.data[0].key.date);
  });

  it('410 for an id that is no longer stored, or belongs to another database', async () => {
    expectProblem(await service.get('/svc/events?last_event_id=999999999999'), 410, 'events_gone');
    const [oldest] = await service.sql<{ id: string }>('SELECT min(id) AS id FROM audit_event');
    await service.sql('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
    await service.sql('DELETE FROM audit_event WHERE id = $1', [oldest?.id]);
    await service.sql('ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only');
    expectProblem(await service.get(`/svc/events?last_event_id=${oldest?.id}`), 410, 'events_gone');
    expectProblem(
      await service.get(`/svc/events?format=json&last_event_id=${oldest?.id}`),
      410,
      'events_gone',
    );
    await service.get('/svc/events?format=json&last_event_id=0').expect(200);
  });

  it.each([
    ['?last_event_id=abc', 'last_event_id'],
    ['?type=quote.exploded', 'type'],
    ['?resource=token', 'resource'],
    ['?ticker=vnm', 'ticker'],
    ['?limit=5', 'limit'],
    ['?nothing=1', 'nothing'],
  ])('400 for %s', async (query, culprit) => {
    const answer = await service.get(`/svc/events${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([culprit]);
  });

  it('400 for a Last-Event-ID that was never sent, 406 for a type that is not offered', async () => {
    expect(culprits(await service.get('/svc/events').set('Last-Event-ID', 'x'))).toEqual(['Last-Event-ID']);
    const refused = await service.get('/svc/events').set('Accept', 'image/png');
    expectProblem(refused, 406);
    expect(refused.body.detail).toContain('text/event-stream');
  });

  it('ends when its token is revoked or expires, and not before', async () => {
    const expiry = Date.now() + 5_000;
    const expiring = await service.token('reader', { expiresAt: new Date(expiry) });
    const revoked = await service.token('reader', { principal: 'leaver@example.com' });
    const [one, two, other] = await Promise.all([
      open('', { token: expiring }),
      open('', { token: revoked }),
      open(''),
    ]);
    expect(two.hasEnded).toBe(false);
    await service.sql(`UPDATE api_token SET revoked_at = now() WHERE principal = 'leaver@example.com'`);
    const [end] = await Promise.all([
      until('the stream of the expired token ends', () => one.hasEnded && Date.now()),
      until('the stream of the revoked token ends', () => two.hasEnded),
    ]);
    expect(end).toBeGreaterThanOrEqual(expiry);
    expect(other.hasEnded).toBe(false);
  });

  it("429 beyond a token's limit of streams; one that ends makes room", async () => {
    const token = await service.token('reader', { principal: 'many@example.com' });
    const streams = await Promise.all(
      Array.from({ length: await hostTask('streamsOfAToken') }, () => open('', { token })),
    );
    const surplus = await open('', { token });
    expect(JSON.parse(surplus.text)).toMatchObject({ status: 429, code: 'too_many_streams' });
    expect(Number(surplus.headers['retry-after'])).toBeGreaterThan(0);
    expect((await open('')).status).toBe(200);
    streams[0]?.close();
    await until('a stream is free', async () => (await open('', { token })).status === 200);
  });

  it('a stalled reader misses nothing', async () => {
    const reader = await open('?ticker=LAZY');
    reader.pause();
    for (const year of ['2010', '2012', '2014', '2016', '2018']) {
      await service.post('/svc/quote/bulk/import', quotesOf('LAZY', 200, `${year}-01-01`)).expect(207);
    }
    reader.resume();
    const events = await reader.first(1000);
    expect(new Set(ids(events)).size).toBe(1000);
    expect(ids(events)).toEqual(ascending(ids(events)));
  });

  it('HEAD is answered and ends', async () => {
    const answer = await fetch(`${service.url}/svc/events`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${process.env.MDS_TEST_ADMIN_TOKEN}` },
    });
    expect(answer.headers.get('content-type')).toMatch(/event-stream/);
  });

  it('sends a heartbeat every 15 seconds when nothing happens', async () => {
    await until('the heartbeat arrives', () => quiet.comments.length > 0, HEARTBEAT);
    expect(quiet.comments[0]).toBe('heartbeat');
    expect(quiet.events).toEqual([]);
  });
});

it('GET /svc/events ends at once when the service stops', async () => {
  const service = await startApp();
  const reader = await SseReader.open(`${service.url}/svc/events`);
  await service.close();
  await until('it has ended', () => reader.hasEnded);
});
