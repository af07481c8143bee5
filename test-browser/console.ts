import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PostgresAddress } from '../src/database/connection/connection.js';
import { ADMIN_TOKEN, appOf, startAppOn, type TestApp } from '../test/app.js';
import { cloneDemo, startDemoApp } from '../test/demo.js';
import { STEP } from '../test/faults/rounds.js';
import type { HostChannel } from '../test/host/client.js';
import type { StartedInstance } from '../test/host/protocol.js';
import { ARTEFACTS } from './artefacts.js';
import { difference, TOLERANCE } from './pictures.js';

/** Widths at which every page is inspected. */
export const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 360, height: 780 } } as const;
export type Size = keyof typeof SIZES;
export type Theme = 'light' | 'dark';

/** Values that test-browser/setup/environment.mjs puts into the global scope of every file. */
const { browserOfRun, demoHost, keptOfWorker } = globalThis as unknown as {
  browserOfRun: Browser;
  demoHost: HostChannel;
  keptOfWorker: { demo?: StartedInstance & { address: PostgresAddress } };
};

/** A service, and tabs of the browser, which reaches it under a name other than localhost. */
export interface Bench {
  service: TestApp;
  /** http://market-data.test:port */
  url: string;
  /**
   * Opens a tab that shares no state with the others, because all state is kept per tab; they share the files that the
   * browser has read. A `fresh` one has read none.
   */
  tab(options?: { size?: Size; theme?: Theme; fresh?: boolean }): Promise<Tab>;
  close(): Promise<void>;
}

/** A page with everything that went wrong on it. */
export interface Tab {
  page: Page;
  /** errors in the console, exceptions, and requests to any other origin; empty when all is well */
  faults: string[];
  /** requests that have no answer yet, except streams of events */
  awaited: Set<unknown>;
  /** address of the service */
  origin: string;
  close(): Promise<void>;
}

/**
 * The demo market. All files of a worker share one service, so a file that changes data that others see requests a
 * dedicated one by passing its environment.
 */
export async function startBench(environment?: Record<string, string>): Promise<Bench> {
  if (environment !== undefined) return benchOn(await startDemoApp(environment));
  if (keptOfWorker.demo === undefined) {
    const address = await cloneDemo();
    const { url, instance } = await startAppOn(address, {}, demoHost);
    keptOfWorker.demo = { address, url, instance };
  }
  const { address, ...startedDemo } = keptOfWorker.demo;
  return benchOn({ ...appOf(address, startedDemo, demoHost), close: async () => undefined });
}

/** Tabs on a given service. */
export async function benchOn(service: TestApp): Promise<Bench> {
  const url = `http://${process.env.MDS_TEST_BROWSER_HOST}:${new URL(service.url).port}`;
  const context = await newContext();
  // Stays open: a browser process ends with the last tab of a site, and its compiled code with it.
  const keptPage = await context.newPage();
  await keptPage.goto(`${url}/console/icon.svg`);
  return {
    service,
    url,
    tab: async ({ size = 'wide', theme = 'light', fresh = false } = {}) => {
      const own = fresh ? await newContext() : context;
      const tab = await openTab(own, url);
      await look(tab, size, theme);
      return fresh ? { ...tab, close: () => own.close() } : tab;
    },
    close: async () => {
      await context.close();
      await service.close();
    },
  };
}

async function newContext(): Promise<BrowserContext> {
  const context = await browserOfRun.newContext({
    viewport: SIZES.wide,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  // Only tells a hang from a busy machine; Playwright's own half a minute is too short for that.
  context.setDefaultTimeout(STEP);
  return context;
}

async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const page = await context.newPage();
  const faults: string[] = [];
  const awaited = new Set<unknown>();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!/^(data|blob):$/.test(address.protocol) && address.origin !== origin)
      faults.push(`request to ${address.href}`);
    if (request.headers().accept !== 'text/event-stream') awaited.add(request);
  });
  page.on('requestfinished', (request) => awaited.delete(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  page.on('framenavigated', (frame) => frame === page.mainFrame() && awaited.clear());
  return { page, faults, awaited, origin, close: () => page.close() };
}

/** Shows a tab at a size and in a theme. */
export async function look({ page }: Tab, size: Size, theme: Theme): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Opens a page of the console, signed in, and waits until it is there. */
export async function open(tab: Tab, hash: string, token = ADMIN_TOKEN): Promise<void> {
  await signIn(tab, { hash, token });
  await settled(tab);
}

/** Opens the console signed in, as a tab that holds a token; `hash` is where to go. */
export async function signIn(
  { page, origin }: Tab,
  { hash = '', token = ADMIN_TOKEN }: { hash?: string; token?: string } = {},
): Promise<void> {
  await page.addInitScript({ content: `sessionStorage.setItem('mds.token', ${JSON.stringify(token)})` });
  // An address that differs only after # would not load the page again.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(`${origin}/console${hash}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/**
 * Waits until the page that the address names shows its heading, or why it has none, and no answer is outstanding.
 * After a click the address may be ahead of the page, whose code has to be loaded when it is opened for the first time.
 */
export async function settled(tab: Tab): Promise<void> {
  await tab.page.waitForFunction(() => {
    const [, id = 'market'] = /^#\/([a-z]+)/.exec(location.hash) ?? [];
    return document.querySelector(`.page-${id} :is(h1, [role=alert])`) !== null;
  });
  await drawn(tab);
}

/** Waits until nothing on the page is pale because its answer is outstanding. */
async function drawn({ page, awaited }: Tab): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await page.waitForFunction(() => document.querySelector('.spinner, [aria-busy=true]') === null);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    quiet = awaited.size === 0 ? quiet + 1 : 0;
  }
}

/** Whether other things, such as the bar, cover all of what has the focus (WCAG 2.2, 2.4.11). */
export function isFocusCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null) return false;
    const { left, right, top, bottom } = activeElement.getBoundingClientRect();
    const inside = (from: number, to: number, most: number) => {
      const [start, end] = [Math.max(from, 0) + 1, Math.min(to, most) - 1];
      return [start, (start + end) / 2, end];
    };
    return !inside(left, right, innerWidth).some((x) =>
      inside(top, bottom, innerHeight).some((y) => activeElement.contains(document.elementFromPoint(x, y))),
    );
  });
}

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs a long script on a page; Playwright itself would inspect it several times first. */
async function evaluate(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
}

/**
 * Violations that axe finds on the page as soon as its answers are there, by WCAG 2.2 A and AA and its best practices
 * or by `rules`, in words.
 */
export async function accessibilityFaults(tab: Tab, rules: readonly string[] = []): Promise<string[]> {
  await drawn(tab);
  const { page } = tab;
  // Evaluated by the debugger, so that the page's own policy stays as strict as it is.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await evaluate(page, AXE);
  return page.evaluate(
    async (only) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        // By default it also re-reads all style sheets, for an experimental rule.
        preload: { assets: ['media'] },
        ...(only.length > 0 && { runOnly: { type: 'rule', values: only } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    [...rules],
  );
}

/** Encoding it as PNG takes longer than everything else done with a page. */
const PICTURE = { type: 'jpeg', quality: 90, fullPage: true } as const;
/** Rules of axe about colours: the only ones whose result depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page in every size and theme; nothing may be amiss or wider than the screen. If `isCompared`, the
 * page also has to look as its reference does.
 */
export async function inspect(tab: Tab, name: string, { isCompared = false } = {}): Promise<void> {
  for (const size of ['wide', 'narrow'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      await look(tab, size, theme);
      if (isCompared) {
        const share = await difference(await screenOf(tab), `${name}-${size}-${theme}`, SIZES[size]);
        expect([name, size, theme, share <= TOLERANCE || share]).toEqual([name, size, theme, true]);
      }
      await picture(tab, `${name}-${size}-${theme}`);
      const faults = await accessibilityFaults(tab, theme === 'light' ? [] : OF_COLOURS);
      expect([name, size, theme, faults]).toEqual([name, size, theme, []]);
      const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, size, 'overflow', overflow]).toEqual([name, size, 'overflow', 0]);
    }
  }
  await look(tab, 'wide', 'light');
}

/** Faults of a tab in tests of answers of 400 and more: the browser itself reports each of those. */
export function troubleOf({ faults }: Tab): string[] {
  return faults.filter((fault) => !fault.startsWith('Failed to load resource'));
}

/** The visible screen: a part of a whole page would have all of the page drawn. */
function screenOf({ page }: Tab): Promise<Buffer> {
  return page.screenshot({ ...PICTURE, fullPage: false });
}

/** With `SCREENSHOTS=all npm run test:browser`: a screenshot of a whole page, for people only. */
export async function picture({ page }: Tab, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== 'all') return;
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ ...PICTURE, path: join(ARTEFACTS, `${name}.jpg`) });
}
