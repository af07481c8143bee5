import { type FieldError, pointerTo } from '../../errors/domain-errors.js';
import { choiceKind } from '../../kinds/kinds.js';

/** The terms that each kind of action must state; no other may be given. */
const TERMS = {
  cash_dividend: ['cash_dividend'],
  stock_dividend: ['share_ratio'],
  bonus_issue: ['share_ratio'],
  rights_issue: ['rights_ratio', 'rights_price'],
  split: ['share_ratio'],
  meeting: [],
  listing: [],
  other: [],
} as const;

/** Kinds of corporate actions; meeting, listing and other are events that change no price. */
const ACTION_TYPES = Object.keys(TERMS) as (keyof typeof TERMS)[];
export const actionTypeKind = choiceKind(ACTION_TYPES);

/** Terms of an action to be written. */
interface Terms {
  type: string;
  cash_dividend?: number;
  share_ratio?: number;
  rights_ratio?: number;
  rights_price?: number;
}

/** Checks that an action has exactly the terms of its kind. */
export function checkTerms(action: Terms): FieldError[] {
  const required: readonly string[] = TERMS[action.type as keyof typeof TERMS] ?? [];
  const errors: FieldError[] = [];
  for (const name of ['cash_dividend', 'share_ratio', 'rights_ratio', 'rights_price'] as const) {
    const isGiven = action[name] !== undefined;
    if (required.includes(name) && !isGiven) {
      errors.push({ pointer: pointerTo(name), code: 'required', detail: `a ${action.type} needs ${name}` });
    } else if (isGiven && !required.includes(name)) {
      errors.push({
        pointer: pointerTo(name),
        code: 'not_applicable',
        detail: `a ${action.type} has no ${name}`,
      });
    }
  }
  return errors;
}
