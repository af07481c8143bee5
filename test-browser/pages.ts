import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestApp } from '../test/app.js';
import { chromiumPath } from './chromium.js';

/** Where screenshots are left for a look. */
const SHOTS = 'artefacts';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Sizes and themes that every page is looked at in. */
const LOOKS = [
  { width: 1280, height: 800, theme: 'light' },
  { width: 1280, height: 800, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const;

/** The installed browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** A tab that is signed in, with what must not happen in it. */
export interface Tab {
  page: Page;
  context: BrowserContext;
  /** console errors, page errors and requests to anywhere else, in words */
  trouble: string[];
}

/** Opens a page of the console signed in with a token. */
export async function openTab(browser: Browser, service: TestApp, token: string, hash: string): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  await context.addInitScript({ content: `sessionStorage.setItem('mds.token', ${JSON.stringify(token)})` });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 and more; those are looked at in the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      trouble.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => trouble.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${service.url}/`) && !/^(data|blob):/.test(url)) trouble.push(`foreign: ${url}`);
  });
  await page.goto(`${service.url}/console/${hash}`);
  await page.locator('h1').waitFor();
  return { page, context, trouble };
}

/** Photographs what is shown in every look and has axe judge it; nothing may be amiss or wider than the screen. */
export async function inspect({ page }: Tab, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  for (const { width, height, theme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}-${theme}.png`) });
    expect([name, width, theme, await violations(page)]).toEqual([name, width, theme, []]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([name, width, 'overflow', overflow]).toEqual([name, width, 'overflow', 0]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What axe finds by WCAG 2.2 A and AA, and its best practices. */
async function violations(page: Page): Promise<string[]> {
  // Injected by the debugger, which the content security policy does not bind.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<Judgement>('axe.run()');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** The part of axe's answer that is looked at. */
interface Judgement {
  violations: { id: string; nodes: { html: string }[] }[];
}
