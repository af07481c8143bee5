import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { culprits, expectProblem, rowCounts } from './wire.js';

const URL = 'https://example.com/receiver';
const SOURCE = '/svc/source/vendor';
/** Settings with a resource of their own, each with a body that changes them, by a number. */
const SETTINGS = {
  webhook: (at: number) => ({ url: URL, description: `no. ${at}` }),
  source: (at: number) => aSource(URL, { description: `no. ${at}` }),
};

describe.each(Object.entries(SETTINGS))('contract 3: If-Match on a %s', (kind, bodyOf) => {
  let service: TestApp;
  let path: string;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const put = (at: number, tag?: string) => {
    const request = service.put(path, bodyOf(at));
    return tag === undefined ? request : request.set('If-Match', tag);
  };
  const remove = (tag: string) => service.delete(path).set('If-Match', tag);
  const create = async () => {
    path = SOURCE;
    if (kind === 'source') await put(0).expect(201);
    else path = (await service.post('/svc/webhooks', bodyOf(0)).expect(201)).headers.location;
    return (await service.get(path).expect(200)).headers.etag as string;
  };

  it('a PUT gets through with the present version, strong, weak, in a list or as *, and returns the next', async () => {
    let etag = await create();
    for (const [at, tagOf] of [
      (tag: string) => tag,
      (tag: string) => tag.replace(/^W\//, ''),
      (tag: string) => `"other", ${tag}`,
      () => '*',
    ].entries()) {
      const { headers } = await put(at, tagOf(etag)).expect(200);
      expect(headers.etag).not.toBe(etag);
      expect((await service.get(path).expect(200)).headers.etag).toBe(headers.etag);
      etag = headers.etag;
    }
    await remove(etag).expect(200);
  });

  it('a PUT or DELETE based on former settings is 412 and changes nothing', async () => {
    const former = await create();
    await put(1).expect(200);
    const { text, headers } = await service.get(path).expect(200);
    const counts = await rowCounts(service);
    expectProblem(await put(2, former), 412, 'precondition_failed');
    expectProblem(await remove(former), 412, 'precondition_failed');
    expectProblem(await remove('"*"'), 412, 'precondition_failed');
    expect(await rowCounts(service)).toEqual(counts);
    expect((await service.get(path)).text).toBe(text);
    await remove(headers.etag).expect(200);
    expectProblem(await remove(headers.etag), 404, 'record_not_found');
  });

  it('of rivals with the same version exactly one wins', async () => {
    const etag = await create();
    const answers = await Promise.all([1, 2, 3, 4].map((at) => put(at, etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    await service.delete(path).expect(200);
  });

  it('what happens to them without a change of the settings changes the ETag, not the version', async () => {
    const etag = await create();
    await service.sql(
      kind === 'source'
        ? `UPDATE source SET newest_date = '2024-01-31'`
        : `UPDATE webhook SET last_error = 'answered 500', last_error_at = clock_timestamp()`,
    );
    await service.get(path).set('If-None-Match', etag).expect(200);
    await put(1, etag).expect(200);
    await service.delete(path).expect(200);
  });

  it('If-None-Match is refused, as on every change', async () => {
    await create();
    expect(culprits(await service.put(path, bodyOf(1)).set('If-None-Match', '*'))).toEqual(['If-None-Match']);
    await service.delete(path).expect(200);
  });
});

describe('contract 3: If-Match on a source that is absent', () => {
  it('is 412, and nothing is declared', async () => {
    const service = await startApp();
    for (const tag of ['*', '"20240131081502123456"']) {
      expectProblem(await service.put(SOURCE, aSource(URL)).set('If-Match', tag), 412, 'precondition_failed');
    }
    expectProblem(await service.get(SOURCE), 404, 'record_not_found');
    await service.close();
  });
});
