import type { ComponentType } from 'preact';
import type { IconName } from './icons.js';
import type { Route } from './router.js';
import type { Text } from './text/en.js';

/** A page of the console. */
export interface PageEntry {
  /** first part of its address, #/chart, and the key of its title among the texts */
  id: keyof Text['pages'];
  icon: IconName;
  /** second key of its shortcut: g c */
  key: string;
  /** permission without which the page is of no use */
  needs?: string;
  /**
   * Loads its component when it is first opened. It stays mounted while only its parameters change, which it reads
   * from `route` in view/route.ts.
   */
  load(): Promise<ComponentType>;
}

/** The pages in navigation order; a session begins on the first one. */
export const PAGES: readonly PageEntry[] = [
  {
    id: 'market',
    icon: 'market',
    key: 'm',
    load: async () => (await import('./pages/market/page.js')).MarketPage,
  },
  {
    id: 'chart',
    icon: 'chart',
    key: 'c',
    load: async () => (await import('./pages/chart/page.js')).ChartPage,
  },
  {
    id: 'approvals',
    icon: 'approvals',
    key: 'a',
    load: async () => (await import('./pages/approvals/page.js')).ApprovalsPage,
  },
  {
    id: 'import',
    icon: 'import',
    key: 'i',
    needs: 'data:import',
    load: async () => (await import('./pages/import/page.js')).ImportPage,
  },
  {
    id: 'performance',
    icon: 'performance',
    key: 'p',
    load: async () => (await import('./pages/performance/page.js')).PerformancePage,
  },
  {
    id: 'data',
    icon: 'data',
    key: 'd',
    load: async () => (await import('./pages/data/page.js')).DataPage,
  },
  {
    id: 'activity',
    icon: 'activity',
    key: 'v',
    load: async () => (await import('./pages/activity/page.js')).ActivityPage,
  },
  {
    id: 'reference',
    icon: 'reference',
    key: 'f',
    load: async () => (await import('./pages/reference/page.js')).ReferencePage,
  },
  {
    id: 'tokens',
    icon: 'tokens',
    key: 't',
    needs: 'token:manage',
    load: async () => (await import('./pages/tokens/page.js')).TokensPage,
  },
];

/** A page that others link to because it is about one of many: it is not in the navigation. */
const COMPANY: PageEntry = {
  id: 'company',
  icon: 'chart',
  key: '',
  load: async () => (await import('./pages/company/page.js')).CompanyPage,
};

/** The page that a route names, or the first one. */
export function pageOf({ page }: Route): PageEntry {
  const [start] = PAGES;
  return [...PAGES, COMPANY].find(({ id }) => id === page) ?? (start as PageEntry);
}
