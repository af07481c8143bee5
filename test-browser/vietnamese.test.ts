import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aQuote } from '../test/builders/quotes.js';
import { accessibilityFaults, settled } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

describe('console in Vietnamese: what the service refuses', () => {
  let maker: string;
  let checker: string;
  const on = onOwnService(undefined, { SELF_APPROVAL: 'forbidden', GOVERNED: 'corporate_action' });
  beforeAll(async () => {
    maker = await on.service.token('maker');
    checker = await on.service.token('checker');
    await on.service.post('/svc/quote', aQuote({ date: '2024-01-31' }), maker).expect(201);
  });

  const open = async (hash: string, token: string) => {
    await on.open(hash, token);
    await on.page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
    await on.page.getByRole('navigation', { name: 'Các trang' }).waitFor();
    await settled(on.tab);
  };

  it('a decision that fails says why, with the words of the service below', async () => {
    const dividend = { ticker: 'VIE', ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 900 };
    await on.service.post('/svc/record/corporate_action', dividend, maker).expect(202);
    await open('#/approvals/proposals', checker);
    await on.page.getByRole('button', { name: 'Xem VIE 2024-01-22 cash_dividend' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Duyệt' }).waitFor();
    const { body } = await on.service.get('/svc/approval?status=pending', checker).expect(200);
    await on.service
      .post(`/svc/approval/${body.data[0].id}/reject`, { reason: 'Twice' }, checker)
      .expect(200);
    await dialog.getByRole('button', { name: 'Duyệt' }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Yêu cầu bị từ chối (409)').waitFor();
    await alert.getByText('Trạng thái hiện tại không cho phép việc này.').waitFor();
    expect(await alert.locator('[lang=en]').innerText()).toBe('The proposal is rejected');
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });

  it('so does one that fails after its dialog has been closed', async () => {
    const dividend = { ticker: 'VIF', ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 900 };
    await on.service.post('/svc/record/corporate_action', dividend, maker).expect(202);
    await open('#/approvals/proposals', checker);
    await on.page.getByRole('button', { name: 'Xem VIF 2024-01-22 cash_dividend' }).click();
    const approvals = await holdBack(on.page, (request) => /\/approve$/.test(request.url()));
    await on.page.getByRole('dialog').getByRole('button', { name: 'Duyệt' }).click();
    await approvals.firstSent;
    await on.page.keyboard.press('Escape');
    const { body } = await on.service.get('/svc/approval?status=pending', maker).expect(200);
    await on.service.post(`/svc/approval/${body.data[0].id}/withdraw`, {}, maker).expect(200);
    await approvals.release();
    const message = on.page.locator('.in-corner .toast-bad');
    await message.getByText('VIF 2024-01-22 cash_dividend: không quyết định được').waitFor();
    await message.getByText('Trạng thái hiện tại không cho phép việc này.').waitFor();
    expect(await message.locator('[lang=en]').innerText()).toBe('The proposal is withdrawn');
  });

  it('so does each of many decisions that fails', async () => {
    await on.service.post('/svc/quote', aQuote({ date: '2024-01-30' }), maker).expect(201);
    await open('#/approvals', checker);
    for (const day of ['2024-01-30', '2024-01-31'])
      await on.page.locator('tbody tr', { hasText: day }).getByRole('checkbox').check();
    await on.service.sql(`DELETE FROM quote WHERE date = '2024-01-30'`);
    await on.page.getByRole('button', { name: 'Duyệt 2' }).click();
    const row = on.page.getByRole('dialog').getByRole('row', { name: /2024-01-30/ });
    await row.getByText('Không tìm thấy bản ghi này.').waitFor();
    expect(await row.locator('[lang=en]').innerText()).toMatch(/no quote/i);
  });

  it('a refused form names each field and what is wrong with it', async () => {
    await open('#/data/quote?key.ticker=VIE&key.date=2024-03-05', maker);
    for (const [name, value] of Object.entries({ open: 1, high: 1, low: 1, close: 'ten', volume: 5 }))
      await on.page.getByLabel(`${name} *`, { exact: true }).fill(String(value));
    await on.page.getByRole('button', { name: 'Tạo bản ghi' }).click();
    const item = on.page.getByRole('alert').getByRole('listitem');
    await item.getByText('close: sai kiểu dữ liệu').waitFor();
    expect(await item.locator('[lang=en]').innerText()).toMatch(/^a finite number/);
  });

  it('so do the rows of an import that are refused, also in their file', async () => {
    await open('#/import', maker);
    const lines = [
      'ticker,date,open,high,low,close,volume',
      'VIE,2024-03-06,1,1,1,1,5',
      'VIE,2024-03-07,1,1,1,9,5',
    ];
    const file = { name: 'gia.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await on.page.locator('input[type=file]').setInputFiles(file);
    await on.page.getByRole('button', { name: 'Bắt đầu nhập' }).click();
    await on.page.getByText('Đã nhập xong').waitFor();
    const row = on.page.getByRole('row', { name: /VIE 2024-03-07/ });
    await row.getByText('mâu thuẫn với nhau').waitFor();
    const english = await row.locator('[lang=en]').innerText();
    const [download] = await Promise.all([
      on.page.waitForEvent('download'),
      on.page.getByRole('link', { name: 'Tải các dòng bị từ chối' }).click(),
    ]);
    const rejects = await text(await download.createReadStream());
    expect(rejects).toMatch(/mâu thuẫn với nhau \(/);
    expect(rejects).toContain(english);
  });

  it('an indicator is found by its Vietnamese name, and its formula and parameters are in Vietnamese', async () => {
    await open('#/reference/indicators?q=sức mạnh tương đối', checker);
    const row = on.page.locator('tbody tr');
    await row.getByText('chỉ báo sức mạnh tương đối: 100 × tăng ÷ (tăng + giảm)').waitFor();
    expect(await row.count()).toBe(1);
    expect(await row.innerText()).toMatch(/RSI\s+rsi\s.*Động lượng.*Số phiên \(n\) 14/s);
  });

  it('the audit log names what was done; the code, which its filter takes, is in the details', async () => {
    await on.service.post('/svc/quote', aQuote({ ticker: 'AUD', date: '2024-01-31' }), maker).expect(201);
    await open('#/activity/audit?action=created&resource=quote', await on.service.token('admin'));
    const row = on.page.locator('tbody tr', { hasText: 'AUD 2024-01-31' });
    expect(await row.locator('.badge').innerText()).toBe('tạo');
    await row.getByRole('button', { name: 'Trước và sau: tạo AUD 2024-01-31' }).click();
    await on.page.getByRole('dialog').getByText('tạo (created) quote').waitFor();
  });

  it('an empty list says why, in one sentence', async () => {
    await open('#/company/VNM/news', checker);
    const list = on.page.getByRole('region', { name: 'Tin tức', exact: true });
    expect(await list.locator('.state').innerText()).toBe('Không có tin về mã này');
    await on.service.post('/svc/quote', aQuote({ ticker: 'EMP' }), maker).expect(201);
    await open('#/approvals?ticker=XYZ', checker);
    expect(await on.page.locator('.state').innerText()).toBe('Không có mã chứng khoán XYZ');
  });
});
