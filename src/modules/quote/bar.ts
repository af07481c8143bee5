import type { FieldError } from '../../errors/domain-errors.js';

/** Prices of one daily bar, VND (index levels: points). */
export interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Checks the rule of every bar, low ≤ open, close ≤ high; names each price that breaks it. */
export function checkBar(bar: Bar): FieldError[] {
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

function outside(pointer: string, detail: string): FieldError {
  return { pointer, code: 'inconsistent_bar', detail };
}
