import { openDialog } from '../../dialog.js';
import { price } from '../../format.js';
import { button, field, fill, h } from '../../ui.js';

/** Levels lie in this browser, by ticker: they are the reader's own, and no data of the market. */
const KEY = 'mds.levels.';
const MOST = 20;

/** The levels that were drawn on the chart of a ticker, the lowest first. */
export function levelsOf(ticker: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + ticker) ?? '[]');
    return Array.isArray(kept) ? kept.filter((level) => typeof level === 'number' && level > 0) : [];
  } catch {
    return [];
  }
}

function keep(ticker: string, levels: readonly number[]): void {
  if (levels.length === 0) localStorage.removeItem(KEY + ticker);
  else localStorage.setItem(KEY + ticker, JSON.stringify(levels));
}

/** Shows the levels of a ticker to be added and removed; `changed` draws them. */
export function editLevels(ticker: string, last: number | null, changed: () => void): void {
  const list = h('ul', { class: 'level-list' });
  const input = h('input', {
    class: 'input',
    type: 'number',
    min: 0,
    step: 'any',
    required: true,
    value: last ?? '',
  });
  const form = h(
    'form',
    { class: 'inline-form' },
    field('Price', input),
    h('button', { type: 'submit', class: 'button button-primary' }, 'Add the level'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const added = [...new Set([...levelsOf(ticker), input.valueAsNumber])].filter((level) => level > 0);
    set(added.sort((one, other) => one - other).slice(0, MOST));
  });
  show();
  openDialog(
    `Levels of ${ticker}`,
    h(
      'div',
      { class: 'stack' },
      h('p', { class: 'hint' }, 'Lines at prices of your own, kept in this browser.'),
      form,
      list,
    ),
  );

  function set(levels: readonly number[]): void {
    keep(ticker, levels);
    show();
    changed();
  }

  function show(): void {
    const levels = levelsOf(ticker);
    fill(
      list,
      ...levels.map((level) =>
        h(
          'li',
          {},
          h('span', {}, price(level)),
          button('Remove', () => set(levels.filter((each) => each !== level)), {
            'aria-label': `Remove the level ${price(level)}`,
          }),
        ),
      ),
    );
  }
}
