import { type Api, isAborted } from './api.js';
import { icon } from './icons.js';
import { explain, fill, h, nextId } from './ui.js';

/** A found security, of GET /search. */
interface Found {
  ticker: string;
  name: string;
  name_en: string | null;
  security_type: string;
  exchange: string | null;
}

/** Results shown, and pause after a key before the service is asked, ms. */
const RESULTS = 8;
const PAUSE = 120;

/**
 * Search with type-ahead: a combobox with a list, by keyboard (arrows, Enter, Escape) and pointer alike. `choose`
 * gets the ticker.
 */
export function searchBox(api: Api, choose: (ticker: string) => void) {
  const listId = nextId('results');
  const list = h('ul', {
    class: 'results',
    id: listId,
    role: 'listbox',
    'aria-label': 'Securities',
    hidden: true,
  });
  const status = h('span', { class: 'visually-hidden', role: 'status' });
  const input = h('input', {
    class: 'input',
    type: 'search',
    role: 'combobox',
    placeholder: 'Search a security',
    'aria-label': 'Search a security by ticker, name or ISIN',
    'aria-expanded': 'false',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 100,
  });
  const element = h(
    'div',
    { class: 'search', role: 'search' },
    icon('search'),
    input,
    h('kbd', { 'aria-hidden': 'true' }, '/'),
    list,
    status,
  );
  let found: Found[] = [];
  let active = -1;
  let timer = 0;
  let request = new AbortController();
  /** true while the results shown are not yet those of what was typed */
  let isBehind = false;

  input.addEventListener('input', () => {
    clearTimeout(timer);
    isBehind = true;
    timer = setTimeout(() => void ask(), PAUSE);
  });
  input.addEventListener('keydown', onKey);
  input.addEventListener('focus', () => {
    if (input.value === '') return;
    if (isBehind) void ask();
    else if (found.length > 0) open();
  });
  input.addEventListener('blur', () => {
    stop();
    close();
  });

  return {
    element,
    focus: () => {
      input.focus();
      input.select();
    },
    leave: stop,
  };

  /** Nobody waits for the results any more: they must not open the list over what is done meanwhile. */
  function stop(): void {
    clearTimeout(timer);
    request.abort();
  }

  async function ask(): Promise<void> {
    request.abort();
    const q = input.value.trim();
    if (q === '') return close();
    request = new AbortController();
    try {
      const { data } = await api.list<Found>('/search', { q, limit: RESULTS }, request.signal);
      isBehind = false;
      found = data;
      active = data.length > 0 ? 0 : -1;
      status.textContent = data.length === 1 ? '1 result' : `${data.length} results`;
      show(
        data.length > 0
          ? data.map(option)
          : [
              h(
                'li',
                { class: 'results-empty', role: 'option', 'aria-disabled': 'true' },
                `Nothing found for “${q}”`,
              ),
            ],
      );
    } catch (error) {
      if (isAborted(error)) return;
      found = [];
      show([
        h('li', { class: 'results-empty', role: 'option', 'aria-disabled': 'true' }, explain(error).detail),
      ]);
    }
  }

  function option({ ticker, name, exchange, security_type: type }: Found, index: number): HTMLElement {
    return h(
      'li',
      {
        id: `${listId}-${index}`,
        role: 'option',
        // Not click: the input would lose the focus first, and the list would close.
        on: {
          mousedown: (event) => {
            event.preventDefault();
            pick(index);
          },
        },
      },
      h('strong', {}, ticker),
      h('span', { class: 'results-name' }, name),
      h('span', { class: 'muted' }, type === 'index' ? 'Index' : (exchange ?? '')),
    );
  }

  function show(items: HTMLElement[]): void {
    fill(list, ...items);
    open();
    mark();
  }

  function open(): void {
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  }

  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function mark(): void {
    for (const [index, item] of [...list.children].entries()) {
      if (found.length > 0) item.setAttribute('aria-selected', String(index === active));
    }
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${listId}-${active}`);
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  function pick(index: number): void {
    const chosen = found[index];
    if (chosen === undefined) return;
    input.value = '';
    found = [];
    close();
    input.blur();
    choose(chosen.ticker);
  }

  /** Enter right after typing means the first result of what was typed, not of what was shown before. */
  async function enter(): Promise<void> {
    clearTimeout(timer);
    if (isBehind) await ask();
    if (!list.hidden) pick(active);
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      active = (active + step + found.length) % found.length;
      open();
      mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void enter();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (list.hidden) input.blur();
      close();
    }
  }
}
