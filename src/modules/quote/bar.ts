import type { FieldError } from '../../errors/domain-errors.js';
import { marketToday } from '../../market/today.js';

/** Prices of one daily bar, VND (index levels: points). */
export interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** The rule that every bar keeps: low ≤ open, close ≤ high. Names each price that breaks it. */
function checkBar(bar: Bar): FieldError[] {
  const errors: FieldError[] = [];
  if (bar.low > bar.high) errors.push(outside('/low', `low ${bar.low} is above high ${bar.high}`));
  else {
    if (bar.open < bar.low || bar.open > bar.high) {
      errors.push(outside('/open', `open ${bar.open} is outside low ${bar.low} to high ${bar.high}`));
    }
    if (bar.close < bar.low || bar.close > bar.high) {
      errors.push(outside('/close', `close ${bar.close} is outside low ${bar.low} to high ${bar.high}`));
    }
  }
  return errors;
}

/** The rules that every quote keeps: those of its bar, and no day that is still to come in the market's zone. */
export function checkQuote(quote: Bar & { date: string }): FieldError[] {
  const errors = checkBar(quote);
  const today = marketToday();
  if (quote.date > today) {
    errors.push({
      pointer: '/date',
      code: 'date_in_future',
      detail: `${quote.date} is after today, ${today} in the market's zone`,
    });
  }
  return errors;
}

function outside(pointer: string, detail: string): FieldError {
  return { pointer, code: 'inconsistent_bar', detail };
}
