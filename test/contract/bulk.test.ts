import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { culprits, expectProblem, rowCounts, type Send, wire } from './wire.js';

interface Result {
  _operation_id: number;
  _operation_state: string;
  _operation_total_ms: number;
  status: number;
  value: { url?: string; params?: { errors?: { pointer: string; code: string }[] } };
}

const POLICIES = {
  error: { constant: 'IF_DUPLICATE_THEN_ERROR', outcome: 'FAILED 303' },
  update: { constant: 'IF_DUPLICATE_THEN_UPDATE', outcome: 'UPDATED 200' },
  ignore: { constant: 'IF_DUPLICATE_THEN_IGNORE', outcome: 'IGNORED 204' },
} as const;

const outcomes = (body: { results: Result[] }) =>
  body.results.map((result) => `${result._operation_state} ${result.status}`);

describe('contract 4: bulk', () => {
  let service: TestApp;
  let send: Send;
  let serial = 0;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  /** A ticker that no other test has used. */
  const ticker = () => {
    serial += 1;
    return `BLK${serial}`;
  };

  describe.each([
    ['POST', 'post', '/svc/quote/bulk/import?'],
    ['PUT', 'put', '/svc/quote/bulk/import?'],
    ['POST', 'post', '/svc/bulk/insert?resource=quote&'],
  ] as const)('%s %s%s', (_verb, method, path) => {
    describe.each(Object.entries(POLICIES))('policy %s', (name, { constant, outcome }) => {
      it.each([name, constant])(
        'on_duplicate=%s: a key twice in one request, the second meets the first',
        async (policy) => {
          const [first, second] = [aQuote({ ticker: ticker() }), aQuote({ ticker: ticker() })];
          const items = [second, first, { ...first, close: 67100 }, second];
          const { body } = await service[method](`${path}on_duplicate=${policy}`, items).expect(207);
          expect(outcomes(body)).toEqual(['CREATED 201', 'CREATED 201', outcome, outcome]);
          const [stored] = (await service.get(`/quote?ticker=${first.ticker}`)).body.data;
          expect(stored.close).toBe(name === 'update' ? 67100 : 67000);
        },
      );
    });
  });

  it.each(['ERROR', 'Update', 'if_duplicate_then_ignore'])(
    'on_duplicate=%s: letter case does not matter (contract 10)',
    async (policy) => {
      const path = `/svc/quote/bulk/import?on_duplicate=${policy}`;
      await service.post(path, [aQuote({ ticker: ticker() })]).expect(207);
    },
  );

  it.each(['upsert', '', 'error,update', 'IF_DUPLICATE_THEN_UPSERT'])(
    'on_duplicate=%s is 400',
    async (policy) => {
      const answer = await service.post(`/svc/quote/bulk/import?on_duplicate=${policy}`, [
        aQuote({ ticker: ticker() }),
      ]);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['on_duplicate']);
    },
  );

  it('invalid items between valid ones fail with 400 and name each culprit; the others succeed', async () => {
    const [one, two] = [aQuote({ ticker: ticker() }), aQuote({ ticker: ticker() })];
    const items: [unknown, string, string[]?][] = [
      [one, 'CREATED 201'],
      [null, 'FAILED 400', ['']],
      ['text', 'FAILED 400', ['']],
      [[one], 'FAILED 400', ['']],
      [7, 'FAILED 400', ['']],
      [{}, 'FAILED 400', ['/close', '/date', '/high', '/low', '/open', '/ticker', '/volume']],
      [aQuote({ ticker: 'x', date: '20240230' }), 'FAILED 400', ['/date', '/ticker']],
      [{ ...aQuote({ ticker: ticker() }), colour: 'red' }, 'FAILED 400', ['/colour']],
      [aQuote({ ticker: ticker(), low: 99999 }), 'FAILED 400', ['/low']],
      [{ ...aQuote({ ticker: ticker() }), id: 'ignored', is_apporval: 1 }, 'CREATED 201'],
      [two, 'CREATED 201'],
      [one, 'FAILED 303'],
    ];
    const { body } = await service
      .post(
        '/svc/quote/bulk/import',
        items.map(([item]) => item),
      )
      .expect(207);
    expect(outcomes(body)).toEqual(items.map(([, outcome]) => outcome));
    for (const [index, [, , pointers]] of items.entries()) {
      const result: Result = body.results[index];
      expect(result._operation_id).toBe(index + 1);
      if (pointers === undefined) continue;
      expect(result.value.params?.errors?.map((error) => error.pointer).sort()).toEqual(pointers);
    }
    expect((await service.get(`/quote?ticker=${one.ticker},${two.ticker}`)).body.data).toHaveLength(2);
  });

  it('a bar that breaks low ≤ open ≤ high in the middle of 200 harms no other item', async () => {
    const items = quotesOf(ticker(), 200).map((quote, index) =>
      index === 99 ? { ...quote, open: 0 } : quote,
    );
    const { body } = await service.post('/svc/quote/bulk/import', items).expect(207);
    expect(outcomes(body).filter((outcome) => outcome === 'CREATED 201')).toHaveLength(199);
    expect(outcomes(body)[99]).toBe('FAILED 400');
  });

  it('a record recreated by bulk at once is another version: If-Match of the former one is refused', async () => {
    const items = quotesOf(ticker(), 20);
    const [item] = items;
    const make = () => service.post('/svc/quote/bulk/import', items).expect(207);
    const tagOf = async ({ body }: { body: { results: Result[] } }) =>
      (await service.get(String(body.results[0]?.value.url)).expect(200)).headers.etag as string;
    const former = await tagOf(await make());
    for (const { ticker, date } of items) await service.delete(`/svc/quote?ticker=${ticker}&date=${date}`);
    const present = await tagOf(await make());
    expect(present).not.toBe(former);
    const replace = (tag: string) => service.put('/svc/quote', { ...item, volume: 1 }).set('If-Match', tag);
    expectProblem(await replace(former), 412, 'precondition_failed');
    expect((await replace(present)).status).toBe(200);
    const tags = await Promise.all(
      items.map(async ({ ticker, date }) => {
        const { body } = await service.get(`/svc/quote?ticker=${ticker}&from_date=${date}&to_date=${date}`);
        return (await service.get(body.data[0].url ?? `/svc/quote/${body.data[0].id}`)).headers.etag;
      }),
    );
    expect(new Set(tags).size).toBe(items.length);
  });

  it('a value too long for an index fails with 400 and harms no other item', async () => {
    await service.sql('CREATE INDEX news_summary ON news (summary)');
    const random = (length: number) =>
      String.fromCharCode(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 20_000)));
    const items = [10, 3_000, 10].map((length, index) => ({
      news_id: `long-${index}`,
      title: 'A title',
      summary: random(length),
      source: 'test',
      published_at: '2024-01-02T08:00:00Z',
      source_type: 'exchange',
      category: 'securities',
    }));
    const { body } = await service.post('/svc/bulk/insert?resource=news', items).expect(207);
    expect(outcomes(body)).toEqual(['CREATED 201', 'FAILED 400', 'CREATED 201']);
    await service.sql('DROP INDEX news_summary');
  });

  it('an item that only the database refuses fails with 400 and harms no other item', async () => {
    await service.sql(`ALTER TABLE quote ADD CONSTRAINT quote_lucky CHECK (volume <> 4711) NOT VALID`);
    const items = quotesOf(ticker(), 50).map((quote, index) =>
      index === 7 || index === 30 ? { ...quote, volume: 4711 } : quote,
    );
    for (const policy of ['error', 'update']) {
      const { body } = await service.post(`/svc/quote/bulk/import?on_duplicate=${policy}`, items).expect(207);
      const failures = (body.results as Result[]).filter((result) => result.status === 400);
      expect(failures.map((result) => result._operation_id)).toEqual([8, 31]);
      expect(failures[0]?.value.params?.errors).toMatchObject([{ code: 'refused_by_database' }]);
    }
    expect((await service.get(`/quote?ticker=${items[0]?.ticker}`)).body.data).toHaveLength(48);
    await service.sql('ALTER TABLE quote DROP CONSTRAINT quote_lucky');
  });

  it('a refused item is found on connections that have written nothing before', async () => {
    await service.sql(`ALTER TABLE quote ADD CONSTRAINT quote_lucky CHECK (volume <> 4711) NOT VALID`);
    const another = await startAppOn(service.address);
    const requests = Array.from({ length: 8 }, () =>
      quotesOf(ticker(), 50).map((quote, index) => (index === 7 ? { ...quote, volume: 4711 } : quote)),
    );
    const answers = await Promise.all(
      requests.map((items) => another.post('/svc/quote/bulk/import?on_duplicate=error', items).expect(207)),
    );
    for (const { body } of answers) {
      const failures = (body.results as Result[]).filter((result) => result.status !== 201);
      expect(failures.map((result) => [result._operation_id, result.status])).toEqual([[8, 400]]);
    }
    await another.close();
    await service.sql('ALTER TABLE quote DROP CONSTRAINT quote_lucky');
  });

  it('the audit log has one event per created item, in the order of the keys', async () => {
    const items = quotesOf(ticker(), 5);
    const path = `/svc/quote/bulk/import`;
    const answers = [await service.post(path, items.slice(1)), await service.post(path, items)];
    expect(answers.map(({ body }) => body.results.length)).toEqual([4, 5]);
    const events = await service.sql<{
      action: string;
      record_id: string;
      record_key: object;
      after: object;
    }>(
      `SELECT action, record_id, record_key, after FROM audit_event
       WHERE record_key ->> 'ticker' = '${items[0]?.ticker}' ORDER BY id`,
    );
    const order = [...items.slice(1), items[0]];
    expect(events.map(({ after }) => after)).toEqual(order);
    expect(`/svc/quote/${events[4]?.record_id}`).toBe(answers[1]?.body.results[0].value.url);
    expect(events[4]).toMatchObject({ action: 'created', record_key: { ticker: items[0]?.ticker } });
  });

  it.each(['[]', '{}', '{"0":{}}', '"x"', '5', 'true', 'null', '[[]]x', ''])(
    'a body of %s is 400 and nothing is written',
    async (body) => {
      const counts = await rowCounts(service);
      for (const path of [
        '/svc/quote/bulk/import',
        '/svc/settlement/bulk/import',
        '/svc/bulk/insert?resource=security',
      ]) {
        expectProblem(await send('POST', path, { body }), 400, 'invalid_input');
      }
      expect(await rowCounts(service)).toEqual(counts);
    },
  );

  it.each([
    ['', 'resource'],
    ['?resource=nothing', 'resource'],
    ['?resource=api_token', 'resource'],
    ['?resource=audit_event', 'resource'],
    ['?resource=__proto__', 'resource'],
    ['?resource=constructor', 'resource'],
    ['?resource=quote&resource=quote', 'resource'],
  ])('POST /svc/bulk/insert%s is 400 and names %s', async (query, culprit) => {
    const answer = await service.post(`/svc/bulk/insert${query}`, [aQuote()]);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([culprit]);
  });

  it('settlement days follow the same rules', async () => {
    const day = aSettlementDay({ date: '2025-04-13' });
    const items = [day, { ...day, name: 'Renamed' }, { ...day, date: 'x' }];
    const { body } = await service.put('/svc/settlement/bulk/import?on_duplicate=update', items).expect(207);
    expect(outcomes(body)).toEqual(['CREATED 201', 'UPDATED 200', 'FAILED 400']);
    expect((await service.get(body.results[0].value.url)).body.name).toBe('Renamed');
  });

  it('UPDATED and IGNORED lead to the stored item as well', async () => {
    const quote = aQuote({ ticker: ticker() });
    const { headers } = await service.post('/svc/quote', quote).expect(201);
    for (const policy of ['update', 'ignore']) {
      const { body } = await service
        .post(`/svc/quote/bulk/import?on_duplicate=${policy}`, [quote])
        .expect(207);
      expect(body.results[0].value).toEqual({ url: headers.location });
    }
  });

  it('concurrent imports of the same keys in different orders create every key once, and no request fails', async () => {
    const quotes = quotesOf(ticker(), 100);
    const orders = [quotes, [...quotes].reverse(), quotes, [...quotes].reverse()];
    const answers = await Promise.all(
      orders.map((items, index) =>
        service.post(`/svc/quote/bulk/import?on_duplicate=${index % 2 ? 'update' : 'error'}`, items),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([207, 207, 207, 207]);
    const all = answers.flatMap((answer) => outcomes(answer.body));
    expect(all.filter((outcome) => outcome === 'CREATED 201')).toHaveLength(100);
    expect(new Set(all)).toEqual(new Set(['CREATED 201', 'FAILED 303', 'UPDATED 200']));
  });

  describe('Idempotency-Key', () => {
    const path = '/svc/quote/bulk/import';
    const keyed = (key: string, items: object, target = path, token?: string) =>
      service.post(target, items, token).set('Idempotency-Key', key);

    it('the same key and body replays the stored answer and writes nothing', async () => {
      const items = [aQuote({ ticker: ticker() }), { bad: true }];
      const first = await keyed('one', items).expect(207);
      const counts = await rowCounts(service);
      const second = await keyed('one', items).expect(207);
      expect(second.text).toBe(first.text);
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('another body, resource or policy under the same key is 422 and writes nothing', async () => {
      const items = [aQuote({ ticker: ticker() })];
      await keyed('two', items).expect(207);
      const counts = await rowCounts(service);
      expectProblem(await keyed('two', [aQuote({ ticker: ticker() })]), 422, 'idempotency_key_reused');
      expectProblem(await keyed('two', items, `${path}?on_duplicate=update`), 422, 'idempotency_key_reused');
      expectProblem(
        await keyed('two', items, '/svc/bulk/insert?resource=settlement'),
        422,
        'idempotency_key_reused',
      );
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('a key belongs to its token', async () => {
      const items = [aQuote({ ticker: ticker() })];
      const first = await keyed('three', items).expect(207);
      const other = await keyed('three', items, path, await service.token('maker')).expect(207);
      expect(other.body.id).not.toBe(first.body.id);
      expect(outcomes(other.body)).toEqual(['FAILED 303']);
    });

    it('behind a gateway, a key belongs to its principal', async () => {
      const gateway = await service.token('admin', { kind: 'gateway' });
      const [first, second] = ['one@example.com', 'two@example.com'] as const;
      for (const principal of [first, second]) await service.token('maker', { principal });
      const asked = (principal: string, items: object) =>
        keyed('four', items, path, gateway).set('X-Requested-By', principal);
      const items = [aQuote({ ticker: ticker() })];
      const answer = await asked(first, items).expect(207);
      expect(outcomes((await asked(second, items).expect(207)).body)).toEqual(['FAILED 303']);
      expectProblem(await asked(second, [aQuote({ ticker: ticker() })]), 422, 'idempotency_key_reused');
      const again = await asked(first, items).expect(207);
      expect([again.text, again.headers['idempotency-replayed']]).toEqual([answer.text, 'true']);
    });

    it('of concurrent requests with one key one is executed and all get its answer', async () => {
      const items = quotesOf(ticker(), 50);
      const answers = await Promise.all(Array.from({ length: 8 }, () => keyed('four', items)));
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(207));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      expect(new Set(outcomes(answers[0]?.body))).toEqual(new Set(['CREATED 201']));
    });

    it('a refused request does not use up its key', async () => {
      expectProblem(await keyed('five', []), 400);
      expectProblem(await keyed('five', quotesOf(ticker(), 201)), 413);
      expect(outcomes((await keyed('five', [aQuote({ ticker: ticker() })]).expect(207)).body)).toEqual([
        'CREATED 201',
      ]);
    });

    it('is free again after 24 hours', async () => {
      const items = [aQuote({ ticker: ticker() })];
      await keyed('six', items).expect(207);
      await service.sql(
        "UPDATE idempotency_key SET created_at = created_at - interval '25 hours' WHERE key = 'six'",
      );
      expect(outcomes((await keyed('six', items).expect(207)).body)).toEqual(['FAILED 303']);
    });

    it.each(['', ' ', 'with blank', 'x'.repeat(201), 'ü', 'tab\there'])(
      '%j is 400 and names the header',
      async (key) => {
        const counts = await rowCounts(service);
        const body = JSON.stringify([aQuote({ ticker: ticker() })]);
        const answer = await send('POST', path, { body, headers: { 'Idempotency-Key': key } });
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['Idempotency-Key']);
        expect(await rowCounts(service)).toEqual(counts);
      },
    );

    it('a key may have 200 visible characters', async () => {
      await keyed('!'.repeat(200), [aQuote({ ticker: ticker() })]).expect(207);
    });
  });
});

describe.each(Object.entries(POLICIES))('contract 4: BULK_DUPLICATE_POLICY=%s', (name, { outcome }) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ BULK_DUPLICATE_POLICY: name });
    await service.post('/svc/quote', aQuote()).expect(201);
  });
  afterAll(() => service.close());

  it.each(['post', 'put'] as const)('%s follows it, and a request may override it', async (method) => {
    const run = async (query: string) =>
      outcomes((await service[method](`/svc/quote/bulk/import${query}`, [aQuote()]).expect(207)).body);
    expect(await run('')).toEqual([outcome]);
    for (const other of Object.keys(POLICIES) as (keyof typeof POLICIES)[]) {
      expect(await run(`?on_duplicate=${other}`)).toEqual([POLICIES[other].outcome]);
    }
  });
});
