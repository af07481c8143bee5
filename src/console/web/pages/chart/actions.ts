import { type Api, ApiError } from '../../api.js';
import { figure, integer } from '../../format.js';
import { text } from '../../text/language.js';

/** A corporate action: terms and note from GET /trading/actions, factor from GET /adjustments. */
export interface Action {
  ex_date: string;
  type: string;
  cash_dividend: number | null;
  share_ratio: number | null;
  rights_ratio: number | null;
  rights_price: number | null;
  note: string | null;
  factor: number | null;
  reference_before: number | null;
  reference_after: number | null;
}

/** Marks of the kinds of actions. `adjusts`: those that change the price are marked more strongly. */
const KINDS: Readonly<Record<string, { mark: string; adjusts: boolean }>> = {
  cash_dividend: { mark: 'D', adjusts: true },
  stock_dividend: { mark: 'S', adjusts: true },
  bonus_issue: { mark: 'B', adjusts: true },
  rights_issue: { mark: 'R', adjusts: true },
  split: { mark: 'X', adjusts: true },
  meeting: { mark: 'M', adjusts: false },
  listing: { mark: 'L', adjusts: false },
};

/** Number of actions requested per ticker: more than a century of them. */
const MOST_ACTIONS = 1_000;

/** For an event that changes no price: GET /adjustments omits it. */
const NO_EFFECT = { factor: null, reference_before: null, reference_after: null };

/** Reads all actions of a ticker, newest first; none if it has no security master. */
export async function readActions(api: Api, ticker: string, signal: AbortSignal): Promise<Action[]> {
  const query = { ticker, limit: MOST_ACTIONS };
  try {
    const [actions, adjustments] = await Promise.all([
      api.list<Action>('/trading/actions', query, signal),
      api.list<Action>('/adjustments', query, signal),
    ]);
    const effects = new Map(adjustments.data.map((action) => [keyOf(action), action]));
    return actions.data.map((action) => ({ ...NO_EFFECT, ...effects.get(keyOf(action)), ...action }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'record_not_found') return [];
    throw error;
  }
}

const keyOf = ({ ex_date, type }: Action): string => `${ex_date} ${type}`;

/** Mark and weight of an action. */
export function kindOf({ type }: Action): { mark: string; adjusts: boolean } {
  return KINDS[type] ?? { mark: 'E', adjusts: false };
}

/** The name of an action. */
export function nameOf({ type }: Action): string {
  const names: Readonly<Record<string, string>> = text.value.common.actions;
  return type === 'other' ? text.value.chart.actions.event : (names[type] ?? type);
}

/** The terms of an action, in words. */
export function termsOf(action: Action): string {
  const words = text.value.chart.actions;
  const { cash_dividend: cash, share_ratio: shares, rights_ratio: rights, rights_price: at } = action;
  const terms = [
    cash !== null && words.cash(integer(cash)),
    shares !== null && words.shares(figure(shares)),
    rights !== null && words.rights(figure(rights), integer(at)),
  ].filter((term) => term !== false);
  return terms.join(', ');
}

/** An action in one line. */
export function describe(action: Action): string {
  const name = nameOf(action);
  const words = kindOf(action).adjusts ? termsOf(action) : (action.note ?? '');
  return words === '' ? name : `${name}: ${words}`;
}
