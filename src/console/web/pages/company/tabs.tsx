import { h } from 'preact';
import { text } from '../../text/language.js';
import { companyAddress } from '../../view/links.js';
import { Tabs } from '../../view/tabs.js';

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

/** Links to the parts of a company. */
export function CompanyTabs({ ticker, tab }: { ticker: string; tab: TabId }) {
  const words = text.value.company;
  return (
    <Tabs
      label={words.parts(ticker)}
      tabs={TABS.map((id) => ({
        id,
        label: words.tabs[id],
        href: id === 'overview' ? companyAddress(ticker) : companyAddress(ticker, id),
      }))}
      currentId={tab}
    />
  );
}
