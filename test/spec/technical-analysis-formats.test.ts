import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { barsOf, expectClose, golden, PATH } from '../builders/technical-analysis.js';
import { expectProblem, type Send, wire } from '../contract/wire.js';

describe('specification 4.1: technical analysis as CSV and NDJSON', () => {
  let service: TestApp;
  const ticks = golden('ticks');
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    await plant(service, 'quote', barsOf(ticks, 'TICKS'));
  });
  afterAll(() => service.close());

  describe('CSV and NDJSON', () => {
    it('CSV, byte for byte: quoted column names, empty for null', async () => {
      const answer = await service.get(
        `${PATH}?ticker=TICKS&indicator=sma(3),macd(2,3,2),zigzag(50)&order=asc&limit=4&format=csv`,
      );
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      const [a, b, c, d] = ticks.series.close as [number, number, number, number];
      const [third, fourth] = [(a + b + c) / 3, (b + c + d) / 3];
      const lines = answer.text.split('\n');
      expect(lines[0]).toBe(
        'ticker,date,sma(3),"macd(2,3,2).macd","macd(2,3,2).signal","macd(2,3,2).histogram",' +
          '"zigzag(50,high_low).zigzag","zigzag(50,high_low).pivot","zigzag(50,high_low).confirmed"',
      );
      expect(lines[1]).toBe('TICKS,2021-01-01,,,,,,,');
      expect(lines[3]).toBe(`TICKS,2021-01-03,${third},,,,,,`);
      const [ticker, date, sma, ...macd] = (lines[4] ?? '').split(',');
      expect([ticker, date]).toEqual(['TICKS', '2021-01-04']);
      expectClose([Number(sma)], [fourth]);
      expect(macd.slice(0, 3).every((cell) => String(Number(cell)) === cell)).toBe(true);
      expect(macd.slice(3)).toEqual(['', '', '']);
      expect(lines.slice(5)).toEqual(['']);
    });

    it('CSV has words and flags', async () => {
      const { text } = await service.get(`${PATH}?ticker=TICKS&indicator=zigzag(1)&format=csv`);
      expect(text).toMatch(/\nTICKS,2021-\d\d-\d\d,[\d.]+,(high|low),true\n/);
    });

    it('NDJSON, byte for byte: the records of the JSON list, one a line', async () => {
      const query = `${PATH}?ticker=TICKS&indicator=rsi,zigzag(1),obv&limit=240`;
      const { text } = await service.get(query);
      const answer = await send('GET', query, { headers: { Accept: 'application/x-ndjson' } });
      expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/);
      expect(`{"data":[${answer.text.trimEnd().split('\n').join(',\n')}],`).toBe(
        text.slice(0, text.indexOf('"meta"')),
      );
    });

    it('have no default limit, honour window and cursor, and are a header line or empty without rows', async () => {
      const lines = async (query: string) =>
        (await service.get(`${PATH}?ticker=TICKS&indicator=rsi&format=csv&${query}`).expect(200)).text
          .trimEnd()
          .split('\n')
          .slice(1);
      const all = await lines('');
      expect(all).toHaveLength(240);
      expect(await lines('offset=3&limit=4')).toEqual(all.slice(3, 7));
      const { next } = (await service.get(`${PATH}?ticker=TICKS&indicator=rsi&limit=200`)).body.meta;
      expect(await lines(`cursor=${new URL(next, service.url).searchParams.get('cursor')}`)).toEqual(
        all.slice(200),
      );
      const empty = `${PATH}?ticker=NONE&indicator=rsi`;
      expect((await service.get(`${empty}&format=csv`)).text).toBe('ticker,date,rsi(14)\n');
      expect((await send('GET', `${empty}&format=ndjson`)).text).toBe('');
    });

    it('406 for other types, HEAD without a body, errors as problems', async () => {
      expectProblem(await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).set('Accept', 'image/png'), 406);
      expectProblem(await service.get(`${PATH}?ticker=TICKS&indicator=nothing&format=csv`), 400);
      const head = await send('HEAD', `${PATH}?ticker=TICKS&indicator=rsi&format=csv`);
      expect([head.status, head.text]).toEqual([200, '']);
    });
  });
});
