import { text } from '../../text/language.js';
import { useEffect, useRef } from '../../vendor/hooks.js';
import { h } from '../../vendor/preact.js';
import { companyAddress } from '../../view/links.js';

/** The parts of the page in their order, by the second part of the address. */
const TABS = [
  'overview',
  'chart',
  'statements',
  'ratios',
  'health',
  'valuation',
  'peers',
  'flows',
  'actions',
  'filings',
  'news',
  'book',
  'signals',
] as const;
export type TabId = (typeof TABS)[number];

/** The tab that an address names; the overview when it names none. */
export function tabOf(part: string | undefined): TabId {
  return TABS.find((tab) => tab === part) ?? 'overview';
}

/** Links to the parts: each has its own address. */
export function Tabs({ ticker, tab }: { ticker: string; tab: TabId }) {
  const words = text.value.company;
  const strip = useRef<HTMLElement>(null);
  // On a narrow screen the strip scrolls: the tab that is shown is seen.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>(`[data-tab=${tab}]`);
    if (strip.current !== null && current)
      strip.current.scrollLeft = current.offsetLeft - strip.current.clientWidth / 3;
  }, [tab]);
  return (
    <nav ref={strip} class="tabs" aria-label={words.parts(ticker)}>
      {TABS.map((each) => (
        <a
          key={each}
          data-tab={each}
          href={each === 'overview' ? companyAddress(ticker) : companyAddress(ticker, each)}
          aria-current={each === tab ? 'page' : undefined}
        >
          {words.tabs[each]}
        </a>
      ))}
    </nav>
  );
}
