/** What the pages of the guide do beyond being read: search, themes, and parts that scroll sideways by keyboard. */

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
