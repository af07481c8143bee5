import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cloneDatabase, startApp, startAppOn, type TestApp } from '../app.js';
import { hostTask } from '../host/client.js';

const { reference } = await hostTask('shippedFiles');

const aClass = (name: string, description: string) => ({
  code: `indices/${name}`,
  market_category: 'Indices',
  asset_class: name,
  asset_subclass: null,
  name,
  description,
});

describe('a second start', () => {
  const state = (service: TestApp) =>
    service.sql(`
      SELECT (SELECT count(*) FROM audit_event) AS events, (SELECT max(changed_at) FROM country) AS country,
        (SELECT count(*) FROM country) AS countries, (SELECT count(*) FROM mic) AS mics,
        (SELECT count(*) FROM currency) AS currencies, (SELECT count(*) FROM account) AS accounts`);

  it('loads nothing and changes nothing', async () => {
    const address = await cloneDatabase();
    const first = await startAppOn(address);
    const before = await state(first);
    expect(await first.inside('loadShippedReference')).toBe(0);
    await first.close();
    const second = await startAppOn(address);
    expect(await state(second)).toEqual(before);
    await second.close();
  });
});

describe('shipped reference data', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());
  const load = (version: number, ...records: object[]) =>
    service.inside('loadAssetClasses', `asset_class test ${version}`, records);
  const stored = async (name: string) =>
    (
      await service.sql<object>(`SELECT description, maker, revision FROM asset_class WHERE name = $1`, [
        name,
      ])
    )[0];
  const idOf = async (name: string) =>
    (await service.sql<{ id: string }>(`SELECT id FROM asset_class WHERE name = $1`, [name]))[0]?.id;

  it.each(reference)('$file: the version in the code is that of the file', ({ file, version }) => {
    const data = readFileSync(new URL(`../../src/modules/reference/data/${file}`, import.meta.url));
    expect(createHash('sha256').update(data).digest('hex').slice(0, 12)).toBe(version);
  });

  it('a part is read only when it is not loaded yet', async () => {
    await load(0, aClass('once', 'first'));
    expect(await service.inside('loadAssetClasses', 'asset_class test 0', null)).toBe(0);
    await expect(service.inside('loadAssetClasses', 'asset_class test new', null)).rejects.toThrow(
      'read again',
    );
  });

  it('two instances that load simultaneously load once', async () => {
    const loads = Array.from({ length: 4 }, () =>
      service.inside('loadAssetClasses', 'asset_class test race', [aClass('race', 'x')]),
    );
    expect((await Promise.all(loads)).sort()).toEqual([0, 0, 0, 1]);
  });

  it('a newer version updates untouched rows and inserts missing ones', async () => {
    await load(1, aClass('untouched', 'old'));
    expect(await load(2, aClass('untouched', 'new'), aClass('added', 'new'))).toBe(2);
    expect(await stored('untouched')).toEqual({ description: 'new', maker: 'shipped', revision: 2 });
    expect(await load(3, aClass('untouched', 'newer'))).toBe(1);
    expect(await stored('added')).toMatchObject({ description: 'new', revision: 1 });
  });

  it("a newer version undoes neither an operator's edit nor a deletion", async () => {
    await load(4, aClass('edited', 'old'), aClass('deleted', 'old'));
    await service
      .post('/svc/bulk/insert?resource=asset_class&on_duplicate=update', [
        { ...aClass('edited', 'mine') },
        { ...aClass('own', 'mine') },
      ])
      .expect(207);
    await service.sql(
      `WITH del AS (DELETE FROM asset_class WHERE id = $1 RETURNING *)
       INSERT INTO audit_event (resource, action, record_id, record_key, actor)
       SELECT 'asset_class', 'deleted', id, jsonb_build_object('code', code), 'operator@example.com' FROM del`,
      [await idOf('deleted')],
    );
    expect(await load(5, aClass('edited', 'new'), aClass('deleted', 'new'), aClass('own', 'new'))).toBe(0);
    expect(await stored('edited')).toMatchObject({ description: 'mine', maker: 'admin@localhost' });
    expect(await stored('own')).toMatchObject({ description: 'mine' });
    expect(await stored('deleted')).toBeUndefined();
  });

  it('every load is in the audit log', async () => {
    await load(6, aClass('logged', 'x'));
    const { body } = await service.get('/svc/audit?resource=asset_class&action=loaded&limit=1').expect(200);
    expect(body.data[0]).toMatchObject({
      actor: 'shipped',
      after: { part: 'asset_class test 6', rows: 1, updated: 0 },
    });
  });
});
