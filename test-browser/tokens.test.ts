import { describe, expect, it } from '@jest/globals';
import { accessibilityFaults, inspect } from './console.js';
import { onOwnService } from './fixture.js';

describe('console: tokens', () => {
  const on = onOwnService();

  it('creates a token, shows its secret once, and revokes it', async () => {
    await on.open('#/tokens');
    await on.page.locator('tbody tr').first().waitFor();
    await inspect(on.tab, 'tokens', { isCompared: true });
    await on.page.getByRole('button', { name: 'New token' }).click();
    await inspect(on.tab, 'token-new');
    await on.page.getByLabel('E-mail address').fill('maker@example.com');
    await on.page.getByLabel('Role').selectOption('maker');
    await on.page.getByRole('button', { name: 'Create' }).click();
    const secret = on.page.getByLabel('Token of maker@example.com, maker');
    const token = await secret.inputValue();
    expect(token).toMatch(/^mds_[0-9A-Za-z]{42}$/);
    await inspect(on.tab, 'token-secret');
    await on.page.keyboard.press('Escape');
    expect(await secret.isVisible()).toBe(true);
    await on.page.getByRole('button', { name: 'Done' }).click();
    await on.service.get('/quote', token).expect(200);
    await secret.waitFor({ state: 'detached' });
    const traces = await on.page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href]),
    );
    expect(`${await on.page.content()}${traces}`).not.toContain(token);
    await on.page.getByRole('button', { name: 'Revoke the maker token of maker@example.com' }).click();
    await inspect(on.tab, 'token-revoke');
    await on.page.getByRole('button', { name: 'Revoke token' }).click();
    await on.page.getByText('Token revoked').waitFor();
    await on.service.get('/quote', token).expect(401);
    await on.page.getByRole('button', { name: 'All' }).click();
    await on.page.locator('tbody tr', { hasText: 'revoked' }).waitFor();
  });

  it('on a phone a token can be revoked without a sideways scroll, however long its owner', async () => {
    const principal = 'nguyen.thi.minh.khai.phong-du-lieu@chung-khoan-thanh-pho.example.com';
    await on.service.token('reader', { principal });
    await on.open('#/tokens');
    await on.page.setViewportSize({ width: 390, height: 844 });
    const token = on.page.locator('tbody tr', { hasText: principal });
    const isWithin = await token.locator('th, td, button').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 0 && left >= 0 && right <= innerWidth;
      }),
    );
    expect(isWithin.length).toBeGreaterThan(6);
    expect(isWithin).not.toContain(false);
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });

  it.each([701, 800, 1000])(
    'on a screen of %d the tokens are a table that fits, in either language',
    async (width) => {
      const principal = 'nguyen.thi.minh.khai.phong-du-lieu@chung-khoan-thanh-pho.example.com';
      await on.service.token('operator', { principal });
      await on.open('#/tokens');
      await on.page.setViewportSize({ width, height: 700 });
      const frame = on.page.locator('.table-frame');
      const token = on.page.locator('tbody tr', { hasText: principal }).first();
      for (const revoke of ['Revoke', 'Thu hồi']) {
        await token.getByText(revoke).waitFor();
        expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
        expect(await token.evaluate((each) => getComputedStyle(each).display)).toBe('table-row');
        if (revoke === 'Revoke')
          await on.page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
      }
    },
  );

  it('the dialog says what is wrong with a new token', async () => {
    await on.open('#/tokens');
    await on.page.getByRole('button', { name: 'New token' }).click();
    await on.page.getByLabel('E-mail address').fill(`${'a'.repeat(65)}@example.com`);
    await on.page.getByRole('button', { name: 'Create' }).click();
    await on.page.getByRole('listitem').filter({ hasText: 'an e-mail address is expected' }).waitFor();
    expect(await on.page.getByRole('button', { name: 'Create' }).isEnabled()).toBe(true);
    // Once: the first of a problem's invalid parts is also its detail.
    expect(await on.page.getByText('an e-mail address is expected').count()).toBe(1);
  });

  it('a click outside the dialog does not lose what is typed into it; without, it closes the dialog', async () => {
    await on.open('#/tokens');
    const dialog = on.page.getByRole('dialog');
    await on.page.getByRole('button', { name: 'New token' }).click();
    // A selection of its text that ends outside is no click there.
    await dialog.getByRole('heading').hover();
    await on.page.mouse.down();
    await on.page.mouse.move(5, 5);
    await on.page.mouse.up();
    expect(await dialog.count()).toBe(1);
    await on.page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    await on.page.getByRole('button', { name: 'New token' }).click();
    await on.page.getByLabel('E-mail address').fill('typed@example.com');
    await on.page.mouse.click(5, 5);
    expect(await on.page.getByLabel('E-mail address').inputValue()).toBe('typed@example.com');
    await on.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('a caller who revokes their own token is warned, then signed out', async () => {
    const own = await on.service.token('admin', { principal: 'leaver@example.com' });
    await on.open('#/tokens', own);
    const row = on.page.locator('tbody tr', { hasText: 'This session' });
    await row.getByRole('button').click();
    await on.page.getByText('you will be signed out').waitFor();
    await on.page.getByRole('button', { name: 'Revoke token' }).click();
    await on.page.getByText('You revoked the token you were signed in with.').waitFor();
    await on.service.get('/quote', own).expect(401);
  });

  it('the tokens of a person are found among many', async () => {
    for (const principal of ['found@example.com', 'other@example.com'])
      await on.service.token('reader', { principal });
    await on.open('#/tokens');
    await on.page.locator('tbody tr', { hasText: 'other@example.com' }).first().waitFor();
    await on.page.getByLabel('Principal').fill('found@example.com');
    await on.page.keyboard.press('Enter');
    await on.page.waitForURL(/principal=found/);
    await on.page.locator('tbody tr', { hasText: 'other@example.com' }).waitFor({ state: 'detached' });
    expect(await on.page.locator('tbody tr').count()).toBe(1);
  });

  it('a caller who may not manage tokens is told so', async () => {
    await on.open('#/tokens', await on.service.token('maker'));
    await on.page.getByText('needs the permission token:manage').waitFor();
    await inspect(on.tab, 'tokens-maker');
  });
});
