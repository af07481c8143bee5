import { type Api, isAborted, type Page } from '../api.js';
import { integer } from '../format.js';
import { currentRoute, onRoute, rewriteRoute } from '../router.js';
import { type Column, table } from '../table.js';
import { empty, failure, field, fill, h, loading } from '../ui.js';

/** A day without a quote, of GET /quote/gaps. */
interface Gap {
  ticker: string;
  date: string;
}

/** Days without a quote of one security in one month. */
interface Month {
  month: string;
  days: string[];
}

/** Most days that are shown. */
const SHOWN = 1000;

const COLUMNS: readonly Column<Month>[] = [
  { heading: 'Month', cell: ({ month }) => month, rowHeading: true },
  { heading: 'Days', cell: ({ days }) => integer(days.length), numeric: true },
  {
    heading: 'Which',
    cell: ({ days }) => h('span', { class: 'days' }, ...days.map((day) => h('span', {}, day.slice(8)))),
  },
];

/** The days of the calendar on which a security has no quote; the ticker stands in the address. */
export function gapsSection(api: Api): { element: HTMLElement; leave(): void } {
  let request = new AbortController();
  const input = h('input', {
    class: 'input',
    name: 'ticker',
    required: true,
    pattern: '[A-Za-z0-9]{3,100}',
    title: '3 or more letters and figures',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    placeholder: 'VNM',
  });
  const result = h('div', { 'aria-live': 'polite' });
  const form = h(
    'form',
    { class: 'inline-form' },
    field('Ticker', input),
    h('button', { type: 'submit', class: 'button' }, 'Find gaps'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    rewriteRoute('data', [], { ticker: input.value.trim().toUpperCase() });
    show();
  });
  const element = h(
    'section',
    { class: 'card', 'aria-labelledby': 'gaps-title' },
    h('div', { class: 'card-head' }, h('h2', { id: 'gaps-title' }, 'Trading days without a quote')),
    h('div', { class: 'card-body stack' }, form, result),
  );
  const stop = onRoute(({ page }) => page === 'data' && show());
  show();
  return {
    element,
    leave: () => {
      stop();
      request.abort();
    },
  };

  function show(): void {
    const ticker = currentRoute().query.get('ticker') ?? '';
    input.value = ticker;
    // A slow answer for the ticker before must not stand below the new one.
    request.abort();
    if (ticker === '') {
      fill(result, h('p', { class: 'hint' }, 'Between its first and its last quote, by the calendar.'));
      return;
    }
    void find(ticker);
  }

  async function find(ticker: string): Promise<void> {
    request = new AbortController();
    fill(result, loading());
    try {
      const query = { ticker, limit: SHOWN, order: 'desc', total: true };
      const page = await api.list<Gap>('/quote/gaps', query, request.signal);
      fill(result, ...shown(ticker, page));
    } catch (error) {
      if (!isAborted(error))
        fill(
          result,
          failure(error, () => void find(ticker)),
        );
    }
  }
}

function shown(ticker: string, { data, meta }: Page<Gap>): HTMLElement[] {
  if (data.length === 0) {
    return [
      empty(
        'No gaps',
        `Every trading day between the first and the last quote of ${ticker} has one, or it has no quotes at all.`,
      ),
    ];
  }
  const total = meta.total ?? data.length;
  const more = total > data.length ? ` The latest ${integer(data.length)} are shown.` : '';
  return [
    h(
      'p',
      {},
      `${integer(total)} trading ${total === 1 ? 'day' : 'days'} without a quote of ${ticker}.${more}`,
    ),
    table(`Gaps of ${ticker}`, COLUMNS, byMonth(data)),
  ];
}

function byMonth(gaps: readonly Gap[]): Month[] {
  const months = new Map<string, string[]>();
  for (const { date } of gaps) {
    const month = date.slice(0, 7);
    months.set(month, [date, ...(months.get(month) ?? [])]);
  }
  return [...months].map(([month, days]) => ({ month, days }));
}
