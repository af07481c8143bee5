import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { expectProblem } from '../contract/wire.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAY = '2024-01-31';
const bar = (ticker: string, close: number) => ({
  ticker,
  date: DAY,
  open: close,
  high: close,
  low: close,
  close,
  volume: 5_000,
});

describe('provenance of rows from sources', () => {
  let service: TestApp;
  let vendor: Vendor;
  let rows: object[] = [];
  beforeAll(async () => {
    service = await startApp({ GOVERNED: 'quote,economic_event' });
    vendor = await Vendor.start(() => ({ body: rows }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  const declare = (name: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`, options));
  async function bring(name: string, newRows: object[], options: object = {}): Promise<string> {
    rows = newRows;
    await declare(name, options);
    const result = await runSource(service, name, { from_date: DAY, to_date: DAY });
    expect(result).toMatchObject({ state: 'done', rejected: 0 });
    return result.id;
  }
  const recordOf = async (ticker: string) =>
    (await service.get(`/svc/record/quote?ticker=${ticker}&date=${DAY}`).expect(200)).body.id;
  const provenance = async (id: string, resource = 'quote') =>
    (await service.get(`/svc/record/${resource}/${id}/provenance`).expect(200)).body;

  it('each created or updated row names the source and the run, also under a declared principal', async () => {
    const first = await bring('first', [bar('AAA', 20_000), bar('BBB', 20_000)]);
    const [a, b] = [await recordOf('AAA'), await recordOf('BBB')];
    for (const id of [a, b])
      expect(await provenance(id)).toMatchObject({
        resource: 'quote',
        id,
        action: 'imported',
        source: 'first',
        run_id: first,
        decision: null,
      });
    const second = await bring('second', [bar('AAA', 20_010)], { principal: 'feed@example.com' });
    expect(await provenance(a)).toMatchObject({ action: 'updated', source: 'second', run_id: second });
    expect(await provenance(b)).toMatchObject({ source: 'first', run_id: first });
  });

  it('each version in the history names them, and so does the audit log', async () => {
    const history = (await service.get(`/svc/record/quote/${await recordOf('AAA')}/history`).expect(200))
      .body;
    expect(history.data.map(({ action, source }: Record<string, string>) => [action, source])).toEqual([
      ['updated', 'second'],
      ['imported', 'first'],
    ]);
    expect(history.data[0]).toMatchObject({ actor: 'feed@example.com', run_id: history.data[0].request_id });
    const audit = (await service.get('/svc/audit?resource=quote&action=imported&limit=1').expect(200)).body;
    expect(audit.data[0]).toMatchObject({ source: 'first' });
  });

  it('the history of a deleted record, and of a restored one, still begins with its import', async () => {
    const run = await bring('first', [bar('DEL', 20_000), bar('OTH', 20_000)]);
    const id = await recordOf('DEL');
    const history = async () =>
      (await service.get(`/svc/record/quote/${id}/history?order=asc`).expect(200)).body.data.map(
        ({ action, run_id }: Record<string, string>) => [action, run_id],
      );
    await service.delete(`/svc/record/quote/${id}`).expect(200);
    expect(await history()).toEqual([
      ['imported', run],
      ['deleted', null],
    ]);
    const deleted = (await service.get(`/svc/record/quote/${id}/history?limit=1`).expect(200)).body.data[0];
    await service.post(`/svc/record/quote/${id}/restore`, { event_id: deleted.id }).expect(200);
    expect(await history()).toEqual([
      ['imported', run],
      ['deleted', null],
      ['created', null],
    ]);
  });

  it('a row written by a person names no source', async () => {
    const { body } = await service.post('/svc/quote', bar('HAN', 20_000)).expect(201);
    expect(await provenance(body.id)).toMatchObject({ action: 'created', source: null, run_id: null });
    expectProblem(
      await service.get('/svc/record/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10/provenance'),
      404,
      'record_not_found',
    );
  });

  it('a row written by a person names no source, whatever name the request was given', async () => {
    const run = await bring('first', [bar('NAM', 20_000)]);
    const id = await recordOf('NAM');
    const putAs = (name: string, close: number) =>
      service.put('/svc/quote', bar('NAM', close)).set('X-Request-Id', name).expect(200);
    await putAs(run, 20_100);
    const byPerson = { action: 'updated', request_id: run, source: null, run_id: null };
    expect(await provenance(id)).toMatchObject(byPerson);
    const history = (await service.get(`/svc/record/quote/${id}/history?limit=1`).expect(200)).body;
    expect(history.data[0]).toMatchObject(byPerson);

    expect(await bring('first', [bar('NAM', 99_000_000)])).toBeTruthy();
    const [held] = (await service.get('/svc/quarantine?ticker=NAM').expect(200)).body.data;
    const decision = { reason: 'seen' };
    await service
      .post(`/svc/quarantine/${held.id}/release`, decision)
      .set('X-Request-Id', 'daily')
      .expect(200);
    expect(await provenance(id)).toMatchObject({ source: 'first', decision: 'released' });
    await putAs('daily', 20_200);
    expect(await provenance(id)).toMatchObject({ source: null, run_id: null, decision: null });
  });

  it('a row that a checker released names its source, its run and the decision', async () => {
    const run = await bring('odd', [bar('ODD', 99_000_000)]);
    const [quarantinedRow] = (await service.get('/svc/quarantine?ticker=ODD').expect(200)).body.data;
    await service.post(`/svc/quarantine/${quarantinedRow.id}/release`, { reason: 'seen' }).expect(200);
    expect(await provenance(await recordOf('ODD'))).toMatchObject({
      action: 'created',
      source: 'odd',
      run_id: run,
      decision: 'released',
    });
  });

  it('an approved proposal names its source, its run and the decision', async () => {
    const event = { date: DAY, organiser: 'GSO', event_name: 'CPI', location: 'Hanoi', country: 'VN' };
    const run = await bring('events', [event], { data_set: 'economic_event' });
    const [proposal] = (await service.get('/svc/approval?resource=economic_event').expect(200)).body.data;
    const checker = await service.token('checker', { principal: 'checker@example.com' });
    await service.post(`/svc/approval/${proposal.id}/approve`, {}, checker).expect(200);
    const { id } = (
      await service
        .get(`/svc/record/economic_event?date=${DAY}&organiser=GSO&event_name=CPI&location=Hanoi`)
        .expect(200)
    ).body;
    expect(await provenance(id, 'economic_event')).toMatchObject({
      action: 'created',
      source: 'events',
      run_id: run,
      decision: 'approved',
    });
  });

  it('a row that was released as a proposal and approved names its source, its run and the release', async () => {
    const event = { date: DAY, organiser: 'GSO', event_name: 'GDP', location: 'Hanoi', country: 'VN' };
    const contradictory = [1, 2].map((actual) => ({ ...event, actual }));
    const run = await bring('contradictory', contradictory, { data_set: 'economic_event' });
    const [held] = (await service.get('/svc/quarantine?resource=economic_event').expect(200)).body.data;
    await service.post(`/svc/quarantine/${held.id}/release`, { reason: 'the later one' }).expect(200);
    const [proposal] = (await service.get('/svc/approval?resource=economic_event').expect(200)).body.data;
    const checker = await service.token('checker', { principal: 'checker@example.com' });
    await service.post(`/svc/approval/${proposal.id}/approve`, {}, checker).expect(200);
    expect(await provenance(proposal.record_id, 'economic_event')).toMatchObject({
      action: 'created',
      source: 'contradictory',
      run_id: run,
      decision: 'released',
    });
  });
});
