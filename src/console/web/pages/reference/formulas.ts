import type { RowOf } from '../../view/read.js';

type Code = RowOf<'/trade/technical-analysis/indicators'>['code'];

/** How indicators are computed, in one line each; n is its period, t the typical price (high + low + close) ÷ 3. */
export const FORMULAS: Readonly<Partial<Record<Code, string>>> = {
  bollinger_bands: 'middle = SMA(close, n); upper, lower = middle ± deviation × √(Σ(close − middle)² ÷ n)',
  parabolic_sar:
    'SAR += AF × (extreme − SAR); AF grows by step at each new extreme up to maximum; reverses when touched',
  ad_line: 'AD += volume × ((close − low) − (high − close)) ÷ (high − low)',
  obv: 'OBV ± volume: + when the close rises, − when it falls',
  vma: 'SMA(volume, n)',
  ema: 'EMA += (x − EMA) × 2 ÷ (n + 1); begins with the SMA of the first n',
  sma: 'Σ of the last n values ÷ n',
  adx: 'ADX = Wilder mean of 100 × |+DI − −DI| ÷ (+DI + −DI); ±DI = 100 × ±DM ÷ TR, each smoothed over n',
  adxr: '(ADX + ADX of n − 1 bars before) ÷ 2',
  linear_regression: 'end of the line of least squares through the last n closes',
  macd: 'MACD = EMA(fast) − EMA(slow); signal = EMA(MACD, signal period); histogram = MACD − signal',
  zigzag: 'lines between turns of the price that are at least deviation % away from the turn before',
  cci: '(t − SMA(t, n)) ÷ (0.015 × mean |t − SMA(t, n)|)',
  cmo: '100 × (gain − loss) ÷ (gain + loss), both smoothed as of the RSI',
  momentum: 'close − close of n bars before',
  mfi: '100 × positive ÷ (positive + negative) of t × volume over n bars',
  roc: '100 × (close ÷ close of n bars before − 1)',
  rsi: '100 × gain ÷ (gain + loss), each mean = (mean before × (n − 1) + x) ÷ n',
  stochastic_fast: '%K = 100 × (close − lowest low) ÷ (highest high − lowest low) over k; %D = SMA(%K, d)',
  stochastic_slow: 'slow %K = SMA(%K, slowing); slow %D = SMA(slow %K, d)',
  williams_r: '−100 × (highest high − close) ÷ (highest high − lowest low) over n',
  foreign_buy_volume: 'Σ of the volume that foreign investors bought in n days',
  foreign_sell_volume: 'Σ of the volume that foreign investors sold in n days',
  average_buy_order: 'Σ volume of buy orders ÷ Σ count of buy orders, n days',
  average_sell_order: 'Σ volume of sell orders ÷ Σ count of sell orders, n days',
  buy_on_sell_ratio: 'average buy order ÷ average sell order',
  buy_on_sell_volume_ratio: 'Σ volume of buy orders ÷ Σ volume of sell orders, n days',
  buy_on_sell_order_ratio: 'Σ count of buy orders ÷ Σ count of sell orders, n days',
  average_rsi: 'SMA(RSI(n), average period)',
  average_momentum: 'SMA(momentum(n), average period)',
  average_mfi: 'SMA(MFI(n), average period)',
  average_roc: 'SMA(ROC(n), average period)',
  average_cmo: 'SMA(CMO(n), average period)',
};
