import { isAborted } from '../api.js';
import { integer } from '../format.js';
import { nameOf as callerName, permits } from '../rights.js';
import { onRoute } from '../router.js';
import type { Session } from '../session.js';
import { addShortcuts } from '../shortcuts.js';
import { type Column, table } from '../table.js';
import { toast, toastError } from '../toast.js';
import { badge, button, empty, failure, fill, h, loading } from '../ui.js';
import { approve, askReason, decideWithReason, type Reasoned } from './approvals/decide.js';
import { type DetailAction, showDetails } from './approvals/details.js';
import { filterBar, want, wanted } from './approvals/filters.js';
import { ageText, FLAGS, figureCell, nameOf, type QueuedQuote } from './approvals/quote.js';

const PAGE = 50;

/** Quotes that wait for approval or were decided on. */
export function mount(root: HTMLElement, session: Session): () => void {
  const { api, caller } = session;
  const mayDecide = permits(session, 'quote:approve') && caller.principal !== null;
  let request = new AbortController();
  let quotes: QueuedQuote[] = [];
  let rows: HTMLTableRowElement[] = [];
  let current = 0;
  /** true from a decision until the list after it is here: nothing is decided on by a list that is old */
  let isDeciding = false;
  const selected = new Set<string>();
  const filters = filterBar();
  const count = h('p', { class: 'muted', role: 'status' });
  const actions = h('div', { class: 'toolbar' });
  const content = h('div', {}, loading());
  const pager = h('div', { class: 'more' });
  const all = h('input', { type: 'checkbox', 'aria-label': 'Select all of this page' });
  all.addEventListener('change', () => {
    for (const { id } of quotes) all.checked ? selected.add(id) : selected.delete(id);
    refresh();
  });
  fill(
    root,
    h('header', { class: 'page-head' }, h('h1', {}, 'Approvals')),
    filters.element,
    !mayDecide && h('p', { class: 'notice' }, refusal()),
    h(
      'section',
      { class: 'card', 'aria-label': 'Queue' },
      h('div', { class: 'card-head queue-head' }, count, actions),
      content,
      pager,
    ),
  );
  const stops = [
    onRoute(({ page }) => {
      if (page !== 'approvals') return;
      blank();
      void load();
    }),
    addShortcuts('Approvals', [
      { keys: 'j', label: 'Next quote', repeats: true, run: () => move(1) },
      { keys: 'k', label: 'Previous quote', repeats: true, run: () => move(-1) },
      { keys: 'x', label: 'Select or not', run: () => toggle(quotes[current]) },
      { keys: 'o', label: 'Open, as Enter on the row', run: () => open(quotes[current]) },
      { keys: 'a', label: 'Approve the selected, or this one', run: () => void run('approve', byKey()) },
      { keys: 'r', label: 'Reject the selected, or this one', run: () => void run('reject', byKey()) },
    ]),
  ];
  void load();
  return () => {
    for (const stop of stops) stop();
    request.abort();
  };

  /** Takes the rows away at once when others are asked for: what is not asked for any more is not decided on. */
  function blank(): void {
    quotes = [];
    rows = [];
    current = 0;
    selected.clear();
    count.replaceChildren();
    pager.replaceChildren();
    fill(content, loading());
    refresh();
  }

  async function load(): Promise<void> {
    request.abort();
    request = new AbortController();
    filters.refresh();
    const query = wanted();
    try {
      const page = await api.list<QueuedQuote>(
        '/svc/quote/approval',
        { ...query, limit: PAGE, total: true },
        request.signal,
      );
      quotes = page.data;
      show(page.meta.total ?? quotes.length, page.meta.next);
    } catch (error) {
      if (isAborted(error)) return;
      quotes = [];
      show(0, null);
      fill(
        content,
        failure(error, () => void load()),
      );
    }
  }

  function show(total: number, next: string | null): void {
    const { status, cursor } = wanted();
    current = Math.max(0, Math.min(current, quotes.length - 1));
    for (const id of selected) if (!quotes.some((quote) => quote.id === id)) selected.delete(id);
    fill(count, `${integer(total)} ${status}`);
    if (quotes.length === 0) {
      fill(
        content,
        empty(status === 'pending' ? 'Nothing waits' : 'None', 'No quote matches these filters.'),
      );
    } else fill(content, table('Quotes', columns(), quotes));
    rows = [...content.querySelectorAll('tbody tr')] as HTMLTableRowElement[];
    for (const [index, row] of rows.entries()) {
      row.tabIndex = -1;
      row.addEventListener('focus', () => mark(index));
      row.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || event.target !== row) return;
        event.preventDefault(); // else the same key presses what gets the focus
        open(quotes[index]);
      });
    }
    const after = next === null ? null : new URLSearchParams(next.split('?')[1]).get('cursor');
    fill(
      pager,
      cursor !== '' && button('First page', () => want({ cursor: '' })),
      after !== null && button('Next page', () => want({ cursor: after })),
    );
    refresh();
  }

  function columns(): readonly Column<QueuedQuote>[] {
    return [
      ...(mayDecide ? [{ heading: all, cell: box }] : []),
      {
        heading: 'Quote',
        cell: (quote) =>
          h(
            'button',
            { type: 'button', class: 'cell-link', on: { click: () => open(quote) } },
            h('strong', {}, quote.ticker),
            ` ${quote.date}`,
          ),
        rowHeading: true,
      },
      {
        heading: 'Flags',
        cell: ({ flags }) =>
          h(
            'span',
            { class: 'cell-words' },
            ...flags.map((flag) => badge(FLAGS[flag]?.name ?? flag, 'warn')),
          ),
      },
      { heading: 'Open', cell: (quote) => figureCell(quote, 'open'), numeric: true, wideOnly: true },
      { heading: 'High', cell: (quote) => figureCell(quote, 'high'), numeric: true, wideOnly: true },
      { heading: 'Low', cell: (quote) => figureCell(quote, 'low'), numeric: true, wideOnly: true },
      { heading: 'Close', cell: (quote) => figureCell(quote, 'close'), numeric: true },
      { heading: 'Volume', cell: (quote) => figureCell(quote, 'volume'), numeric: true, wideOnly: true },
      { heading: 'Age', cell: ({ age_seconds: age }) => ageText(age), numeric: true },
      { heading: 'Maker', cell: ({ maker }) => maker ?? '', wideOnly: true },
      ...(wanted().status === 'pending'
        ? []
        : [{ heading: 'Decided by', cell: ({ decided_by: by }: QueuedQuote) => by ?? '', wideOnly: true }]),
    ];
  }

  function box(quote: QueuedQuote): HTMLElement {
    const check = h('input', { type: 'checkbox', 'aria-label': `Select ${nameOf(quote)}` });
    check.addEventListener('change', () => toggle(quote));
    return check;
  }

  /** Shows which rows are selected, which one the keyboard is on, and what can be done with them. */
  function refresh(): void {
    mark(current);
    for (const [index, row] of rows.entries()) {
      const isSelected = selected.has(quotes[index]?.id ?? '');
      row.setAttribute('aria-selected', String(isSelected));
      const check = row.querySelector('input');
      if (check !== null) check.checked = isSelected;
    }
    all.checked = quotes.length > 0 && selected.size === quotes.length;
    all.indeterminate = selected.size > 0 && !all.checked;
    // By mouse only what was selected is decided on; the keyboard may also take the row that it is on.
    const chosen = selected.size;
    fill(
      actions,
      ...(mayDecide ? decisions(ticked) : []).map(({ label, kind, run: act }) =>
        button(chosen > 0 ? `${label} ${chosen}` : label, act, {
          ...(kind && { kind }),
          disabled: chosen === 0 || isDeciding,
        }),
      ),
    );
  }

  function mark(index: number): void {
    current = index;
    for (const [at, row] of rows.entries()) {
      if (at === index) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }

  function move(step: number): void {
    const row = rows[Math.max(0, Math.min(current + step, rows.length - 1))];
    row?.focus();
  }

  function toggle(quote: QueuedQuote | undefined): void {
    if (quote === undefined || !mayDecide) return;
    if (!selected.delete(quote.id)) selected.add(quote.id);
    refresh();
  }

  /** What the buttons decide on. */
  function ticked(): readonly QueuedQuote[] {
    return quotes.filter(({ id }) => selected.has(id));
  }

  /** What the keyboard decides on: the selected quotes, else the one that it is on. */
  function byKey(): readonly QueuedQuote[] {
    return selected.size > 0 ? ticked() : quotes.slice(current, current + 1);
  }

  /** What can be done in the state that is shown, with the quotes that `targets` gives at that time. */
  function decisions(targets: () => readonly QueuedQuote[]): DetailAction[] {
    const { status } = wanted();
    const action = (what: Reasoned | 'approve') => () => void run(what, targets());
    if (status === 'approved') return [{ label: 'Take back', run: action('revoke') }];
    const approval = { label: 'Approve', kind: 'primary', run: action('approve') } as const;
    if (status === 'rejected') return [{ label: 'Take back', run: action('revoke') }, approval];
    return [{ label: 'Reject', kind: 'danger', run: action('reject') }, approval];
  }

  function open(quote: QueuedQuote | undefined): void {
    if (quote === undefined) return;
    const offered = mayDecide ? decisions(() => [quote]) : [];
    showDetails(api, quote, { actions: offered, mayAudit: permits(session, 'audit:read') });
  }

  async function run(what: Reasoned | 'approve', targets: readonly QueuedQuote[]): Promise<void> {
    const isOffered = what !== 'reject' || wanted().status === 'pending';
    if (!mayDecide || !isOffered || targets.length === 0) return;
    if (isDeciding) return toast('Not decided: the decision before is still on its way');
    isDeciding = true;
    try {
      const reason = what === 'approve' ? '' : await askReason(what, targets);
      if (reason === null) return;
      refresh();
      await decide(what, targets, reason);
      await load();
    } finally {
      isDeciding = false;
    }
    refresh();
    if (document.querySelector('dialog[open]') === null) rows[current]?.focus({ preventScroll: true });
  }

  async function decide(
    what: Reasoned | 'approve',
    targets: readonly QueuedQuote[],
    reason: string,
  ): Promise<void> {
    try {
      if (what === 'approve') await approve(api, targets);
      else await decideWithReason(api, what, { quotes: targets, reason });
      for (const { id } of targets) selected.delete(id);
    } catch (error) {
      toastError('Could not decide', error);
    }
  }

  function refusal(): string {
    if (permits(session, 'quote:approve')) {
      return `You may look, not decide: an approval is a person’s, and ${callerName(session)} stands for nobody.`;
    }
    return `You may look, not decide: ${callerName(session)} has the role ${caller.role}, which lacks the permission quote:approve.`;
  }
}
