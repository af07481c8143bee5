import { type ComponentChildren, h } from 'preact';
import type { PageEntry } from '../pages.js';
import { addressOf } from '../router.js';
import { text, toggleLanguage } from '../text/language.js';
import { codeOf } from '../view/code-of.js';
import { openDialog } from '../view/dialog.js';
import { Icon } from '../view/icon.js';
import { IconButton } from '../view/icon-button.js';
import { useSession } from '../view/session.js';
import { ThemeButton } from '../view/theme-button.js';
import { toastError } from '../view/toast.js';
import { showShortcuts } from './shortcut-list.js';

/** Pages at the foot of a phone's screen, which has no room for more (bar.css); a dialog lists the others. */
const AT_FOOT = 4;

/** The bar at the top: brand, pages, search, and session controls. */
export function Bar({
  pages,
  currentPage,
  search,
  signOut,
}: {
  pages: readonly PageEntry[];
  currentPage: PageEntry;
  search: ComponentChildren;
  signOut(): void;
}) {
  const words = text.value.shell;
  const { notice } = useSession();
  return (
    <header class="bar">
      <a class="brand" href={addressOf('market')} aria-label={words.service}>
        <Icon name="chart" />
        <span>{words.service}</span>
      </a>
      <nav class="nav" aria-label={words.pages}>
        {pages.map((page) => (
          <PageLink key={page.id} page={page} isShown={page === currentPage} />
        ))}
        <MorePages pages={pages.slice(AT_FOOT)} currentPage={currentPage} />
      </nav>
      {search}
      <div class="bar-end">
        {notice !== null && <SyntheticNotice of={notice} />}
        <LanguageButton />
        <ThemeButton />
        <GuideLink label={words.guide} />
        <IconButton name="help" label={words.shortcuts} className="wide-bar-only" onClick={showShortcuts} />
        <IconButton name="exit" label={words.signOut} onClick={signOut} />
      </div>
    </header>
  );
}

function PageLink({
  page: { id, icon },
  isShown,
  onClick,
}: {
  page: PageEntry;
  isShown: boolean;
  onClick?: () => void;
}) {
  return (
    <a href={addressOf(id)} onClick={onClick} {...(isShown && { 'aria-current': 'page' })}>
      <Icon name={icon} />
      <span>{text.value.pages[id]}</span>
    </a>
  );
}

/** Opens the list of the pages that are not at the foot of a phone's screen. */
function MorePages({ pages, currentPage }: { pages: readonly PageEntry[]; currentPage: PageEntry }) {
  const { morePages } = text.value.shell;
  const list = (close: () => void) => (
    <nav class="more-pages" aria-label={morePages}>
      {pages.map((page) => (
        // The address of the page that is shown leads nowhere.
        <PageLink key={page.id} page={page} isShown={page === currentPage} onClick={close} />
      ))}
    </nav>
  );
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...(pages.includes(currentPage) && { 'aria-current': 'true' })}
      onClick={() => openDialog(morePages, list)}
    >
      <Icon name="more" />
      <span>{morePages}</span>
    </button>
  );
}

/** The service sends a notice only if its data are synthetic. */
function SyntheticNotice({ of }: { of: string }) {
  const words = text.value.shell;
  return (
    <span class="badge badge-warn" title={of}>
      {words.synthetic}
      <span class="wide-bar-only">{`\u00a0${words.syntheticData}`}</span>
    </span>
  );
}

/** Opens in a new tab because work here may be unfinished. */
function GuideLink({ label }: { label: string }) {
  return (
    <a
      class="icon-button wide-bar-only"
      href="/guide"
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
    >
      <Icon name="reference" />
    </a>
  );
}

function LanguageButton() {
  const { short, label, code } = text.value.otherLanguage;
  const change = () =>
    codeOf(toggleLanguage()).catch((error: unknown) => toastError(text.value.shell.errors.language, error));
  return (
    <button
      type="button"
      class="button button-quiet"
      aria-label={label}
      title={label}
      lang={code}
      onClick={() => void change()}
    >
      {short}
    </button>
  );
}
