import { Fragment, h, type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PAGES, type PageEntry, pageOf } from '../pages.js';
import { permits } from '../rights.js';
import { mayLeave, navigate } from '../router.js';
import type { Session } from '../session.js';
import { text } from '../text/language.js';
import { toggleTheme } from '../theme.js';
import { route } from '../view/route.js';
import { SessionContext } from '../view/session.js';
import { useShortcuts } from '../view/shortcuts.js';
import { Bar } from './bar.js';
import { PageHost } from './page-host.js';
import { SearchBox } from './search-box.js';
import { showShortcuts } from './shortcut-list.js';

/**
 * The frame around the pages: the bar at the top, and the page named by the address. `isResumed` says that the tab has
 * been loaded again, rather than that somebody has signed in.
 */
export function Shell({ session, isResumed }: { session: Session; isResumed: boolean }) {
  const words = text.value.shell;
  const page = pageOf(route.value);
  const main = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const pages = PAGES.filter(({ needs }) => needs === undefined || permits(session, needs));
  useFocusOnTurn(main, { page, session, isResumed });
  const title = text.value.pages[page.id];
  useEffect(() => {
    document.title = `${title} – ${words.console}`;
  }, [title, words]);
  useShortcuts(words.keys.everywhere, [
    {
      keys: '/',
      label: words.keys.search,
      run: () => {
        search.current?.focus();
        search.current?.select();
      },
    },
    ...pages.map(({ id, key }) => ({
      keys: `g ${key}`,
      label: words.keys.goTo(text.value.pages[id]),
      run: () => navigate(id),
    })),
    { keys: 't', label: words.keys.theme, run: toggleTheme },
    { keys: '?', label: words.keys.list, run: showShortcuts },
  ]);
  const signOut = async () => {
    if (await mayLeave()) session.signOut();
  };
  return (
    <SessionContext.Provider value={session}>
      <Fragment>
        {/* biome-ignore lint/a11y/useValidAnchor: followed as an address it would lead to another page */}
        <a
          class="skip"
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {words.skip}
        </a>
        <Bar
          pages={pages}
          currentPage={page}
          search={<SearchBox input={search} choose={(ticker) => navigate(pageOfSearch(page), [ticker])} />}
          signOut={() => void signOut()}
        />
        <main ref={main} id="main" tabIndex={-1}>
          <PageHost key={page.id} page={page} />
        </main>
      </Fragment>
    </SessionContext.Provider>
  );
}

/**
 * Focuses a new page so that it is read out, as is that which follows the sign-in, whose fields have gone; on the first
 * one of a tab that has been loaded the focus stays where the reader is. So it does within a page, unless the button that
 * led on, such as that of the next rows, has gone.
 */
function useFocusOnTurn(
  main: RefObject<HTMLElement | null>,
  { page, session, isResumed }: { page: PageEntry; session: Session; isResumed: boolean },
): void {
  const isLoaded = useRef(isResumed);
  useEffect(() => {
    if (!isLoaded.current) main.current?.focus({ preventScroll: true });
    isLoaded.current = false;
  }, [page, session]);
  const firstRoute = useRef(route.value);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && route.value !== firstRoute.current) main.current?.focus({ preventScroll: true });
  }, [route.value]);
}

/** Where a search leads: to the company from the pages about markets and companies, else to the chart. */
function pageOfSearch({ id }: PageEntry): string {
  return ['market', 'company'].includes(id) ? 'company' : 'chart';
}
