import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { type Bench, benchOn, inspect, open as openPage, type Tab, troubleOf } from './console.js';

describe('console: tokens', () => {
  let service: TestApp;
  let bench: Bench;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    service = await startApp();
    bench = await benchOn(service);
  });
  afterAll(async () => {
    await bench?.close();
  });
  afterEach(async () => {
    expect(troubleOf(tab)).toEqual([]);
    await tab.close();
  });

  const open = async (hash: string, token?: string) => {
    tab = await bench.tab();
    page = tab.page;
    await openPage(tab, hash, token ?? (await service.token('admin')));
  };

  it('makes a token, shows its secret once, and revokes it', async () => {
    await open('#/tokens');
    await page.locator('tbody tr').first().waitFor();
    await inspect(tab, 'tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await inspect(tab, 'token-new');
    await page.getByLabel('E-mail address').fill('maker@example.com');
    await page.getByLabel('Role').selectOption('maker');
    await page.getByRole('button', { name: 'Make token' }).click();
    const secret = page.getByLabel('Token of maker@example.com, maker');
    const token = await secret.inputValue();
    expect(token).toMatch(/^mds_[0-9A-Za-z]{42}$/);
    await inspect(tab, 'token-secret');
    await page.keyboard.press('Escape');
    expect(await secret.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Done' }).click();
    await service.get('/quote', token).expect(200);
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke the maker token of maker@example.com' }).click();
    await inspect(tab, 'token-revoke');
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('The token is revoked').waitFor();
    await service.get('/quote', token).expect(401);
    await page.getByRole('button', { name: 'All' }).click();
    await page.locator('tbody tr', { hasText: 'revoked' }).waitFor();
  });

  it('what is wrong with a new token is said in the dialog', async () => {
    await open('#/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('E-mail address').fill(`${'a'.repeat(65)}@example.com`);
    await page.getByRole('button', { name: 'Make token' }).click();
    await page.getByRole('listitem').filter({ hasText: 'an e-mail address is expected' }).waitFor();
    expect(await page.getByRole('button', { name: 'Make token' }).isEnabled()).toBe(true);
  });

  it('whoever revokes the own token is warned, then signed out', async () => {
    const own = await service.token('admin', { principal: 'leaver@example.com' });
    await open('#/tokens', own);
    const row = page.locator('tbody tr', { hasText: 'This session' });
    await row.getByRole('button').click();
    await page.getByText('you will be signed out').waitFor();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('You revoked the token that you were signed in with.').waitFor();
    await service.get('/quote', own).expect(401);
  });

  it('who may not manage tokens is told so', async () => {
    await open('#/tokens', await service.token('maker'));
    await page.getByText('needs the permission token:manage').waitFor();
    await inspect(tab, 'tokens-maker');
  });
});
