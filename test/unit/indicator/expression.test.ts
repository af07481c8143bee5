import { describe, expect, it } from '@jest/globals';
import { type ExpressionError, parseIndicators } from '../../../src/modules/technical-analysis/expression.js';

function keys(text: string, named?: Record<string, string>): string[] {
  const parsed = parseIndicators(text, named);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ detail }) => detail).join('; '));
  return parsed.requests.map(({ key }) => key);
}

function errors(text: string, named?: Record<string, string>): readonly ExpressionError[] {
  const parsed = parseIndicators(text, named);
  return parsed.ok ? [] : parsed.errors;
}

describe('accepted expressions', () => {
  it.each([
    ['rsi', ['rsi(14)']],
    ['rsi(9)', ['rsi(9)']],
    ['rsi,macd(5,13,6)', ['rsi(14)', 'macd(5,13,6)']],
    ['macd(5,13,6),rsi', ['macd(5,13,6)', 'rsi(14)']],
    ['macd(5)', ['macd(5,26,9)']],
    ['rsi()', ['rsi(14)']],
    ['obv,ad_line()', ['obv', 'ad_line']],
    ['RSI(14),Macd,zigzag(5,CLOSE)', ['rsi(14)', 'macd(12,26,9)', 'zigzag(5,close)']],
    [' rsi ( 9 ) , macd( 5 , 13 ) ', ['rsi(9)', 'macd(5,13,9)']],
    ['rsi(9),rsi(14)', ['rsi(9)', 'rsi(14)']],
    ['bollinger_bands(20,2.50)', ['bollinger_bands(20,2.5)']],
    ['bollinger_bands(20,0.30000000000000004)', ['bollinger_bands(20,0.30000000000000004)']],
    ['parabolic_sar(0.0010000000000000002)', ['parabolic_sar(0.0010000000000000002,0.2)']],
    ['parabolic_sar', ['parabolic_sar(0.02,0.2)']],
    ['parabolic_sar(0.2,0.2)', ['parabolic_sar(0.2,0.2)']],
    ['zigzag', ['zigzag(5,high_low)']],
    ['zigzag(10,close)', ['zigzag(10,close)']],
    ['rsi(2),rsi(500),momentum(1)', ['rsi(2)', 'rsi(500)', 'momentum(1)']],
    [
      'rsi(2),rsi(3),rsi(4),rsi(5),rsi(6),rsi(7),rsi(8),rsi(9),rsi(10),rsi(11)',
      expect.arrayContaining(['rsi(11)']),
    ],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('gives every parameter by name', () => {
    expect(parseIndicators('macd(5,13)')).toEqual({
      ok: true,
      requests: [
        { code: 'macd', key: 'macd(5,13,9)', params: { fast_period: 5, slow_period: 13, signal_period: 9 } },
      ],
    });
  });

  it('takes named parameters with one item without brackets', () => {
    expect(keys('rsi', { period: '9' })).toEqual(['rsi(9)']);
    expect(keys('macd', { slow_period: '30', fast_period: '10' })).toEqual(['macd(10,30,9)']);
    expect(keys('zigzag', { source: 'close' })).toEqual(['zigzag(5,close)']);
    expect(keys('zigzag', { deviation: '2.0123456789' })).toEqual(['zigzag(2.0123456789,high_low)']);
  });
});

describe('refused expressions', () => {
  it.each([
    ['', 'wrong_number_of_indicators', 'expected 1 to 10 indicators, got 0'],
    [
      'rsi(2),rsi(3),rsi(4),rsi(5),rsi(6),rsi(7),rsi(8),rsi(9),rsi(10),rsi(11),obv',
      'wrong_number_of_indicators',
      'got 11',
    ],
    ['rsi(14', 'malformed', 'brackets do not match'],
    ['rsi)14(', 'malformed', 'brackets do not match'],
    ['rsi((14))', 'malformed', 'brackets do not match'],
    ['rsi(14)(9)', 'malformed', '"rsi(14)(9)"'],
    ['rsi(14)x', 'malformed', '"rsi(14)x"'],
    ['rsi,,macd', 'malformed', '"" is no indicator'],
    ['rsi,', 'malformed', '"" is no indicator'],
    ['(14)', 'malformed', '"(14)"'],
    ['supertrend', 'unknown_indicator', 'unknown indicator "supertrend"'],
    ['RSX', 'unknown_indicator', 'unknown indicator "RSX"; the nearest is rsi; accepted are '],
    ['constructor', 'unknown_indicator', 'unknown indicator "constructor"'],
    ['rsi(14,9)', 'too_many_values', 'rsi takes at most 1 values, got 2'],
    ['obv(5)', 'too_many_values', 'obv takes at most 0 values, got 1'],
    ['rsi(x)', 'invalid_value', 'rsi: period must be an integer from 2 to 500'],
    ['rsi(1e2)', 'invalid_value', 'rsi: period must be an integer'],
    ['rsi(14.5)', 'invalid_value', 'rsi: period must be an integer'],
    ['macd(,26)', 'invalid_value', 'macd: fast_period must be an integer'],
    ['zigzag(5,open)', 'invalid_value', 'zigzag: source must be one of high_low, close'],
    ['rsi(1)', 'out_of_bounds', 'rsi: period must be an integer from 2 to 500, got 1'],
    ['rsi(501)', 'out_of_bounds', 'rsi: period must be an integer from 2 to 500, got 501'],
    ['rsi(-14)', 'out_of_bounds', 'got -14'],
    ['momentum(0)', 'out_of_bounds', 'momentum: period must be an integer from 1 to 500, got 0'],
    [
      'bollinger_bands(20,0.09)',
      'out_of_bounds',
      'bollinger_bands: deviation must be a number from 0.1 to 10',
    ],
    ['stochastic_fast(14,101)', 'out_of_bounds', 'stochastic_fast: d_period'],
    ['macd(26,26)', 'out_of_bounds', 'macd: fast_period must be less than slow_period'],
    ['macd(30)', 'out_of_bounds', 'macd: fast_period must be less than slow_period'],
    ['parabolic_sar(0.3)', 'out_of_bounds', 'parabolic_sar: maximum must not be less than step'],
    ['rsi,rsi(14)', 'duplicate_indicator', 'rsi(14) is requested twice'],
    ['macd(12),macd(12,26,9)', 'duplicate_indicator', 'macd(12,26,9) is requested twice'],
  ])('%s: %s', (text, code, detail) => {
    expect(errors(text)).toEqual([
      expect.objectContaining({ code, detail: expect.stringContaining(detail) }),
    ]);
  });

  it('names the indicator and the parameter', () => {
    expect(errors('macd(5,1000)')).toEqual([
      {
        code: 'out_of_bounds',
        indicator: 'macd',
        parameter: 'slow_period',
        detail: 'macd: slow_period must be an integer from 2 to 500, got 1000',
      },
    ]);
  });

  it('gives every reason at once', () => {
    expect(errors('rsi(1),nonsense,macd(x,y)').map(({ indicator, code }) => `${indicator} ${code}`)).toEqual([
      'rsi out_of_bounds',
      'nonsense unknown_indicator',
      'macd invalid_value',
      'macd invalid_value',
    ]);
  });

  it.each([
    ['rsi,obv', { period: '9' }, 'parameters_not_applicable'],
    ['rsi(9)', { period: '9' }, 'parameters_not_applicable'],
    ['rsi()', { period: '9' }, 'parameters_not_applicable'],
    ['rsi', { slow_period: '9' }, 'unknown_parameter'],
    ['obv', { period: '9' }, 'unknown_parameter'],
    ['rsi', { period: 'nine' }, 'invalid_value'],
    ['rsi', { period: '' }, 'invalid_value'],
  ])('%s with the named parameters %j', (text, named, code) => {
    expect(errors(text, named)).toEqual([expect.objectContaining({ code })]);
  });

  it('repeats the caller only in part', () => {
    expect(errors('x'.repeat(5000))[0]?.detail).not.toContain('x'.repeat(100));
  });
});
