import { currentRoute, navigate } from '../../router.js';
import { button, field, h } from '../../ui.js';
import { FLAGS } from './quote.js';

const STATUSES = ['pending', 'approved', 'rejected'] as const;

/** What the address asks for: parameters of the queue by their names in the API. */
export interface Wanted {
  status: (typeof STATUSES)[number];
  ticker: string;
  from_date: string;
  to_date: string;
  maker: string;
  flag: string;
  cursor: string;
}

/** The filters as the address has them. */
export function wanted(): Wanted {
  const { query } = currentRoute();
  const of = (name: string) => query.get(name) ?? '';
  const status = STATUSES.find((each) => each === of('status')) ?? 'pending';
  return {
    status,
    ticker: of('ticker'),
    from_date: of('from_date'),
    to_date: of('to_date'),
    maker: of('maker'),
    flag: of('flag'),
    cursor: of('cursor'),
  };
}

/** Changes what the address asks for; any change but one of the cursor begins at the first page. */
export function want(change: Partial<Wanted>): void {
  const next = { ...wanted(), cursor: '', ...change };
  const given = Object.entries(next).filter(([, value]) => value !== '');
  navigate('approvals', [], Object.fromEntries(given));
}

/** The row of filters; `refresh` shows what the address asks for. */
export function filterBar(): { element: HTMLElement; refresh(): void } {
  const statuses = STATUSES.map((status) =>
    button(status[0]?.toUpperCase() + status.slice(1), () => want({ status }), { class: null }),
  );
  const ticker = input('ticker', { pattern: '[A-Za-z0-9]{3,100}', autocapitalize: 'characters' });
  const from = input('from_date', { type: 'date' });
  const to = input('to_date', { type: 'date' });
  const maker = input('maker', { type: 'text' });
  const flag = h(
    'select',
    { class: 'input', name: 'flag' },
    h('option', { value: '' }, 'any'),
    ...Object.entries(FLAGS).map(([value, { name }]) => h('option', { value }, name)),
  );
  const controls = { ticker, from_date: from, to_date: to, maker, flag } as const;
  const form = h(
    'form',
    { class: 'filters', 'aria-label': 'Filters' },
    field('Ticker', ticker),
    field('From', from),
    field('To', to),
    field('Maker', maker),
    field('Flag', flag),
    button('Clear', () => want({ ticker: '', from_date: '', to_date: '', maker: '', flag: '' }), {
      kind: 'quiet',
    }),
    h('button', { type: 'submit', class: 'visually-hidden', tabindex: -1 }, 'Apply'),
  );
  const apply = () => {
    if (!form.reportValidity()) return;
    want({
      ticker: ticker.value.trim().toUpperCase(),
      from_date: from.value,
      to_date: to.value,
      maker: maker.value.trim(),
      flag: flag.value,
    });
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener('change', apply);
  const element = h(
    'div',
    { class: 'stack' },
    h('div', { class: 'segmented', role: 'group', 'aria-label': 'Status' }, ...statuses),
    form,
  );
  return { element, refresh };

  function refresh(): void {
    const now = wanted();
    statuses.forEach((each, index) => {
      each.setAttribute('aria-pressed', String(STATUSES[index] === now.status));
    });
    for (const [name, control] of Object.entries(controls))
      control.value = now[name as keyof typeof controls];
  }
}

function input(name: string, attributes: Record<string, string>): HTMLInputElement {
  return h('input', { class: 'input', name, autocomplete: 'off', spellcheck: 'false', ...attributes });
}
