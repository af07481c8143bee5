import type { FieldError } from '../../errors/domain-errors.js';
import type { Written } from '../dataset/columns.js';
import { dataSet } from '../dataset/data-set.js';
import { SUGGESTION_FLAGS } from './desk-flags.js';
import { TradingSuggestion } from './trading-suggestion.entity.js';

/** Suggestions to trade. */
export const TRADING_SUGGESTION = dataSet(TradingSuggestion, {
  title: 'Trading suggestions',
  isComputedFrom: false,
  check: checkStop,
  dateColumn: 'published_at',
  notAhead: 'published_at',
  flags: SUGGESTION_FLAGS,
});

/** Checks that the stop is below the target of a buy, above that of a sell. */
function checkStop({
  side,
  target_price: target,
  stop_price: stop,
}: Written<TradingSuggestion>): FieldError[] {
  if (target === undefined || stop === undefined) return [];
  const wrong = (side === 'buy' && stop >= target) || (side === 'sell' && stop <= target);
  if (!wrong) return [];
  const place = side === 'buy' ? 'below' : 'above';
  return [
    {
      pointer: '/stop_price',
      code: 'out_of_range',
      detail: `the stop ${stop} of a ${side} is not ${place} its target ${target}`,
    },
  ];
}
