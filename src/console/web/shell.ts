import { icon } from './icons.js';
import { PAGES, type PageEntry } from './pages.js';
import { addressOf, currentRoute, navigate, onRoute } from './router.js';
import { searchBox } from './search-box.js';
import type { Session } from './session.js';
import { addShortcuts, showShortcuts } from './shortcuts.js';
import { currentTheme, onTheme, toggleTheme } from './theme.js';
import { failure, fill, h, iconButton, loading } from './ui.js';

/** The frame around the pages: header with navigation and search, and the page itself. Returns how to leave it. */
export function mountShell(root: HTMLElement, session: Session): () => void {
  const search = searchBox(session.api, (ticker) => navigate('chart', [ticker]));
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

  fill(
    root,
    h('a', { class: 'skip', href: '#main', on: { click: skip } }, 'Skip to the content'),
    h(
      'header',
      { class: 'bar' },
      h(
        'a',
        { class: 'brand', href: addressOf('chart'), 'aria-label': 'Market Data' },
        icon('chart'),
        h('span', {}, 'Market Data'),
      ),
      h('nav', { class: 'nav', 'aria-label': 'Pages' }, ...links),
      search.element,
      h(
        'div',
        { class: 'bar-end' },
        session.notice !== null && noticeOf(session.notice),
        theme,
        iconButton('help', 'Keyboard shortcuts', showShortcuts, { class: 'icon-button wide-bar-only' }),
        iconButton('exit', 'Sign out', () => session.signOut()),
      ),
    ),
    main,
  );

  let shown: PageEntry | null = null;
  let leavePage: () => void = () => undefined;
  const stops = [
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
    leavePage();
    search.leave();
    for (const stop of stops) stop();
    root.replaceChildren();
  };

  /** Mounts the page of the address, unless it is the one that is shown. */
  async function show(isFirst: boolean): Promise<void> {
    const [start] = PAGES;
    const page = PAGES.find(({ id }) => id === currentRoute().page) ?? (start as PageEntry);
    if (page === shown) return;
    shown = page;
    leavePage();
    leavePage = () => undefined;
    document.title = `${page.title} – Market Data Console`;
    for (const link of links) {
      if (link.dataset.page === page.id) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
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

  function skip(event: Event): void {
    event.preventDefault();
    main.focus();
  }
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
