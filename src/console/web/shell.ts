import { icon } from './icons.js';
import { PAGES, type PageEntry, pageOfAddress } from './pages.js';
import { addressOf, mayLeave, navigate, onRoute } from './router.js';
import { searchBox } from './search-box.js';
import type { Session } from './session.js';
import { addShortcuts, showShortcuts } from './shortcuts.js';
import type { Text } from './text/en.js';
import { text, toggleLanguage } from './text/language.js';
import { currentTheme, onTheme, toggleTheme } from './theme.js';
import { button, failure, fill, h, iconButton, loading } from './ui.js';

/** The frame around the pages: header with navigation and search, and the page itself. Returns how to leave it. */
export function mountShell(root: HTMLElement, session: Session): () => void {
  const search = searchBox(session.api, (ticker) => navigate(pageOfSearch(), [ticker]));
  const links = PAGES.map(linkOf);
  const main = h('main', { id: 'main', tabindex: -1 });
  const theme = iconButton('moon', '', toggleTheme);
  const showTheme = () => {
    const other = currentTheme() === 'dark' ? 'light' : 'dark';
    fill(theme, icon(other === 'dark' ? 'moon' : 'sun'));
    theme.setAttribute('aria-label', `Change to the ${other} theme`);
    theme.title = `Change to the ${other} theme`;
  };
  showTheme();
  const languageButton = button('', toggleLanguage, { kind: 'quiet' });

  fill(
    root,
    h('a', { class: 'skip', href: '#main', on: { click: skip } }, 'Skip to the content'),
    h(
      'header',
      { class: 'bar' },
      h(
        'a',
        { class: 'brand', href: addressOf('market'), 'aria-label': 'Market Data' },
        icon('chart'),
        h('span', {}, 'Market Data'),
      ),
      h('nav', { class: 'nav', 'aria-label': 'Pages' }, ...links),
      search.element,
      h(
        'div',
        { class: 'bar-end' },
        session.notice !== null && noticeOf(session.notice),
        languageButton,
        theme,
        iconButton('help', 'Keyboard shortcuts', showShortcuts, { class: 'icon-button wide-bar-only' }),
        iconButton('exit', 'Sign out', () => void signOut()),
      ),
    ),
    main,
  );

  let shown: PageEntry | null = null;
  /** where the page that is shown stands, for who wants to leave it and stays */
  let address = location.hash;
  let isAsking = false;
  let leavePage: () => void = () => undefined;
  const stops = [
    text.subscribe(showLanguage),
    onTheme(showTheme),
    onRoute(() => void show(false)),
    addShortcuts('Everywhere', [
      { keys: '/', label: 'Search', run: search.focus },
      ...PAGES.map((page) => ({
        keys: `g ${page.key}`,
        label: `Go to ${page.title}`,
        run: () => navigate(page.id),
      })),
      { keys: 't', label: 'Light or dark', run: toggleTheme },
      { keys: '?', label: 'This list', run: showShortcuts },
    ]),
  ];
  void show(true);
  return () => {
    shown = null;
    leavePage();
    search.leave();
    for (const stop of stops) stop();
    root.replaceChildren();
  };

  function showLanguage({ otherLanguage, pages }: Text): void {
    fill(languageButton, otherLanguage.short);
    languageButton.setAttribute('aria-label', otherLanguage.label);
    languageButton.title = otherLanguage.label;
    languageButton.lang = otherLanguage.code;
    for (const link of links) {
      const name = pages[link.dataset.page as keyof Text['pages']];
      fill(link.lastElementChild as Element, name);
    }
  }

  /** Mounts the page of the address, unless it is the one that is shown, or the reader wants to stay there. */
  async function show(isFirst: boolean): Promise<void> {
    if (isAsking) return;
    if (pageOfAddress() === shown) {
      address = location.hash;
      return;
    }
    const before = shown;
    isAsking = true;
    const isSure = await mayLeave();
    isAsking = false;
    if (shown !== before) return;
    if (!isSure) return history.replaceState(null, '', address);
    // Back and forward work while the question is open.
    const page = pageOfAddress();
    if (page === shown) return;
    shown = page;
    address = location.hash;
    leavePage();
    leavePage = () => undefined;
    document.title = `${page.title} – Market Data Console`;
    for (const link of links) {
      if (link.dataset.page === page.id) {
        link.setAttribute('aria-current', 'page');
        // On a phone not all of them have room beside each other.
        link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
    const content = h('div', { class: `page page-${page.id}` }, loading());
    fill(main, content);
    if (!isFirst) main.focus({ preventScroll: true });
    try {
      const module = await page.load();
      if (shown !== page) return;
      content.replaceChildren();
      leavePage = module.mount(content, session);
    } catch (error) {
      if (shown === page)
        fill(
          content,
          failure(error, () => location.reload()),
        );
    }
  }

  async function signOut(): Promise<void> {
    if (await mayLeave()) session.signOut();
  }

  function skip(event: Event): void {
    event.preventDefault();
    main.focus();
  }
}

/** Where a search leads: to the company from the pages about markets and companies, else to the chart. */
function pageOfSearch(): string {
  return ['market', 'company'].includes(pageOfAddress().id) ? 'company' : 'chart';
}

function linkOf({ id, title, icon: name }: PageEntry): HTMLAnchorElement {
  return h('a', { href: addressOf(id), 'data-page': id }, icon(name), h('span', {}, title));
}

/** The service warns of its data only where they are synthetic. */
function noticeOf(text: string): HTMLElement {
  return h(
    'span',
    { class: 'badge badge-warn', title: text },
    'Synthetic',
    h('span', { class: 'wide-bar-only' }, '\u00a0data'),
  );
}
