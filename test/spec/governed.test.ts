import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA_SET_NAMES, type DataSetName } from '../../src/kinds/data-set-names.js';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';
import { type Sample, samplesOf } from '../builders/records.js';
import { documentOf } from '../contract/document.js';
import { expectProblem, rowCounts } from '../contract/wire.js';
import { folderWith, runImport, summaryOf } from '../import/command.js';

const GOVERNED = DATA_SET_NAMES.filter((name) => name !== 'quote');
const DIVIDEND = { ticker: 'VNM', ex_date: '2024-01-05', type: 'cash_dividend', cash_dividend: 1000 };
/** An item of a bulk answer. */
interface Result {
  _operation_state: string;
  status: number;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('contract 10: writes to governed data sets are proposals', () => {
  let service: TestApp;
  let maker: string;
  let checker: string;
  let samples: Map<DataSetName, Sample>;
  /** the same database without governed data sets */
  let other: TestApp;
  beforeAll(async () => {
    service = await startApp({ GOVERNED: ['quote', ...GOVERNED].join(',') });
    other = await startAppOn(service.address);
    maker = await service.token('maker', { principal: 'maker@example.com' });
    checker = await service.token('checker', { principal: 'checker@example.com' });
    samples = new Map(samplesOf(await documentOf(service)).map((sample) => [sample.name, sample]));
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  const approve = (id: string, token = checker) => service.post(`/svc/approval/${id}/approve`, {}, token);
  const propose = async (record: object, name = 'corporate_action') =>
    (await service.put(`/svc/record/${name}`, record, maker).expect(202)).body;
  /** Proposes and approves; returns the record. */
  const effective = async (record: object, name = 'corporate_action') => {
    const { id, record_id } = await propose(record, name);
    await approve(id).expect(200);
    return service.get(`/svc/record/${name}/${record_id}`).expect(200);
  };

  describe.each(GOVERNED.map((name) => [name] as const))('%s', (name) => {
    const path = `/svc/record/${name}`;

    it('is created, replaced, moved, deleted and restored when a checker approves, and not before', async () => {
      const { record, change, newKey } = samples.get(name) as Sample;
      const created = await service.post(path, record, maker).expect(202);
      expect(created.body).toMatchObject({
        resource: name,
        action: 'create',
        status: 'pending',
        maker: 'maker@example.com',
        before: null,
      });
      expect(created.headers.location).toBe(`/svc/approval/${created.body.id}`);
      const own = `${path}/${created.body.record_id}`;
      expectProblem(await service.get(own), 404, 'record_not_found');
      expect((await approve(created.body.id).expect(200)).body).toMatchObject({
        status: 'approved',
        decided_by: 'checker@example.com',
      });
      const original = await service.get(own).expect(200);

      const replaced = await service.put(own, { ...record, ...change }, maker).expect(202);
      expect(Object.keys(replaced.body.changes)).toEqual(Object.keys(change));
      expect((await service.get(own).expect(200)).text).toBe(original.text);
      await approve(replaced.body.id).expect(200);
      expect((await service.get(own).expect(200)).headers.etag).not.toBe(original.headers.etag);

      const beforeMove = await service.get(own).expect(200);
      const moved = await service.post(`${own}/move`, newKey, maker).expect(202);
      expect((await service.get(own).expect(200)).text).toBe(beforeMove.text);
      await approve(moved.body.id).expect(200);
      const current = await service.get(own).expect(200);
      expect(current.body).toMatchObject(newKey);

      const deleted = await service.delete(own, maker).expect(202);
      expect((await service.get(own).expect(200)).text).toBe(current.text);
      await approve(deleted.body.id).expect(200);
      await service.get(own).expect(404);

      const history = (await service.get(`${own}/history?order=asc`).expect(200)).body.data;
      const actions = history.map(({ action }: { action: string }) => action);
      expect(actions).toEqual([
        ...['proposal_created', 'created', 'proposal_approved'],
        ...['proposal_created', 'updated', 'proposal_approved'],
        ...['proposal_created', 'deleted', 'created', 'proposal_approved'],
        ...['proposal_created', 'deleted', 'proposal_approved'],
      ]);
      const event = history.find(({ action }: { action: string }) => action === 'updated');
      const restored = await service.post(`${own}/restore`, { event_id: event.id }, maker).expect(202);
      expect(restored.body.action).toBe('restore');
      await service.get(own).expect(404);
      await approve(restored.body.id).expect(200);
      expect((await service.get(own).expect(200)).body.id).toBe(created.body.record_id);
      const last = await service.delete(own, maker).expect(202);
      await approve(last.body.id).expect(200);
    });
  });

  it('a corporate action changes no adjusted price until it is approved', async () => {
    for (const quote of quotesOf('VNM', 10, '2024-01-01'))
      await service.post('/svc/quote', quote).expect(201);
    const adjusted = async () => (await service.get('/quote?ticker=VNM&adjusted=true').expect(200)).text;
    const before = await adjusted();
    const { id } = await propose(DIVIDEND);
    expect(await adjusted()).toBe(before);
    expect((await service.get('/adjustments?ticker=VNM').expect(200)).body.data).toEqual([]);
    await approve(id).expect(200);
    expect(await adjusted()).not.toBe(before);
    const undone = await service
      .delete('/svc/record/corporate_action?ticker=VNM&ex_date=2024-01-05&type=cash_dividend', maker)
      .expect(202);
    expect(await adjusted()).not.toBe(before);
    await approve(undone.body.id).expect(200);
    expect(await adjusted()).toBe(before);
  });

  it('a proposal is never 304 for consequences that it no longer has', async () => {
    const [first, ...others] = quotesOf('TAG', 4, '2024-01-01');
    for (const quote of [first, ...others]) await service.post('/svc/quote', quote).expect(201);
    const { id } = await propose({ ...DIVIDEND, ticker: 'TAG', ex_date: '2024-01-03' });
    const before = await service.get(`/svc/approval/${id}`).expect(200);
    await service.put('/svc/quote', { ...first, volume: 1, close: first?.low }).expect(200);
    const after = await service
      .get(`/svc/approval/${id}`)
      .set('If-None-Match', String(before.headers.etag))
      .expect(200);
    expect(after.body.effect).not.toEqual(before.body.effect);
  });

  it('the queue shows the consequences: adjusted closes, settlement dates, the capitalisation', async () => {
    const effectOf = async (id: string) => {
      const { body } = await service.get(`/svc/approval/${id}`).expect(200);
      expect(body.status).toBe('pending');
      return body.effect;
    };
    for (const quote of quotesOf('EFF', 4, '2024-01-01')) await service.post('/svc/quote', quote).expect(201);
    const closes = async () =>
      (await service.get('/quote?ticker=EFF&adjusted=true&to_date=20240102').expect(200)).body.data;
    const before = await closes();
    const { id } = await propose({ ...DIVIDEND, ticker: 'EFF', ex_date: '2024-01-03' });
    const effect = await effectOf(id);
    expect(effect.measure).toBe('adjusted_close');
    expect(await closes()).toEqual(before);
    await approve(id).expect(200);
    const adjusted = (await service.get('/quote?ticker=EFF&adjusted=true&fields=extended').expect(200)).body
      .data;
    const closeOf = (date: string) => adjusted.find((each: { date: string }) => each.date === date).adj_close;
    expect(effect.values.map(({ date }: { date: string }) => date)).toEqual(['2024-01-02', '2024-01-01']);
    for (const { date, before: was, after } of effect.values) {
      expect(was).toBe(before.find((each: { date: string }) => each.date === date).close);
      expect(after).toBeCloseTo(closeOf(date), 6);
      expect(after).toBeLessThan(was);
    }
    expect((await service.get(`/svc/approval/${id}`).expect(200)).body.effect).toBeNull();

    const [day] = (await service.get('/reference/settlement?from_date=20240304&to_date=20240304').expect(200))
      .body.data;
    const holiday = {
      country: 'VN',
      date: '2024-03-05',
      timezone: day.timezone,
      name: 'Holiday',
      status: 'closed',
    };
    const calendar = await effectOf(
      (await service.put('/svc/settlement', holiday, maker).expect(202)).body.id,
    );
    expect(calendar).toEqual({
      measure: 'settlement_date',
      values: [
        { symbol: 'VN', date: '2024-03-05', before: '2024-03-07', after: null },
        { symbol: 'VN', date: '2024-03-04', before: '2024-03-06', after: '2024-03-07' },
        { symbol: 'VN', date: '2024-03-01', before: '2024-03-05', after: '2024-03-06' },
      ],
    });

    const security = { ticker: 'EFF', name: 'Effect', exchange: 'HOSE', shares_from: '2024-01-01' };
    await effective({ ...security, outstanding_shares: 1_000 }, 'security');
    const shares = await propose({ ...security, outstanding_shares: 2_000 }, 'security');
    const last = quotesOf('EFF', 4, '2024-01-01').at(-1)?.close ?? 0;
    expect(await effectOf(shares.id)).toEqual({
      measure: 'market_cap',
      values: [{ symbol: 'EFF', date: '2024-01-04', before: 1_000 * last, after: 2_000 * last }],
    });

    // As in a profile: shares of today at a close from before the ex-date, and 0 shares are an unknown count.
    const bonus = { ticker: 'EFF', ex_date: '2024-01-05', type: 'bonus_issue', share_ratio: 1 };
    await effective(bonus);
    const capital = (await service.get('/detail/EFF').expect(200)).body.market_cap;
    expect(capital).toBe((1_000 * last) / 2);
    expect((await effectOf(shares.id)).values).toMatchObject([{ before: capital, after: 2 * capital }]);
    const none = await propose({ ...security, outstanding_shares: 0 }, 'security');
    expect((await effectOf(none.id)).values).toMatchObject([{ before: capital, after: null }]);
  });

  it('the settlement resource proposes too', async () => {
    const day = { country: 'VN', date: '2031-05-05', timezone: 'Asia/Ho_Chi_Minh', name: 'Holiday' };
    const { body } = await service.post('/svc/settlement', day, maker).expect(202);
    await service.get(`/svc/settlement/${body.record_id}`).expect(404);
    await approve(body.id).expect(200);
    await service.get(`/svc/settlement/${body.record_id}`).expect(200);
    await service.delete('/svc/settlement?country=VN&date=2031-05-05', maker).expect(202);
    await service.get(`/svc/settlement/${body.record_id}`).expect(200);
  });

  it('quotes are written immediately and approved as usual', async () => {
    const [quote] = quotesOf('QQQ', 1);
    const { id } = (await service.post('/svc/quote', quote, maker).expect(201)).body;
    await service.post('/svc/quote/approval', { id }, checker).expect(200);
  });

  it('a proposal is refused like the write itself: 303, 400, 404, 412, and nothing is stored', async () => {
    const stored = await effective({ ...DIVIDEND, ticker: 'RFS' });
    const { id } = stored.body;
    const counts = await rowCounts(service);
    const path = '/svc/record/corporate_action';
    expectProblem(await service.post(path, { ...DIVIDEND, ticker: 'RFS' }, maker), 303, 'record_exists');
    expectProblem(await service.put(path, { ...DIVIDEND, cash_dividend: -1 }, maker), 400, 'invalid_input');
    expectProblem(await service.delete(`${path}/${UNKNOWN_ID}`, maker), 404, 'record_not_found');
    const changed = { ...DIVIDEND, ticker: 'RFS', cash_dividend: 5 };
    expectProblem(
      await service.put(`${path}/${id}`, changed, maker).set('If-Match', '"0-1"'),
      412,
      'precondition_failed',
    );
    const same = await service.put(path, { ...DIVIDEND, ticker: 'RFS' }, maker).expect(200);
    expect(same.headers.etag).toBe(stored.headers.etag);
    expect(await rowCounts(service)).toEqual(counts);
    await service
      .put(`${path}/${id}`, changed, maker)
      .set('If-Match', stored.headers.etag ?? '')
      .expect(202);
  });

  it('one proposal is pending for a record: an identical one returns it, a different one supersedes it', async () => {
    const first = await propose({ ...DIVIDEND, ticker: 'SUP' });
    expect((await propose({ ...DIVIDEND, ticker: 'SUP' })).id).toBe(first.id);
    const second = await propose({ ...DIVIDEND, ticker: 'SUP', cash_dividend: 2000 });
    expect(second.id).not.toBe(first.id);
    expect((await service.get(`/svc/approval/${first.id}`).expect(200)).body).toMatchObject({
      status: 'superseded',
      decided_by: 'maker@example.com',
    });
    expectProblem(await approve(first.id), 409, 'wrong_state');
    await approve(second.id).expect(200);
    await approve(second.id).expect(204);
  });

  it('the stored values, written again by the maker of a proposal, withdraw it; by another they change nothing', async () => {
    const dividend = { ...DIVIDEND, ticker: 'BCK' };
    await approve((await propose(dividend)).id).expect(200);
    const changed = { ...dividend, cash_dividend: 2000 };
    const { id } = await propose(changed);
    await service.put('/svc/record/corporate_action', dividend, await service.token('admin')).expect(200);
    expect((await service.get(`/svc/approval/${id}`).expect(200)).body.status).toBe('pending');
    await service.put('/svc/record/corporate_action', dividend, maker).expect(200);
    expect((await service.get(`/svc/approval/${id}`).expect(200)).body).toMatchObject({
      status: 'withdrawn',
      decided_by: 'maker@example.com',
    });
    expectProblem(await approve(id), 409, 'wrong_state');
    const again = await propose(changed);
    expect(again.id).not.toBe(id);
    const bulk = '/svc/bulk/insert?resource=corporate_action&on_duplicate=update';
    await service.post(bulk, [dividend], maker).expect(207);
    expect((await service.get(`/svc/approval/${again.id}`).expect(200)).body.status).toBe('withdrawn');
  });

  it('a superseded proposal ends before the next one begins, in the history and in the events', async () => {
    const { record_id } = await propose({ ...DIVIDEND, ticker: 'ORDER' });
    await propose({ ...DIVIDEND, ticker: 'ORDER', cash_dividend: 2000 });
    const items = [{ ...DIVIDEND, ticker: 'ORDER', cash_dividend: 3000 }];
    await service.post('/svc/bulk/insert?resource=corporate_action', items, maker).expect(207);
    const events = await service
      .get('/svc/events?ticker=ORDER&limit=10')
      .set('Accept', 'application/json')
      .expect(200);
    const begun = 'proposal.created';
    const next = ['proposal.superseded', 'proposal.created'];
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([begun, ...next, ...next]);
    const history = await service.get(`/svc/record/corporate_action/${record_id}/history?order=asc`);
    expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'proposal_created',
      'proposal_superseded',
    ]);
  });

  it('exactly one of two checkers decides', async () => {
    const second = await service.token('checker', { principal: 'second@example.com' });
    for (let round = 0; round < 10; round++) {
      const { id, record_id } = await propose({ ...DIVIDEND, ticker: `RACE${round}` });
      const answers = await Promise.all([
        approve(id),
        approve(id, second),
        service.post(`/svc/approval/${id}/reject`, { reason: 'No' }, second),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [first, next, rejection] = answers.map(({ status }) => status);
      expect([200, 204, 409]).toEqual(expect.arrayContaining([first, next, rejection]));
      const isApproved = rejection !== 200;
      await service.get(`/svc/record/corporate_action/${record_id}`).expect(isApproved ? 200 : 404);
      expect((await service.get(`/svc/record/corporate_action/${record_id}/history`)).body.data).toHaveLength(
        isApproved ? 3 : 2,
      );
    }
  });

  it('a record that has changed in the meantime is not overwritten: 409 record_changed, and the proposal says so', async () => {
    const key = { ...DIVIDEND, ticker: 'CHG' };
    const { body } = await effective(key);
    const { id } = await propose({ ...key, cash_dividend: 2000 });
    expect((await service.get(`/svc/approval/${id}`)).body.is_current).toBe(true);
    const conflictingWrite = await other.put(`/svc/record/corporate_action/${body.id}`, {
      ...key,
      cash_dividend: 3000,
    });
    expect(conflictingWrite.status).toBe(200);
    expect((await service.get(`/svc/approval/${id}`)).body.is_current).toBe(false);
    expectProblem(await approve(id), 409, 'record_changed');
    expect((await service.get(`/svc/record/corporate_action/${body.id}`)).text).toBe(conflictingWrite.text);
    expect((await service.get(`/svc/approval/${id}`)).body.status).toBe('pending');
    await service.post(`/svc/approval/${id}/reject`, { reason: 'Overtaken' }, checker).expect(200);

    const created = await propose({ ...DIVIDEND, ticker: 'NEW' });
    await other.post('/svc/record/corporate_action', { ...DIVIDEND, ticker: 'NEW' }).expect(201);
    expectProblem(await approve(created.id), 409, 'record_changed');
  });

  it('a proposal that can no longer be approved shows no effect: its key is taken, or its record is back under another', async () => {
    const path = '/svc/record/corporate_action';
    const detail = async (id: string) => (await service.get(`/svc/approval/${id}`).expect(200)).body;
    const own = async (ticker: string) => (await effective({ ...DIVIDEND, ticker })).body.id as string;

    const id = await own('TAKEN');
    const move = (await service.post(`${path}/${id}/move`, { ex_date: '2024-01-08' }, maker).expect(202))
      .body;
    await effective({ ...DIVIDEND, ticker: 'TAKEN', ex_date: '2024-01-08' });
    expect(await detail(move.id)).toMatchObject({ is_current: true, effect: null });
    expectProblem(await approve(move.id), 409, 'record_changed');

    const back = await own('BACK');
    await other.post(`${path}/${back}/move`, { ex_date: '2024-01-08' }).expect(200);
    await other.delete(`${path}/${back}`).expect(200);
    const history = (await service.get(`${path}/${back}/history`).expect(200)).body.data;
    const [moved, first] = history.filter(({ action }: { action: string }) => action === 'created');
    const restore = (event: { id: number }) =>
      service.post(`${path}/${back}/restore`, { event_id: event.id }, maker).expect(202);
    const [old, latest] = [(await restore(first)).body, (await restore(moved)).body];
    expect(await detail(old.id)).toMatchObject({ is_current: true, effect: { measure: 'adjusted_close' } });
    await approve(latest.id).expect(200);
    expect(await detail(old.id)).toMatchObject({ is_current: false, effect: null });
    expectProblem(await approve(old.id), 409, 'record_changed');
  });

  it('a proposal with a code that another record has by now is refused: 400, and the others are approved', async () => {
    const country = (cca2: string, cca3: string) => ({
      cca2,
      record: { cca2, cca3, name: { common: `${cca2} ${cca3}` }, region: 'Europe' },
    });
    const countries = [country('XF', 'XFA'), country('XG', 'XGA'), country('XH', 'XFA')];
    const file = folderWith({ 'countries.ndjson': countries.map((each) => JSON.stringify(each)).join('\n') });
    const { id, proposed } = await summaryOf(service.address, ['country', file('countries.ndjson')], {
      GOVERNED: 'country',
    });
    expect(proposed).toBe(3);
    const approveImport = () => service.post(`/svc/approval/import/${id}/approve`, {}, checker);
    expect((await approveImport().expect(200)).body).toMatchObject({
      approved: 2,
      refused: 1,
      complete: true,
    });
    const [waiting] = (await service.get(`/svc/approval?import_id=${id}`).expect(200)).body.data;
    expect(waiting.after).toEqual(country('XH', 'XFA'));
    const answer = await approve(waiting.id);
    expectProblem(answer, 400, 'invalid_input');
    expect(answer.body.errors).toMatchObject([{ code: 'refused_by_database' }]);
  });

  it('rights: checkers decide, makers withdraw their own, nobody else', async () => {
    const { id } = await propose({ ...DIVIDEND, ticker: 'RGT' });
    for (const role of ['reader', 'maker', 'auditor', 'operator'] as const) {
      const token = await service.token(role, { principal: `${role}@example.com` });
      expectProblem(await approve(id, token), 403, 'not_permitted');
      expectProblem(await service.post(`/svc/approval/${id}/reject`, { reason: 'No' }, token), 403);
    }
    const nobody = await service.token('checker', { kind: 'service' });
    expectProblem(await approve(id, nobody), 403, 'principal_missing');
    const stranger = await service.token('maker', { principal: 'other@example.com' });
    expectProblem(await service.post(`/svc/approval/${id}/withdraw`, {}, stranger), 403, 'not_the_maker');
    expectProblem(await service.post(`/svc/approval/${id}/withdraw`, {}, checker), 403, 'not_permitted');
    const answer = await service
      .post(`/svc/approval/${id}/withdraw`, { reason: 'Mistyped' }, maker)
      .expect(200);
    expect(answer.body).toMatchObject({ status: 'withdrawn', reason: 'Mistyped' });
    expectProblem(await approve(id), 409, 'wrong_state');
    expectProblem(await approve(UNKNOWN_ID), 404, 'record_not_found');
  });

  it('the queue: by data set, state and maker, newest first, by pages', async () => {
    const ids: string[] = [];
    for (const ticker of ['QUA', 'QUB', 'QUC']) ids.unshift((await propose({ ...DIVIDEND, ticker })).id);
    const idsOf = async (query: string) =>
      (await service.get(`/svc/approval?${query}`).expect(200)).body.data.map(({ id }: { id: string }) => id);
    expect((await idsOf('resource=corporate_action')).slice(0, 3)).toEqual(ids);
    expect(await idsOf('resource=mic')).toEqual([]);
    expect(await idsOf('maker=nobody@example.com')).toEqual([]);
    const page = (await service.get('/svc/approval?resource=corporate_action&limit=2&total=true').expect(200))
      .body;
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(page.meta.total).toBeGreaterThanOrEqual(3);
    expect((await service.get(page.meta.next).expect(200)).body.data[0].id).toBe(ids[2]);
    expectProblem(await service.get('/svc/approval?resource=quote'), 400, 'invalid_input');
  });

  it('a bulk request proposes: PROPOSED 202 with the proposal, the same key twice by the policy', async () => {
    const path = '/svc/bulk/insert?resource=corporate_action';
    const items = [
      { ...DIVIDEND, ticker: 'BLK' },
      { ...DIVIDEND, ticker: 'BLK', cash_dividend: 2000 },
      { ...DIVIDEND, ticker: 'BLK', cash_dividend: -1 },
    ];
    const counts = await service.sql('SELECT count(*) FROM corporate_action');
    const answer = (await service.post(`${path}&on_duplicate=update`, items, maker).expect(207)).body.results;
    expect(answer.map(({ _operation_state, status }: Result) => [_operation_state, status])).toEqual([
      ['PROPOSED', 202],
      ['PROPOSED', 202],
      ['FAILED', 400],
    ]);
    expect(await service.sql('SELECT count(*) FROM corporate_action')).toEqual(counts);
    expect((await service.get(answer[0].value.url).expect(200)).body.after.cash_dividend).toBe(2000);
    await approve(answer[1].value.url.split('/').pop()).expect(200);
    const repeatResults = (await service.post(`${path}&on_duplicate=error`, items.slice(0, 2), maker)).body
      .results;
    expect(repeatResults.map(({ status }: Result) => status)).toEqual([303, 303]);
    const updateResults = (await service.post(`${path}&on_duplicate=update`, [items[1]], maker)).body.results;
    expect(updateResults[0]).toMatchObject({ _operation_state: 'UPDATED', status: 200 });
  });

  it.each(['error', 'ignore', 'update'])(
    'bulk items with the key of a waiting proposal lead to it, also if only one of them repeats it (%s)',
    async (policy) => {
      const ticker = `AGAIN${policy.toUpperCase()}`;
      const dividends = [1000, 2000].map((cash_dividend) => ({ ...DIVIDEND, ticker, cash_dividend }));
      const proposal = await propose(dividends[0] as object);
      // The one that counts is the last if rows replace, else the first.
      const items = policy === 'update' ? dividends.toReversed() : dividends;
      const path = `/svc/bulk/insert?resource=corporate_action&on_duplicate=${policy}`;
      const { results } = (await service.post(path, items, maker).expect(207)).body;
      for (const { value } of results) {
        expect(value.url ?? value.params.existing.url).toBe(`/svc/approval/${proposal.id}`);
      }
      const waiting = `/svc/approval?resource=corporate_action&limit=1000`;
      const { data } = (await service.get(waiting).expect(200)).body;
      expect(data.filter(({ key }: { key: { ticker: string } }) => key.ticker === ticker)).toHaveLength(1);
    },
  );

  it('bulk items of which the last equals the stored record propose nothing, and all lead to that record', async () => {
    const path = '/svc/bulk/insert?resource=corporate_action&on_duplicate=update';
    const record = { ...DIVIDEND, ticker: 'SAME' };
    const { body } = await effective(record);
    const items = [{ ...record, cash_dividend: 2000 }, record];
    const { results } = (await service.post(path, items, maker).expect(207)).body;
    const updated = {
      _operation_state: 'UPDATED',
      status: 200,
      value: { url: `/svc/record/corporate_action/${body.id}` },
    };
    expect(results).toEqual([expect.objectContaining(updated), expect.objectContaining(updated)]);
    expect(
      await service.sql(
        `SELECT id FROM proposal WHERE record_key ->> 'ticker' = 'SAME' AND status = 'pending'`,
      ),
    ).toEqual([]);
  });

  it('an import proposes its writes and deletions; a second run changes nothing', async () => {
    const lines = ['IMA', 'IMB', 'IMC'].map((ticker) => `${ticker},2024-06-10,cash_dividend,1000`);
    const file = folderWith({
      'actions.csv': `ticker,ex_date,type,cash_dividend\n${lines.join('\n')}\n`,
      'keys.csv': 'ticker,ex_date,type\nIMA,2024-06-10,cash_dividend\nIMX,2024-06-10,cash_dividend\n',
    });
    const environment = { GOVERNED: 'corporate_action' };
    const run = (name: string, ...options: string[]) =>
      summaryOf(service.address, ['corporate_action', file(name), ...options], environment);
    const first = await run('actions.csv');
    expect(first).toMatchObject({ code: 0, read: 3, proposed: 3, created: 0 });
    const queue = async (id: string) =>
      (await service.get(`/svc/approval?import_id=${id}`).expect(200)).body.data;
    const pendingProposals = await queue(first.id);
    expect(pendingProposals.map(({ key }: { key: { ticker: string } }) => key.ticker).sort()).toEqual([
      'IMA',
      'IMB',
      'IMC',
    ]);
    expect(await run('actions.csv')).toMatchObject({ code: 0, proposed: 3 });
    expect(await queue(first.id)).toHaveLength(3);
    for (const { id } of pendingProposals) await approve(id).expect(200);
    expect(await run('actions.csv')).toMatchObject({ code: 0, proposed: 0, unchanged: 3 });
    const removal = await run('keys.csv', '--delete');
    expect(removal).toMatchObject({ code: 3, proposed: 1, rejected: 1, deleted: 0 });
    const [proposal] = await queue(removal.id);
    await service.get(proposal.record_url).expect(200);
    await approve(proposal.id).expect(200);
    await service.get(proposal.record_url).expect(404);
  });

  it('rows of a file with one key: only those count as proposed whose values wait', async () => {
    await effective({ ...DIVIDEND, ticker: 'TWICE' });
    const key = 'TWICE,2024-01-05,cash_dividend';
    const file = folderWith({
      'back.csv': `ticker,ex_date,type,cash_dividend\n${key},2000\n${key},1000\n`,
      'keys.csv': `ticker,ex_date,type\n${key}\n${key}\n`,
    });
    const run = (...line: string[]) =>
      summaryOf(service.address, ['corporate_action', ...line], { GOVERNED: 'corporate_action' });
    const waiting = async (id: string) => (await service.get(`/svc/approval?import_id=${id}`)).body.data;

    const back = await run(file('back.csv'), '--on-duplicate', 'update');
    expect(back).toMatchObject({ code: 0, read: 2, proposed: 0, unchanged: 2, proposed_by: [] });
    expect(await waiting(back.id)).toEqual([]);

    // As where nothing is governed: the record is deleted by the first row.
    const removal = await run(file('keys.csv'), '--delete');
    expect(removal).toMatchObject({ code: 3, read: 2, proposed: 1, rejected: 1, proposed_by: [removal.id] });
    expect(await waiting(removal.id)).toHaveLength(1);
    expect(readFileSync(file('keys.csv.rejects.csv'), 'utf8')).toContain(',3,no such record (404),');
  });

  it('an import that is run again names the import under which its rows wait already', async () => {
    const row = (ticker: string) => `${ticker},2024-06-11,cash_dividend,1000`;
    const head = 'ticker,ex_date,type,cash_dividend';
    const file = folderWith({
      'half.csv': [head, row('RUNA')].join('\n'),
      'whole.csv': [head, row('RUNA'), row('RUNB')].join('\n'),
    });
    const line = (name: string) => ['corporate_action', file(name), '--principal', 'maker@example.com'];
    const governed = { GOVERNED: 'corporate_action' };
    const first = await summaryOf(service.address, line('half.csv'), governed);
    expect(first.proposed_by).toEqual([first.id]);
    const again = await runImport(service.address, line('half.csv'), governed);
    expect(again.stdout).toContain(`approve them by import ${first.id}\n`);
    const whole = await summaryOf(service.address, line('whole.csv'), governed);
    expect(whole).toMatchObject({ code: 0, proposed: 2 });
    expect(whole.proposed_by.toSorted()).toEqual([first.id, whole.id].toSorted());
    for (const id of whole.proposed_by) {
      const answer = await service.post(`/svc/approval/import/${id}/approve`, {}, checker).expect(200);
      expect(answer.body).toMatchObject({ approved: 1, complete: true });
    }
    await propose({ ...DIVIDEND, ticker: 'RUNC' });
    const single = folderWith({ 'c.csv': `${head}\nRUNC,2024-01-05,cash_dividend,1000\n` });
    const { stdout } = await runImport(
      service.address,
      ['corporate_action', single('c.csv'), '--principal', 'maker@example.com'],
      governed,
    );
    expect(stdout).toContain('approve them one by one');
  });

  it('sends proposal events with the address of the proposal, without values', async () => {
    const { id, record_id } = await propose({ ...DIVIDEND, ticker: 'EVT', cash_dividend: 66913 });
    await approve(id).expect(200);
    const { data } = (
      await service
        .get('/svc/events?ticker=EVT&order=desc&limit=3')
        .set('Accept', 'application/json')
        .expect(200)
    ).body;
    expect(data.map(({ type, url }: { type: string; url: string }) => [type, url])).toEqual([
      ['proposal.approved', `/svc/approval/${id}`],
      ['corporate_action.created', `/svc/record/corporate_action/${record_id}`],
      ['proposal.created', `/svc/approval/${id}`],
    ]);
    expect(data.map(({ counts }: { counts: unknown }) => counts)).toEqual([null, null, null]);
    expect(JSON.stringify(data)).not.toMatch(/:66913|example\.com/);
  });
});

describe('contract 10: SELF_APPROVAL=forbidden and governed data sets', () => {
  it('403 for the maker, 200 for another checker; the maker can reject', async () => {
    const service = await startApp({ SELF_APPROVAL: 'forbidden', GOVERNED: 'corporate_action' });
    try {
      const { id } = (await service.post('/svc/record/corporate_action', DIVIDEND).expect(202)).body;
      expectProblem(await service.post(`/svc/approval/${id}/approve`, {}), 403, 'self_approval');
      const checker = await service.token('checker');
      await service.post(`/svc/approval/${id}/approve`, { reason: 'Agreed' }, checker).expect(200);
      const nextProposal = (
        await service.put('/svc/record/corporate_action', { ...DIVIDEND, cash_dividend: 7 })
      ).body;
      await service.post(`/svc/approval/${nextProposal.id}/reject`, { reason: 'No' }).expect(200);
      // Data sets that are not listed are written immediately.
      await service
        .post('/svc/record/security', { ticker: 'ABC', name: 'Abc', exchange: 'HOSE' })
        .expect(201);
    } finally {
      await service.close();
    }
  });
});
