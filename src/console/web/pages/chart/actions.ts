import type { Api } from '../../api.js';
import { figure, integer, NOTHING, price } from '../../format.js';
import { type Column, table } from '../../table.js';
import { empty, h } from '../../ui.js';

/** A corporate action: its terms and note of GET /trading/actions, its factor of GET /adjustments. */
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

/** How kinds of actions are named and marked. `adjusts`: those that change the price are marked more strongly. */
const KINDS: Readonly<Record<string, { name: string; mark: string; adjusts: boolean }>> = {
  cash_dividend: { name: 'Cash dividend', mark: 'D', adjusts: true },
  stock_dividend: { name: 'Stock dividend', mark: 'S', adjusts: true },
  bonus_issue: { name: 'Bonus issue', mark: 'B', adjusts: true },
  rights_issue: { name: 'Rights issue', mark: 'R', adjusts: true },
  split: { name: 'Split', mark: 'X', adjusts: true },
  meeting: { name: 'Meeting', mark: 'M', adjusts: false },
  listing: { name: 'Listing', mark: 'L', adjusts: false },
  other: { name: 'Event', mark: 'E', adjusts: false },
};

/** Actions of one ticker that are asked for: more than a century of them. */
const MOST_ACTIONS = 1_000;

/** Of an event that changes no price: GET /adjustments does not have it. */
const NO_EFFECT = { factor: null, reference_before: null, reference_after: null };

/** All actions of a ticker, newest first. */
export async function readActions(api: Api, ticker: string, signal: AbortSignal): Promise<Action[]> {
  const query = { ticker, limit: MOST_ACTIONS };
  const [actions, adjustments] = await Promise.all([
    api.list<Action>('/trading/actions', query, signal),
    api.list<Action>('/adjustments', query, signal),
  ]);
  const effects = new Map(adjustments.data.map((action) => [keyOf(action), action]));
  return actions.data.map((action) => ({ ...NO_EFFECT, ...effects.get(keyOf(action)), ...action }));
}

const keyOf = ({ ex_date, type }: Action): string => `${ex_date} ${type}`;

/** Name, mark and weight of an action. */
export function kindOf({ type }: Action): { name: string; mark: string; adjusts: boolean } {
  return KINDS[type] ?? { name: type, mark: 'E', adjusts: false };
}

/** What an action gives, in words. */
export function termsOf(action: Action): string {
  const { cash_dividend: cash, share_ratio: shares, rights_ratio: rights, rights_price: at } = action;
  const terms = [
    cash !== null && `${integer(cash)} VND a share`,
    shares !== null && `${figure(shares)} new for 1`,
    rights !== null && `right to ${figure(rights)} for 1 at ${integer(at)} VND`,
  ].filter((term) => term !== false);
  return terms.join(', ');
}

/** An action in one line. */
export function describe(action: Action): string {
  const { name, adjusts } = kindOf(action);
  const words = adjusts ? termsOf(action) : (action.note ?? '');
  return words === '' ? name : `${name}: ${words}`;
}

const COLUMNS: readonly Column<Action>[] = [
  { heading: 'Ex-date', cell: (action) => action.ex_date, rowHeading: true },
  {
    heading: 'Action',
    cell: (action) => h('span', {}, mark(action), ` ${kindOf(action).name}`),
  },
  { heading: 'Terms', cell: (action) => termsOf(action) || NOTHING },
  { heading: 'Factor', cell: ({ factor }) => (factor === null ? NOTHING : factor.toFixed(4)), numeric: true },
  {
    heading: 'Reference',
    cell: ({ reference_before: before, reference_after: after }) =>
      before === null ? NOTHING : `${price(before)} → ${price(after)}`,
    numeric: true,
    wideOnly: true,
  },
  { heading: 'Note', cell: ({ note }) => note ?? NOTHING, wideOnly: true },
];

function mark(action: Action): HTMLElement {
  const { mark: letter, adjusts } = kindOf(action);
  return h('span', { class: adjusts ? 'badge badge-accent' : 'badge badge-neutral' }, letter);
}

/** The actions as a table. */
export function actionsTable(ticker: string, actions: readonly Action[]): HTMLElement {
  return actions.length === 0
    ? empty('No corporate actions', `None is stored for ${ticker}.`)
    : table(`Corporate actions of ${ticker}`, COLUMNS, actions);
}
