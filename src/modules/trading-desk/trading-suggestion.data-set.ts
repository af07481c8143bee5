import { instant } from '../../database/sql.js';
import type { FieldError } from '../../errors/domain-errors.js';
import type { DataSet } from '../dataset/data-set.js';
import { TradingSuggestionWrite } from './trading-suggestion.dto.js';

/** Suggestions to trade. */
export const TRADING_SUGGESTION: DataSet<TradingSuggestionWrite> = {
  name: 'trading_suggestion',
  title: 'Trading suggestions',
  table: 'trading_suggestion',
  key: ['suggestion_id'],
  record: TradingSuggestionWrite,
  check: checkStop,
  dateColumn: 'published_at',
  path: '/svc/record/trading_suggestion',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.suggestion_id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale, r.author,
      ${instant('r.published_at')} AS published_at, r.id, ${instant('r.changed_at')} AS timestamp) item`,
  columnNames: {
    suggestion_id: ['guid'],
    published_at: ['published', 'publish date', 'date', 'datetime', 'time'],
    target_price: ['target'],
    stop_price: ['stop', 'stop loss'],
  },
};

/** The stop lies on the other side of the target. */
function checkStop({ side, target_price: target, stop_price: stop }: TradingSuggestionWrite): FieldError[] {
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
