import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { until } from '../embedded/harness.js';
import { expectProblem, type Send, wire } from './wire.js';

/** Names that careless CSV code would corrupt, and their RFC 4180 form. */
const NAMES: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['comma, inside', '"comma, inside"'],
  ['"quoted"', '"""quoted"""'],
  ['a "word", and more', '"a ""word"", and more"'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Tết Nguyên Đán', 'Tết Nguyên Đán'],
  ['e\u0301 decomposed', 'e\u0301 decomposed'],
  ['元旦 🎆', '元旦 🎆'],
  ['back\\slash \\n \\.', 'back\\slash \\n \\.'],
  ['semi;colon', 'semi;colon'],
  ['=1+1', '=1+1'],
  ["O'Hara -- '; DROP TABLE settlement", "O'Hara -- '; DROP TABLE settlement"],
  ['$1 $$ %s {0}', '$1 $$ %s {0}'],
  ['tab\there', 'tab\there'],
  ['\\.', '\\.'],
  ['NULL', 'NULL'],
];

describe('contract 1: CSV and NDJSON', () => {
  let service: TestApp;
  let send: Send;
  const days = NAMES.map(([name], index) =>
    aSettlementDay({ date: `2024-06-${String(index + 1).padStart(2, '0')}`, name }),
  );
  const list = '/reference/settlement?country=TH&order=asc';
  const csv =
    'country,date,timezone,name,status,settlement_date\n' +
    NAMES.map(([, cell], index) => `TH,${days[index]?.date},Asia/Bangkok,${cell},closed,\n`).join('');

  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    const { body } = await service.post('/svc/settlement/bulk/import', days).expect(207);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual(days.map(() => 201));
    await service.sql(`INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'BIG', date '1990-01-01' + n, 1, 2, 0.5, 1.5, n, 'test' FROM generate_series(1, 10500) n`);
    // A Saturday: the quote has a flag.
    await service.post('/svc/quote', aQuote({ ticker: 'LST', date: '2024-02-03' })).expect(201);
    const webhook = {
      url: 'http://127.0.0.1:9/',
      types: ['quote.approved', 'quote.deleted'],
      tickers: ['ABC'],
    };
    await service.post('/svc/webhooks', { ...webhook, active: false }).expect(201);
    // Rows written past the service have to be announced: the queue reads the days of pending tickers.
    await service.sql(`INSERT INTO quote_check VALUES ('BIG', date '1990-01-01', date '2018-12-31')
      ON CONFLICT (ticker) DO UPDATE SET first = excluded.first, last = excluded.last`);
    await until('the checks are done', async () => {
      const { body } = await service.get('/svc/quote/approval/counts').expect(200);
      return body.checks_pending === false;
    });
  });
  afterAll(() => service.close());

  it('CSV, byte for byte: header, LF, quoting of commas, quotes and line ends, UTF-8, empty for null', async () => {
    const answer = await send('GET', list, { headers: { Accept: 'text/csv' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text).toBe(csv);
  });

  it.each(['/svc/quote/approval?ticker=LST', '/svc/datasets/quote/flagged?limit=1', '/svc/webhooks'])(
    'GET %s: a list of values in CSV is the JSON of the other formats',
    async (path) => {
      const [record] = (await service.get(path).expect(200)).body.data as Record<string, unknown>[];
      const lists = Object.values(record ?? {}).filter((value) => Array.isArray(value) && value.length > 0);
      expect(lists.length).toBeGreaterThan(0);
      const { text } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}format=csv`);
      for (const list of lists) expect(text).toContain(`"${JSON.stringify(list).replaceAll('"', '""')}"`);
    },
  );

  it.each(['/index/profile', '/reference/currency?limit=3', '/search?q=VN30', '/svc/webhooks', '/svc/token'])(
    'GET %s: booleans in CSV are true and false, as in the other formats',
    async (path) => {
      const { text } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}format=csv`);
      expect(text).toMatch(/(^|,)(true|false)(,|$)/m);
      expect(text).not.toMatch(/(^|,)[tf](,|$)/m);
    },
  );

  it('NDJSON, byte for byte: one record a line, each line valid JSON', async () => {
    const answer = await send('GET', list, { headers: { Accept: 'application/x-ndjson' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/);
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      days.map((day) => ({ ...day, status: 'closed', settlement_date: null })),
    );
  });

  it('NDJSON rows are the rows of the JSON list, byte for byte', async () => {
    const json = await send('GET', list);
    const ndjson = await send('GET', `${list}&format=ndjson`);
    expect(`{"data":[${ndjson.text.trimEnd().split('\n').join(',\n')}],`).toBe(
      json.text.slice(0, json.text.indexOf('"meta"')),
    );
  });

  it.each([
    ['format=csv', '*/*', 'text/csv'],
    ['format=ndjson', 'application/json', 'application/x-ndjson'],
    ['format=json', 'text/csv', 'application/json'],
    ['', 'text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
    ['', 'text/csv;q=0.4, application/json', 'application/json'],
    ['', 'application/*', 'application/json'],
    ['', 'text/*', 'text/csv'],
    ['', '*/*', 'application/json'],
    ['', 'application/x-ndjson, text/csv;q=0.9', 'application/x-ndjson'],
    ['', 'application/json; charset=utf-8', 'application/json'],
    ['', 'application/json;charset=UTF-8, text/plain', 'application/json'],
    ['', 'text/csv; charset=utf-8', 'text/csv'],
    ['', 'application/x-ndjson; charset="utf-8"; q=0.9, text/csv;q=0.8', 'application/x-ndjson'],
    ['', 'application/json; charset=utf-8; q=0.2, text/csv;q=0.8', 'text/csv'],
  ])('?%s with Accept: %s answers %s', async (query, accept, type) => {
    const answer = await send('GET', `${list}&${query}`, { headers: { Accept: accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(new RegExp(`^${type.replaceAll('.', '\\.')}`));
  });

  it('a client without Accept gets JSON', async () => {
    expect((await send('GET', list)).headers['content-type']).toMatch(/^application\/json/);
  });

  it.each([
    'image/png',
    'text/html',
    'application/xml, text/plain',
    'application/json;q=0',
    'text/html; charset=utf-8',
  ])('406 for Accept: %s', async (accept) => {
    expectProblem(await send('GET', list, { headers: { Accept: accept } }), 406, 'not_acceptable');
  });

  it('an unknown format is 400', async () => {
    expectProblem(await service.get(`${list}&format=xml`), 400, 'invalid_input');
  });

  it('errors are problem+json, whatever format was requested', async () => {
    for (const format of ['csv', 'ndjson']) {
      expectProblem(await service.get(`/quote?format=${format}&from_date=20240230`), 400, 'invalid_input');
      expectProblem(await service.get(`/quote?format=${format}&limit=0`), 400, 'invalid_input');
    }
  });

  describe.each(['csv', 'ndjson'])('%s streams', (format) => {
    const header = format === 'csv' ? 1 : 0;
    const lines = async (query: string) => {
      const answer = await send('GET', `/quote?ticker=BIG&format=${format}${query}`);
      expect(answer.status).toBe(200);
      return answer.text
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '')
        .slice(header);
    };

    it('have no default limit and no cap', async () => {
      expect(await lines('')).toHaveLength(10_500);
      expect(await lines('&limit=10400')).toHaveLength(10_400);
    });

    it('honour limit, offset, order and the range of dates', async () => {
      expect(await lines('&limit=3')).toHaveLength(3);
      expect(await lines('&offset=10490')).toHaveLength(10);
      const [first, second] = await lines('&order=asc&offset=1&limit=2');
      expect(first).toContain('1990-01-03');
      expect(second).toContain('1990-01-04');
      expect(await lines('&from_date=19900102&to_date=19900111')).toHaveLength(10);
    });

    it('continue from a cursor', async () => {
      const page = (await service.get('/quote?ticker=BIG&limit=10000').expect(200)).body;
      const cursor = new URL(page.meta.next, service.url).searchParams.get('cursor');
      expect(await lines(`&cursor=${cursor}`)).toHaveLength(500);
    });

    it('an empty list is a header line, or nothing', async () => {
      const answer = await send('GET', `/quote?ticker=NONE&format=${format}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(format === 'csv' ? 'ticker,date,open,high,low,close,volume\n' : '');
    });

    it('HEAD: the headers and no body', async () => {
      const head = await send('HEAD', `/quote?ticker=BIG&format=${format}`);
      expect(head.status).toBe(200);
      expect(head.bytes).toHaveLength(0);
    });
  });

  it.each(['/quote', '/svc/quote', '/svc/settlement', '/svc/quote/approval', '/svc/audit'])(
    'GET %s: CSV has a column for every field and a line for every record',
    async (path) => {
      const json = (await service.get(`${path}?limit=3&order=asc`).expect(200)).body.data;
      const answer = await send('GET', `${path}?limit=3&order=asc&format=csv`);
      expect(answer.text.split('\n', 1)[0]).toBe(Object.keys(json[0]).join(','));
      const ndjson = await send('GET', `${path}?limit=3&order=asc&format=ndjson`);
      expect(ndjson.text.trimEnd().split('\n')).toHaveLength(3);
    },
  );

  it('a client that leaves in the middle of a stream disturbs nobody', async () => {
    const aborted = new AbortController();
    const answer = await fetch(`${service.url}/quote?ticker=BIG&format=csv`, {
      headers: { Authorization: `Bearer ${process.env.MDS_TEST_ADMIN_TOKEN}` },
      signal: aborted.signal,
    });
    aborted.abort();
    expect(answer.status).toBe(200);
    for (let round = 0; round < 6; round++) {
      expect((await send('GET', '/quote?ticker=BIG&format=csv')).text.split('\n')).toHaveLength(10_502);
    }
  });
});
