import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';

const aMic = (change: object = {}) => ({
  mic: 'ZZAA',
  operating_mic: 'ZZAA',
  oprt_sgmt: 'OPRT',
  market_name: 'BÖRSE MADE UP',
  legal_entity_name: 'MADE UP PLC',
  lei: '529900MADEUP00000042',
  market_category: 'RMKT',
  acronym: 'MUX',
  iso_country_code: 'ZZ',
  city: 'ĐÀ NẴNG',
  website: 'WWW.EXAMPLE.COM',
  status: 'ACTIVE',
  creation_date: '20200102',
  last_update_date: '20210304',
  last_validation_date: '20220506',
  expiry_date: null,
  comments: null,
  ...change,
});

describe('specification 2.7 and 3.4: market identifier codes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    const { body } = await service
      .post('/svc/bulk/insert?resource=mic', [
        aMic(),
        aMic({ mic: 'ZZAB', oprt_sgmt: 'SGMT', status: 'modified' }),
        aMic({ mic: 'ZZAC', oprt_sgmt: 'SGMT', status: 'Deleted', expiry_date: '2024-01-31' }),
      ])
      .expect(207);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 201, 201]);
  });
  afterAll(() => service.close());
  const micsOf = async (query: string) =>
    ((await service.get(`/reference/mic?${query}`).expect(200)).body.data as { mic: string }[]).map(
      (mic) => mic.mic,
    );

  it('every field of the table under its name, dates as YYYYMMDD', async () => {
    const { body } = await service.get('/reference/mic?mic=ZZAA').expect(200);
    expect(body.data).toEqual([aMic()]);
    expect((await service.get('/reference/mic?mic=ZZAC')).body.data[0].expiry_date).toBe('20240131');
  });

  it("ships Vietnam's exchanges: HOSE, HNX, UPCOM and HNX derivatives", async () => {
    const { body } = await service.get('/reference/mic?country=VN').expect(200);
    expect(
      body.data.map((mic: Record<string, string>) => [mic.mic, mic.operating_mic, mic.oprt_sgmt, mic.status]),
    ).toEqual([
      ['HSTC', 'HSTC', 'OPRT', 'ACTIVE'],
      ['XHNF', 'HSTC', 'SGMT', 'ACTIVE'],
      ['XHNX', 'HSTC', 'SGMT', 'ACTIVE'],
      ['XSTC', 'XSTC', 'OPRT', 'ACTIVE'],
    ]);
  });

  it.each([
    ['active', 'ZZAA'],
    ['ACTIVE', 'ZZAA'],
    ['updated', 'ZZAB'],
    ['modified', 'ZZAB'],
    ['EXPIRED', 'ZZAC'],
    ['Deleted', 'ZZAC'],
  ])('status=%s: both namings, in any letter case', async (status, mic) => {
    expect(await micsOf(`status=${status}&operating_mic=ZZAA`)).toEqual([mic]);
  });

  it('one list holds all statuses', async () => {
    expect(await micsOf('operating_mic=zzaa')).toEqual(['ZZAA', 'ZZAB', 'ZZAC']);
  });

  it.each([
    ['mic=xstc,HSTC', ['HSTC', 'XSTC']],
    ['country=ZZ&status=active', ['ZZAA']],
    ['q=borse made', ['ZZAA', 'ZZAB', 'ZZAC']],
    ['q=da nang', ['ZZAA', 'ZZAB', 'ZZAC']],
    [`q=${encodeURIComponent('Đà Nẵng')}`, ['ZZAA', 'ZZAB', 'ZZAC']],
    ['q=hochiminh', ['XSTC']],
    ['q=hose', ['XSTC']],
    ['q=mux&order=desc', ['ZZAC', 'ZZAB', 'ZZAA']],
  ])('%s', async (query, mics) => {
    expect(await micsOf(query)).toEqual(mics);
  });

  it.each([
    ['status=closed', 'status'],
    ['mic=XST', 'mic'],
    ['operating_mic=XSTCX', 'operating_mic'],
    ['country=vnm', 'country'],
    ['acronym=HOSE', 'acronym'],
  ])('%s: 400', async (query, parameter) => {
    const { body } = await service.get(`/reference/mic?${query}`).expect(400);
    expect(body.errors[0].parameter).toBe(parameter);
  });

  it('a newer list updates the changed rows, with an audit event, and leaves the rest alone', async () => {
    const [before] = await service.sql<{ id: string; changed_at: Date; revision: number }>(
      `SELECT id, changed_at, revision FROM mic WHERE mic = 'ZZAB'`,
    );
    const newer = [
      aMic(),
      aMic({ mic: 'ZZAB', oprt_sgmt: 'SGMT', status: 'EXPIRED', expiry_date: '20261130' }),
    ];
    await service.post('/svc/bulk/insert?resource=mic&on_duplicate=update', newer).expect(207);
    const [after] = await service.sql<{ changed_at: Date; revision: number }>(
      `SELECT changed_at, revision FROM mic WHERE mic = 'ZZAB'`,
    );
    expect(after?.revision).toBe((before?.revision ?? 0) + 1);
    expect(after?.changed_at.getTime()).toBeGreaterThan(before?.changed_at.getTime() ?? Number.NaN);
    expect(await service.sql(`SELECT revision FROM mic WHERE mic = 'ZZAA'`)).toEqual([{ revision: 1 }]);
    const { body } = await service.get(`/svc/audit?record_id=${before?.id}`).expect(200);
    expect(body.data[0]).toMatchObject({
      action: 'updated',
      before: { status: 'UPDATED', expiry_date: null },
      after: { status: 'EXPIRED', expiry_date: '2026-11-30' },
    });
  });
});
