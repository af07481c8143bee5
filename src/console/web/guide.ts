/** What the pages of the guide do beyond being read: search, themes, and parts that scroll sideways by keyboard. */
import { icon } from './icons.js';
import { currentTheme, installTheme, onTheme, toggleTheme } from './theme.js';
import { fill, h, iconButton } from './ui.js';

/** A part of a document as scripts/guide writes it: address, title, anchor, heading, text. */
type Part = [address: string, title: string, id: string, heading: string, text: string];

const MOST = 12;
/** Characters of a part's text that a result shows before the first word that was looked for, and altogether. */
const BEFORE = 40;
const SHOWN = 140;

installTheme();
addThemeButton();
addSearch();
foldDocuments();
reachSideways();

function addThemeButton(): void {
  const theme = iconButton('moon', '', toggleTheme);
  const show = () => {
    const other = currentTheme() === 'dark' ? 'light' : 'dark';
    fill(theme, icon(other === 'dark' ? 'moon' : 'sun'));
    theme.setAttribute('aria-label', `Change to the ${other} theme`);
    theme.title = `Change to the ${other} theme`;
  };
  show();
  onTheme(show);
  document.getElementById('bar-end')?.append(theme);
}

/** On a phone the list of documents would stand before every text. */
function foldDocuments(): void {
  const list = document.getElementById('documents') as HTMLDetailsElement;
  const narrow = matchMedia('(max-width: 900px)');
  const follow = () => {
    list.open = !narrow.matches;
  };
  follow();
  narrow.addEventListener('change', follow);
}

/** What is wider than its place can be reached by Tab, to be scrolled with the arrow keys. */
function reachSideways(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.scroller')) observer.observe(element);
}

function addSearch(): void {
  const input = h('input', {
    class: 'input',
    type: 'search',
    placeholder: 'Search the guide',
    'aria-label': 'Search the guide',
    autocomplete: 'off',
    on: { input: () => void show(), focus: () => void show() },
  });
  const status = h('p', { class: 'guide-found', role: 'status' });
  const list = h('ul', {});
  const results = h('div', { class: 'guide-results', hidden: true }, status, list);
  const frame = document.getElementById('search') as HTMLElement;
  frame.append(input, results);

  frame.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      close();
      input.focus();
      close();
    } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : input)?.focus();
    else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => frame.contains(target as Node) || close());
  frame.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !frame.contains(relatedTarget as Node)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });

  function close(): void {
    results.hidden = true;
  }

  async function show(): Promise<void> {
    const words = wordsOf(input.value);
    if (words.length === 0) return close();
    let found: Part[];
    try {
      found = find(await index(), words);
    } catch {
      results.hidden = false;
      fill(status, 'The search could not be loaded. Try again.');
      return fill(list);
    }
    // Another word may have been typed meanwhile.
    if (wordsOf(input.value).join(' ') !== words.join(' ')) return;
    fill(
      status,
      found.length === 0 ? 'Nothing found' : `${found.length === MOST ? 'First ' : ''}${found.length} found`,
    );
    fill(list, ...found.map((part) => result(part, words, close)));
    results.hidden = false;
  }
}

let parts: Promise<Part[]> | null = null;
/** The index, loaded when it is first needed. */
function index(): Promise<Part[]> {
  parts ??= fetch('/guide/search.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
      return answer.json() as Promise<Part[]>;
    })
    .catch((error: unknown) => {
      parts = null;
      throw error;
    });
  return parts;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_./-]+/u)
    .filter((word) => word !== '');
}

/** Parts in which every word stands, those first that have them in their heading or title. */
function find(all: readonly Part[], words: readonly string[]): Part[] {
  return all
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ part }) => part);
}

function scoreOf([address, title, , heading, text]: Part, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const has = (where: string, weight: number) => (where.toLowerCase().includes(word) ? weight : 0);
    const sum = has(heading, 6) + has(title, 3) + has(text, 1);
    if (sum === 0) return 0;
    score += sum;
  }
  // What is done comes before why it was decided, and before what changed.
  return /^\/guide\/(adr|changelog)/.test(address) ? score / 4 : score;
}

function result(
  [address, title, id, heading, text]: Part,
  words: readonly string[],
  close: () => void,
): HTMLElement {
  const href = id === '' ? address : `${address}#${id}`;
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - BEFORE);
  const piece = text.slice(from, from + SHOWN).trim();
  return h(
    'li',
    {},
    h(
      'a',
      { href, on: { click: close } },
      h('strong', {}, id === '' || heading === title ? title : `${title}: ${heading}`),
      h(
        'span',
        {},
        ...marked(`${from > 0 ? '… ' : ''}${piece}${from + SHOWN < text.length ? ' …' : ''}`, words),
      ),
    ),
  );
}

/** A text with the words that were looked for marked. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((piece, place) => (place % 2 === 1 ? h('mark', {}, piece) : piece));
}
