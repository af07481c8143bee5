/** The interactive parts of the guide: search, themes, and keyboard scrolling of wide content. */

import { h, render } from 'preact';
import { GuideSearch } from './guide/search.js';
import { installTheme } from './theme.js';
import { ThemeButton } from './view/theme-button.js';

const search = document.getElementById('search') as HTMLElement;

installTheme();
render(<ThemeButton />, document.getElementById('bar-end') as HTMLElement);
render(<GuideSearch frame={search} />, search);
foldDocuments();
reachSideways();

/** Folds the document list on phones, where it would precede every text. */
function foldDocuments(): void {
  const list = document.getElementById('documents') as HTMLDetailsElement;
  const narrow = matchMedia('(max-width: 900px)');
  const follow = () => {
    list.open = !narrow.matches;
  };
  follow();
  narrow.addEventListener('change', follow);
}

/** Makes content wider than its frame reachable by Tab, so that the arrow keys scroll it. */
function reachSideways(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.scroller')) observer.observe(element);
}
