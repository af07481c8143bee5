import type { IconName } from './icons.js';
import { currentRoute } from './router.js';
import type { Session } from './session.js';

/** What every module below pages/ exports. */
export interface PageModule {
  /**
   * Builds the page into `root`, which is empty; reads its parameters with `currentRoute()`. Returns how to leave
   * it: abort requests, stop listening. The page stays mounted while only its parameters change (`onRoute`).
   */
  mount(root: HTMLElement, session: Session): () => void;
}

/** A page of the console. */
export interface PageEntry {
  /** first part of its address: #/chart */
  id: string;
  /** in English; text.pages has it in the language that is shown */
  title: string;
  icon: IconName;
  /** second key of its shortcut: g c */
  key: string;
  /** loads its code, when it is first opened */
  load(): Promise<PageModule>;
}

/** The pages in the order of the navigation; the first one is where a session begins. */
export const PAGES: readonly PageEntry[] = [
  { id: 'market', title: 'Market', icon: 'market', key: 'm', load: () => import('./pages/market.js') },
  { id: 'chart', title: 'Chart', icon: 'chart', key: 'c', load: () => import('./pages/chart.js') },
  {
    id: 'approvals',
    title: 'Approvals',
    icon: 'approvals',
    key: 'a',
    load: () => import('./pages/approvals.js'),
  },
  { id: 'import', title: 'Import', icon: 'import', key: 'i', load: () => import('./pages/import.js') },
  {
    id: 'performance',
    title: 'Performance',
    icon: 'performance',
    key: 'p',
    load: () => import('./pages/performance.js'),
  },
  { id: 'data', title: 'Data', icon: 'data', key: 'd', load: () => import('./pages/data.js') },
  {
    id: 'activity',
    title: 'Activity',
    icon: 'activity',
    key: 'v',
    load: () => import('./pages/activity.js'),
  },
  {
    id: 'reference',
    title: 'Reference',
    icon: 'reference',
    key: 'f',
    load: () => import('./pages/reference.js'),
  },
  { id: 'tokens', title: 'Tokens', icon: 'tokens', key: 't', load: () => import('./pages/tokens.js') },
];

/** A page that others lead to, as it is about one of many: it stands in no navigation. */
const COMPANY: PageEntry = {
  id: 'company',
  title: 'Company',
  icon: 'chart',
  key: '',
  load: () => import('./pages/company.js'),
};

/** The page that the address names, or the first one. */
export function pageOfAddress(): PageEntry {
  const [start] = PAGES;
  return [...PAGES, COMPANY].find(({ id }) => id === currentRoute().page) ?? (start as PageEntry);
}
