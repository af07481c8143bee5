import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ADMIN_TOKEN, type TestApp } from '../test/app.js';
import { startDemoApp } from '../test/demo.js';
import { chromiumPath } from './chromium.js';

/** A name that only the browser of the tests knows: the service must work on plain HTTP beyond localhost. */
const HOST = 'market-data.test';
/** Screenshots for people to look at; git ignores the folder. */
const ARTEFACTS = join(dirname(fileURLToPath(import.meta.url)), '..', 'artefacts');

/** Widths that every page is looked at. */
export const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } } as const;
export type Theme = 'light' | 'dark';

/** The demo service and a browser that knows it by another name. */
export interface Bench {
  service: TestApp;
  /** http://market-data.test:port */
  url: string;
  /** a tab that keeps nothing of the others */
  tab(options?: { size?: keyof typeof SIZES; theme?: Theme }): Promise<Tab>;
  close(): Promise<void>;
}

/** A page with everything that went wrong on it. */
export interface Tab {
  page: Page;
  /** errors in the console, exceptions, and requests to anywhere else; empty when all is well */
  faults: string[];
  close(): Promise<void>;
}

/** Starts the service on the demo market, and a browser. */
export async function startBench(environment: Record<string, string> = {}): Promise<Bench> {
  return benchOn(await startDemoApp(environment));
}

/** Starts a browser beside a service. */
export async function benchOn(service: TestApp): Promise<Bench> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  });
  const url = `http://${HOST}:${new URL(service.url).port}`;
  return {
    service,
    url,
    tab: (options = {}) => openTab(browser, url, options),
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}

async function openTab(
  browser: Browser,
  origin: string,
  { size = 'wide', theme = 'light' }: { size?: keyof typeof SIZES; theme?: Theme },
): Promise<Tab> {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: theme, locale: 'en-GB' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol !== 'data:' && address.origin !== origin) faults.push(`request to ${address.href}`);
  });
  return { page, faults, close: () => context.close() };
}

/** Opens the console and signs in; `hash` is where to go from there. */
export async function signIn(
  { page }: Tab,
  { url }: Bench,
  { hash = '', token = ADMIN_TOKEN }: { hash?: string; token?: string } = {},
): Promise<void> {
  await page.goto(`${url}/console${hash}`);
  await page.getByLabel('Access token').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/**
 * Waits until the page that the address names shows its heading, or why it has none, and nothing on it is loading.
 * After a click the address may be ahead of the page, whose code has to come when it is opened for the first time.
 */
export async function settled({ page }: Tab): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const [, id = 'market'] = /^#\/([a-z]+)/.exec(location.hash) ?? [];
    const isShown = document.querySelector(`.page-${id} :is(h1, [role=alert])`) !== null;
    return isShown && document.querySelector('.spinner') === null;
  });
}

/** What axe finds serious or critical on the page as it is shown now, in words. */
export async function accessibilityFaults({ page }: Tab): Promise<string[]> {
  // Evaluated by the debugger, so that the page's own policy stays as strict as it is.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Keeps a screenshot. */
export async function picture({ page }: Tab, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}
