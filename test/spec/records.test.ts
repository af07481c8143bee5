import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA_SET_NAMES, type DataSetName } from '../../src/kinds/data-set-names.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { type Sample, samplesOf } from '../builders/records.js';
import { documentOf } from '../contract/document.js';
import { culprits, expectProblem } from '../contract/wire.js';

/** The fields of an event in a record's history that the tests use. */
interface HistoryEvent {
  id: number;
  action: string;
  record_key: object;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Data sets whose values contain the key, or whose items show another value for it. */
const WITH_KEY_INSIDE: readonly string[] = ['country', 'market_depth'];
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('contract 10: stored records of every data set', () => {
  let service: TestApp;
  let samples: Map<DataSetName, Sample>;
  beforeAll(async () => {
    service = await startApp();
    samples = new Map(samplesOf(await documentOf(service)).map((sample) => [sample.name, sample]));
  });
  afterAll(() => service.close());

  const sampleOf = (name: DataSetName) => samples.get(name) as Sample;
  const keyQuery = ({ key }: Sample, record: Record<string, unknown>) =>
    new URLSearchParams(Object.fromEntries(key.map((column) => [column, String(record[column])]))).toString();
  const history = async (name: DataSetName, id: string): Promise<HistoryEvent[]> =>
    (await service.get(`/svc/record/${name}/${id}/history?order=asc`).expect(200)).body.data;
  const ifMatch = (request: ReturnType<TestApp['put']>, tag: string | undefined) =>
    request.set('If-Match', String(tag));

  describe.each(DATA_SET_NAMES.map((name) => [name] as const))('%s', (name) => {
    const path = `/svc/record/${name}`;

    it('is created, read by identifier and by key, replaced, moved, deleted and restored, with ETag, audit and history', async () => {
      const sample = sampleOf(name);
      const { record, change, newKey } = sample;
      const original = await service.post(path, record).expect(201);
      const { id } = original.body;
      const own = `${path}/${id}`;
      const location = String(original.headers.location);
      expect(location.endsWith(`/${name}/${id}`)).toBe(true);
      expect((await service.get(own).expect(200)).body).toEqual(original.body);
      expect((await service.get(location).expect(200)).body).toEqual(original.body);
      const byKey = await service.get(`${path}?${keyQuery(sample, original.body)}`).expect(200);
      expect([byKey.text, byKey.headers.etag]).toEqual([original.text, original.headers.etag]);
      expectProblem(await service.post(path, record), 303, 'record_exists');

      const changed = { ...record, ...change };
      const replaced = await ifMatch(service.put(own, changed), original.headers.etag).expect(200);
      expect(replaced.headers.etag).not.toBe(original.headers.etag);
      expect((await service.put(own, replaced.body).expect(200)).headers.etag).toBe(replaced.headers.etag);
      expectProblem(
        await ifMatch(service.put(own, record), original.headers.etag),
        412,
        'precondition_failed',
      );
      const keyless = Object.fromEntries(
        Object.entries(changed).filter(([field]) => !sample.key.includes(field)),
      );
      const repeatedPut = await service
        .put(`${path}?${keyQuery(sample, original.body)}`, keyless)
        .expect(200);
      expect(repeatedPut.headers.etag).toBe(replaced.headers.etag);

      expectProblem(await service.put(own, { ...changed, ...newKey }), 400, 'invalid_input');
      expectProblem(
        await ifMatch(service.post(`${own}/move`, newKey), original.headers.etag),
        412,
        'precondition_failed',
      );
      const moved = await ifMatch(service.post(`${own}/move`, newKey), replaced.headers.etag).expect(200);
      const { timestamp: _then, changed_at: _when, ...values } = replaced.body;
      expect(moved.body).toMatchObject(WITH_KEY_INSIDE.includes(name) ? newKey : { ...values, ...newKey });
      expect(moved.body.id).toBe(id);
      await service.get(`${path}?${keyQuery(sample, original.body)}`).expect(404);
      expect((await service.get(`${path}?${keyQuery(sample, moved.body)}`).expect(200)).text).toBe(
        moved.text,
      );

      await ifMatch(service.delete(`${path}?${keyQuery(sample, moved.body)}`), replaced.headers.etag).expect(
        412,
      );
      const deletion = await ifMatch(service.delete(own), moved.headers.etag).expect(200);
      expect(deletion.body).toMatchObject({ id, status: 'deleted' });
      expectProblem(await service.get(own), 404, 'record_not_found');

      const events = await history(name, id);
      expect(events.map(({ action }) => action)).toEqual([
        'created',
        'updated',
        'deleted',
        'created',
        'deleted',
      ]);
      const [created, updated, , , deleted] = events;
      expect(updated?.before).toEqual(created?.after);
      const restored = await service.post(`${own}/restore`, { event_id: deleted?.id }).expect(200);
      const { timestamp: _a, changed_at: _b, ...last } = moved.body;
      expect(restored.body).toMatchObject(last);
      const first = await service
        .post(`${own}/restore`, { event_id: updated?.id, version: 'before' })
        .expect(200);
      const { timestamp: _c, changed_at: _d, ...beginning } = original.body;
      expect(first.body).toMatchObject(beginning);
      const tags = [original, replaced, moved, restored, first].map(({ headers }) => headers.etag);
      expect(new Set(tags).size).toBe(tags.length);
      expect((await history(name, id)).slice(5).map(({ action }) => action)).toEqual([
        'created',
        'deleted',
        'created',
      ]);
      await service.delete(`${path}?${keyQuery(sample, first.body)}`).expect(200);
    });

    it('a move sends an event for the old key and one for the new', async () => {
      const { record, newKey, key } = sampleOf(name);
      const original = (await service.post(path, record).expect(201)).body;
      await service.post(`${path}/${original.id}/move`, newKey).expect(200);
      await service.delete(`${path}/${original.id}`).expect(200);
      const { data } = (
        await service.get(`/svc/events?resource=${name}&order=desc&limit=4`).set('Accept', 'application/json')
      ).body;
      expect(data.map((each: { type: string }) => each.type)).toEqual(
        ['deleted', 'created', 'deleted', 'created'].map((action) => `${name}.${action}`),
      );
      const [last, second, first] = data as { key: Record<string, unknown> }[];
      expect(Object.keys(first?.key ?? {}).sort()).toEqual([...key].sort());
      expect(second?.key).toEqual(last?.key);
      expect(second?.key).not.toEqual(first?.key);
    });
  });

  it('an occupied key is not moved: 303 names the record that has it', async () => {
    const one = (await service.put('/svc/record/quote', aQuote({ ticker: 'ONE' })).expect(201)).body;
    const two = (await service.put('/svc/record/quote', aQuote({ ticker: 'TWO' })).expect(201)).body;
    const answer = await service.post(`/svc/record/quote/${one.id}/move`, { ticker: 'TWO' });
    expectProblem(answer, 303, 'record_exists');
    expect(answer.body.existing).toEqual({ id: two.id, url: `/svc/quote/${two.id}` });
    expect((await service.get(`/svc/quote/${one.id}`).expect(200)).body.ticker).toBe('ONE');
  });

  it.each([
    ['LANE', 'application/json'],
    ['CHAIN', 'application/json;q=1'],
  ])(
    '%s: a quote is never 304 for what it was before its ticker came to the security master (Accept: %s)',
    async (ticker, accept) => {
      const { id } = (await service.post('/svc/quote', aQuote({ ticker })).expect(201)).body;
      for (const path of [`/svc/quote/${id}`, `/svc/record/quote/${id}`]) {
        const before = await service.get(path).expect(200);
        expect(before.body.recogized).toBe(0);
        const master = await service
          .put('/svc/record/security', { ticker, name: 'New', exchange: 'HOSE' })
          .expect(201);
        const after = await service
          .get(path)
          .set('Accept', accept)
          .set('If-None-Match', String(before.headers.etag))
          .expect(200);
        expect(after.body).toEqual({ ...before.body, recogized: 1 });
        const tag = String(after.headers.etag);
        await service.get(path).set('Accept', accept).set('If-None-Match', tag).expect(304);
        const same = await ifMatch(service.put(path, after.body), tag).expect(200);
        expect(same.headers.etag).toBe(tag);
        await service.delete(`/svc/record/security/${master.body.id}`).expect(200);
      }
    },
  );

  it('a move to its own key changes nothing', async () => {
    const original = await service.put('/svc/record/quote', aQuote({ ticker: 'STAY' })).expect(201);
    const moved = await service
      .post(`/svc/record/quote/${original.body.id}/move`, { ticker: 'STAY' })
      .expect(200);
    expect(moved.headers.etag).toBe(original.headers.etag);
  });

  it('a moved quote keeps neither its approval nor its publication under the old key', async () => {
    const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'MOVE' })).expect(201)).body;
    await service.post('/svc/quote/appoval', { id }).expect(200);
    const moved = await service.post(`/svc/record/quote/${id}/move`, { ticker: 'MOVED' }).expect(200);
    expect(moved.body).toMatchObject({ ticker: 'MOVED', is_apporval: 0 });
    expect((await service.get('/quote?ticker=MOVE,MOVED')).body.data).toMatchObject([{ ticker: 'MOVED' }]);
    expect((await service.get(`/svc/quote/${id}/history`)).body.data[0]).toMatchObject({ action: 'created' });
  });

  it('one of many simultaneous moves to one key is 200, the others are 303, and no record is lost', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const quote = aQuote({ ticker: `RACE${index}` });
        return (await service.put('/svc/record/quote', quote).expect(201)).body.id as string;
      }),
    );
    const answers = await Promise.all(
      ids.map((id) => service.post(`/svc/record/quote/${id}/move`, { ticker: 'FINISH' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 303),
    ]);
    const remainingRows = await service.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM quote WHERE id = ANY ($1)',
      [ids],
    );
    expect(remainingRows).toEqual([{ n: 8 }]);
  });

  describe('refusals', () => {
    it('an incomplete, unknown or repeated key: 400 names the parameter', async () => {
      const path = '/svc/record/corporate_action';
      const culpritsOf = async (query: string) => culprits(await service.get(`${path}?${query}`).expect(400));
      expect(await culpritsOf('ticker=VNM')).toEqual(['ex_date', 'type']);
      expect(await culpritsOf('ticker=VNM&ex_date=20240610&type=cash_dividend&colour=red')).toEqual([
        'colour',
      ]);
      expect(await culpritsOf('ticker=VNM&ticker=FPT&ex_date=20240610&type=cash_dividend')).toEqual([
        'ticker',
      ]);
    });

    it("a publisher's key has the name that clients use", async () => {
      const { record } = sampleOf('news');
      const { id } = (await service.post('/svc/record/news', record).expect(201)).body;
      const answer = await service.get(`/svc/record/news?id=${record.news_id}`).expect(200);
      expect(answer.body.id).toBe(id);
      await service.delete(`/svc/record/news?news_id=${record.news_id}`).expect(200);
    });

    it("a publisher's key in the body other than the one in the query: 400, and nothing is written", async () => {
      const { record } = sampleOf('news');
      const { news_id, ...values } = record;
      const put = (query: string, body: object) => service.put(`/svc/record/news?${query}`, body);
      for (const name of ['id', 'news_id']) {
        const answer = await put(`${name}=in-the-query`, { id: 'in-the-body', ...values }).expect(400);
        expect(answer.body.errors).toMatchObject([{ parameter: 'news_id', code: 'key_differs' }]);
        await service.get('/svc/record/news?id=in-the-query').expect(404);
      }
      const { body } = await put('id=in-both', { id: 'in-both', ...values }).expect(201);
      expect(body.news_id).toBe('in-both');
      // As it is read, the record has both: there `id` is its identifier.
      await put('id=in-both', body).expect(200);
      await service.delete('/svc/record/news?id=in-both').expect(200);
    });

    it('an invalid record or key in the body: 400 names the field', async () => {
      const path = '/svc/record/quote';
      const { id } = (await service.put(path, aQuote({ ticker: 'BODY' })).expect(201)).body;
      const put = async (body: object, query = '') =>
        culprits(await service.put(`${path}${query}`, body).expect(400));
      expect(await put([aQuote()])).toEqual(['']);
      expect(await put({ ...aQuote(), colour: 'red' })).toEqual(['/colour']);
      expect(await put({ ...aQuote(), high: 1 })).not.toEqual([]);
      expect(await put(aQuote({ ticker: 'BODY' }), '?ticker=OTHER&date=2024-01-31')).toEqual(['ticker']);
      const move = async (body: object) =>
        culprits(await service.post(`${path}/${id}/move`, body).expect(400));
      expect(await move({})).toEqual(['']);
      expect(await move({ ticker: 'BODY', open: 1 })).toEqual(['/open']);
      expect(await move({ ticker: 'no' })).toEqual(['/ticker']);
    });

    it('a record that only the database refuses: 400, and nothing is written', async () => {
      const path = '/svc/record/asset_class';
      const { record } = sampleOf('asset_class');
      // Longer than an entry of the key's index may be, which is measured after compression.
      const code = randomBytes(4_000).toString('hex');
      const { id } = (await service.put(path, { ...record, code: 'commodities/peat' }).expect(201)).body;
      const events = () => service.sql('SELECT count(*) FROM audit_event');
      const before = await events();
      for (const answer of [
        await service.post(path, { ...record, code }),
        await service.put(path, { ...record, code }),
        await service.post(`${path}/${id}/move`, { code }),
      ]) {
        expectProblem(answer, 400, 'invalid_input');
        expect(answer.body.errors).toMatchObject([{ code: 'refused_by_database' }]);
      }
      expect(await events()).toEqual(before);
    });

    it('a code of another record outside the key: 400 for every write, also for one that would move the record', async () => {
      const path = '/svc/record/country';
      const country = (cca2: string, cca3: string) => ({
        cca2,
        record: { cca2, cca3, name: { common: `${cca2} ${cca3}` }, region: 'Europe' },
      });
      const { id } = (await service.post(path, country('XB', 'XBA')).expect(201)).body;
      await service.post(`${path}/${id}/move`, { cca2: 'XC' }).expect(200);
      await service.put(`${path}/${id}`, country('XC', 'XBC')).expect(200);
      await service.post(path, country('XD', 'XBA')).expect(201);
      const [first] = (await service.get(`${path}/${id}/history?order=asc`).expect(200)).body.data;
      for (const answer of [
        await service.post(path, country('XE', 'XBA')),
        await service.put(`${path}/${id}`, country('XC', 'XBA')),
        await service.post(`${path}/${id}/restore`, { event_id: first.id }),
      ]) {
        expectProblem(answer, 400, 'invalid_input');
        expect(answer.body.errors).toEqual([
          { pointer: '/record/cca3', code: 'refused_by_database', detail: 'another record has this value' },
        ]);
      }
    });

    it('an unknown record: 404; an unknown data set: 400', async () => {
      for (const name of ['quote', 'security'] as const) {
        const own = `/svc/record/${name}/${UNKNOWN_ID}`;
        const { record, newKey } = sampleOf(name);
        for (const answer of [
          await service.get(own),
          await service.put(own, record),
          await service.delete(own),
          await service.post(`${own}/move`, newKey),
          await service.post(`${own}/restore`, { event_id: 1 }),
        ])
          expectProblem(answer, 404, 'record_not_found');
      }
      expectProblem(await service.get(`/svc/record/nothing/${UNKNOWN_ID}`), 400, 'invalid_input');
    });

    it('an event of another record, or values that an event does not have', async () => {
      const [one, two] = await Promise.all(
        ['EVA', 'EVB'].map(
          async (ticker) => (await service.put('/svc/record/quote', aQuote({ ticker })).expect(201)).body.id,
        ),
      );
      const [event] = await history('quote', one);
      expectProblem(
        await service.post(`/svc/record/quote/${two}/restore`, { event_id: event?.id }),
        404,
        'record_not_found',
      );
      const answer = await service.post(`/svc/record/quote/${one}/restore`, {
        event_id: event?.id,
        version: 'before',
      });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['/version']);
    });

    it('a deleted record whose key now belongs to another one: 303', async () => {
      const quote = aQuote({ ticker: 'TAKEN' });
      const { id } = (await service.put('/svc/record/quote', quote).expect(201)).body;
      await service.delete(`/svc/record/quote/${id}`).expect(200);
      const other = (await service.put('/svc/record/quote', quote).expect(201)).body.id;
      const [event] = await history('quote', id);
      const answer = await service.post(`/svc/record/quote/${id}/restore`, { event_id: event?.id });
      expectProblem(answer, 303, 'record_exists');
      expect(answer.body.existing.id).toBe(other);
    });

    it('without the right to import: 403, and nothing is written', async () => {
      const checker = await service.token('checker');
      const { id } = (await service.put('/svc/record/quote', aQuote({ ticker: 'RIGHT' })).expect(201)).body;
      const own = `/svc/record/quote/${id}`;
      for (const answer of [
        await service.post('/svc/record/quote', aQuote({ ticker: 'RIGHTS' }), checker),
        await service.put(own, aQuote({ ticker: 'RIGHT', volume: 1 }), checker),
        await service.delete(own, checker),
        await service.post(`${own}/move`, { ticker: 'LEFT' }, checker),
        await service.post(`${own}/restore`, { event_id: 1 }, checker),
      ])
        expectProblem(answer, 403, 'not_permitted');
      expect((await history('quote', id)).length).toBe(1);
    });
  });
});
