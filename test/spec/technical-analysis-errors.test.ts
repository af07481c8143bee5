import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { barsOf, CATALOGUE, golden, PATH } from '../builders/technical-analysis.js';
import { culprits, expectProblem } from '../contract/wire.js';

describe('specification 4.1: refusals of technical analysis', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', barsOf(golden('ticks'), 'TICKS'));
  });
  afterAll(() => service.close());

  describe('errors: 400 problem+json naming the parameter', () => {
    it.each([
      ['indicator=rsi', 'ticker', 'required'],
      ['ticker=TICKS', 'indicator', 'required'],
      ['ticker=TICKS,FLAT&indicator=rsi', 'ticker', 'invalid_format'],
      ['ticker=TICKS&indicator=nothing', 'indicator', 'unknown_indicator'],
      ['ticker=TICKS&indicator=RSX', 'indicator', 'unknown_indicator'],
      ['ticker=TICKS&indicator=rsi,', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi(14', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi((14))', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi(14),rsi', 'indicator', 'duplicate_indicator'],
      ['ticker=TICKS&indicator=rsi(1)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi(501)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi(x)', 'indicator', 'invalid_value'],
      ['ticker=TICKS&indicator=rsi(1.5)', 'indicator', 'invalid_value'],
      ['ticker=TICKS&indicator=rsi(14,3)', 'indicator', 'too_many_values'],
      ['ticker=TICKS&indicator=obv(1)', 'indicator', 'too_many_values'],
      ['ticker=TICKS&indicator=macd(26,12)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=zigzag(5,open)', 'indicator', 'invalid_value'],
      [
        `ticker=TICKS&indicator=${Array.from({ length: 11 }, (_, at) => `rsi(${at + 2})`)}`,
        'indicator',
        'wrong_number_of_indicators',
      ],
      [`ticker=TICKS&indicator=${'a'.repeat(1001)}`, 'indicator', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&period=0', 'period', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&period=1', 'period', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi&period=x', 'period', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&fast_period=5', 'fast_period', 'unknown_parameter'],
      ['ticker=TICKS&indicator=rsi(9)&period=9', 'period', 'parameters_not_applicable'],
      ['ticker=TICKS&indicator=rsi,sma&period=9', 'period', 'parameters_not_applicable'],
      ['ticker=TICKS&indicator=macd&slow_period=5', 'slow_period', 'out_of_bounds'],
      ['ticker=TICKS&indicator=zigzag&source=open', 'source', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&adjusted=yes', 'adjusted', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&limit=10001', 'limit', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&offset=0', 'offset', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&cursor=x', 'cursor', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&from_date=20210202&to_date=20210201', 'from_date', 'out_of_range'],
    ])('%s', async (query, parameter, code) => {
      const answer = await service.get(`${PATH}?${query}`);
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body.errors).toEqual([{ parameter, code, detail: expect.stringMatching(/\S/) }]);
    });

    it('all culprits are named together, with the expected values', async () => {
      const answer = await service.get(`${PATH}?ticker=TICKS&indicator=rsi(1),nothing,macd(5,6,501)`);
      expect(answer.body.errors).toEqual([
        {
          parameter: 'indicator',
          code: 'out_of_bounds',
          detail: 'rsi: period must be an integer from 2 to 500, got 1',
        },
        {
          parameter: 'indicator',
          code: 'unknown_indicator',
          detail: expect.stringMatching(
            /^unknown indicator "nothing"; accepted are bollinger_bands, .*, average_cmo$/,
          ),
        },
        {
          parameter: 'indicator',
          code: 'out_of_bounds',
          detail: 'macd: signal_period must be an integer from 2 to 500, got 501',
        },
      ]);
      const named = await service.get(`${PATH}?ticker=TICKS&indicator=rsi,sma&period=9&deviation=2`);
      expect(culprits(named)).toEqual(['deviation', 'period']);
    });
  });

  it('401 without a token; every role may read', async () => {
    for (const path of [CATALOGUE, `${PATH}?ticker=TICKS&indicator=rsi`]) {
      expect((await fetch(`${service.url}${path}`)).status).toBe(401);
      await service.get(path, await service.token('reader')).expect(200);
    }
  });
});
