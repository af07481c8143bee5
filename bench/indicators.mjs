/**
 * Speed of the indicator kernel: node bench/indicators.mjs [--json]
 * Bars per second of the four indicators with a promised floor on a million bars, and the time of the ten
 * indicators of one request over 25 years (6,500 bars). One core; the best of several rounds, allocation of the
 * answer included. Ends with code 1 when an aim is missed.
 */
import { join } from 'node:path';
import { dist, ensureBuilt } from '../scripts/build.mjs';

const BARS = 1_000_000;
const YEARS_25 = 6_500;
const ROUNDS = 9;
/** bars/s on one core (technical-analysis: the kernel) */
const FLOOR = 10_000_000;
const FLOORED = ['rsi', 'macd', 'bollinger_bands', 'adx'];
const REQUEST = 'rsi,macd,bollinger_bands,adx,stochastic_slow,cci,mfi,parabolic_sar,linear_regression,zigzag';

ensureBuilt();
const folder = join(dist, 'src/modules/technical-analysis');
const { CATALOGUE, defaultsOf } = await import(join(folder, 'catalogue/catalogue.js'));
const { parseIndicators } = await import(join(folder, 'expression.js'));

const million = walk(BARS);
const speeds = CATALOGUE.filter(({ group }) => group !== 'Supply and demand').map((indicator) => {
  const params = defaultsOf(indicator);
  const seconds = best(() => indicator.compute(million, params));
  return { code: indicator.code, bars_per_second: Math.round(BARS / seconds) };
});

const history = walk(YEARS_25);
const request = timeOf(REQUEST);
const longest = timeOf(
  'bollinger_bands(500),cci(500),linear_regression(500),mfi(500),vma(500),sma(500),williams_r(500),adx(500),rsi(500),average_cmo(500,500)',
);

const result = {
  bars: BARS,
  rounds: ROUNDS,
  speeds,
  ten_indicators: { bars: YEARS_25, defaults_ms: request, periods_of_500_ms: longest },
  met: speeds.every(({ code, bars_per_second }) => !FLOORED.includes(code) || bars_per_second >= FLOOR),
};
if (process.argv.includes('--json')) console.log(JSON.stringify(result));
else {
  for (const { code, bars_per_second } of speeds) {
    const floor = FLOORED.includes(code) ? `  (floor ${FLOOR / 1e6})` : '';
    console.log(`${code.padEnd(20)}${(bars_per_second / 1e6).toFixed(1).padStart(8)} M bars/s${floor}`);
  }
  console.log(`ten indicators over ${YEARS_25} bars: ${request} ms; all with periods of 500: ${longest} ms`);
}
process.exitCode = result.met ? 0 : 1;

/** Milliseconds of one request. */
function timeOf(expression) {
  const parsed = parseIndicators(expression);
  if (!parsed.ok) throw new Error(parsed.errors[0].detail);
  const items = parsed.requests.map(({ code, params }) => ({
    indicator: CATALOGUE.find((one) => one.code === code),
    params,
  }));
  const seconds = best(() => items.map(({ indicator, params }) => indicator.compute(history, params)));
  return Math.round(seconds * 1e6) / 1000;
}

/** Seconds of the fastest round. */
function best(work) {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    work();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest / 1000;
}

/** A random walk on ticks of 50 VND, the same on every run. */
function walk(length) {
  let state = 1;
  const upTo = (most) => {
    state = (state * 48271) % 2147483647;
    return state % (most + 1);
  };
  const [open, high, low, close, volume] = Array.from({ length: 5 }, () => new Float64Array(length));
  let last = 20_000;
  for (let i = 0; i < length; i++) {
    open[i] = last;
    close[i] = Math.max(2_000, last + 50 * (upTo(12) - 6));
    high[i] = Math.max(open[i], close[i]) + 50 * upTo(4);
    low[i] = Math.min(open[i], close[i]) - 50 * upTo(4);
    volume[i] = upTo(1_000_000_000);
    last = close[i];
  }
  return { length, open, high, low, close, volume };
}
