import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

const dayOf = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);

describe('console: import', () => {
  const on = onOwnService();
  beforeEach(async () => {
    await on.service.sql('DELETE FROM quote');
    await on.open('#/import', await on.service.token('maker'));
  });

  const choose = async (text: string, name = 'prices.csv') => {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await on.page.locator('input[type=file]').setInputFiles(file);
  };
  const start = () => on.page.getByRole('button', { name: 'Start the import' }).click();
  const count = (state: string) => on.page.locator(`[data-count=${state}]`).textContent();
  const storedCount = async () =>
    (await on.service.sql<{ count: number }>('SELECT count(*)::int AS count FROM quote'))[0]?.count;

  it('1,000 rows with 3 bad ones: 997 created, 3 listed with line and reason, and as a file', async () => {
    const lines = ['\uFEFFDate,Symbol,Open,High,Low,Close,Volume,Remark'];
    for (let index = 0; index < 1000; index++) {
      const close = index === 99 ? '99999' : index === 499 ? 'n/a' : '67000';
      const day = index === 899 ? '2022-02-30' : dayOf(index);
      lines.push(`${day},VNM,66900,67500,66500,${close},3415800,"a ""quoted"", remark"`);
    }
    await choose(`${lines.join('\r\n')}\r\n`);
    await on.page.getByText('all of them have a column').waitFor();
    expect(await on.page.getByLabel('Field of column Symbol').inputValue()).toBe('ticker');
    expect(await on.page.getByLabel('Field of column Remark').inputValue()).toBe('');
    await inspect(on.tab, 'import-columns');
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect([await count('created'), await count('failed')]).toEqual(['997', '3']);
    expect(await storedCount()).toBe(997);
    const failedRows = await on.page
      .locator('section', { hasText: 'Import finished' })
      .locator('tbody tr')
      .allTextContents();
    expect(failedRows).toEqual([
      expect.stringMatching(/^101VNM .*failed.*close/),
      expect.stringMatching(/^501VNM 2021-05-14failedclose: a finite number/),
      expect.stringMatching(/^901VNM 2022-02-30faileddate: a calendar date/),
    ]);
    await inspect(on.tab, 'import-finished');
    const [download] = await Promise.all([
      on.page.waitForEvent('download'),
      on.page.getByRole('link', { name: 'Download rejects' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('prices.rejects.csv');
    const rejects = (await text(await download.createReadStream()))
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n');
    expect(rejects[0]).toBe('line,reason,Date,Symbol,Open,High,Low,Close,Volume,Remark');
    expect(rejects[2]).toMatch(
      /^501,.*number.*,2021-05-14,VNM,66900,67500,66500,n\/a,3415800,"a ""quoted"", remark"$/,
    );
    expect(rejects).toHaveLength(4);
  });

  it('rows that cannot be read fail by themselves: the others are stored, and no garbled text is', async () => {
    const line = (day: number, remark: string) => `${dayOf(day)},VNM,1,1,1,1,5,${remark}`;
    const lines = [
      'Date,Symbol,Open,High,Low,Close,Volume,Remark',
      line(0, '"open'),
      line(1, ''),
      line(2, 'caf\u00e9'),
    ];
    const file = {
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n'), 'latin1'),
    };
    await on.page.locator('input[type=file]').setInputFiles(file);
    await on.page.getByRole('button', { name: 'Check the whole file' }).click();
    await on.page.getByText('2 of 3 rows').waitFor();
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect([await count('created'), await count('failed'), await storedCount()]).toEqual(['1', '2', 1]);
    await on.page.getByText('a quote is not closed').first().waitFor();
    await on.page.getByText('save the file as UTF-8').first().waitFor();
  });

  it('long rows go in requests that the service accepts', async () => {
    const lines = ['news_id,title,summary,url,source,source_type,category,published_at'];
    for (let index = 0; index < 200; index++)
      lines.push(
        `n${index},Title,${'đ'.repeat(9_000)},https://x.example/${index},own,own,business,2024-01-31`,
      );
    await on.page.getByLabel('Data set', { exact: true }).selectOption('news');
    await choose(lines.join('\n'), 'news.csv');
    await on.page.getByText('all of them have a column').waitFor();
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect([await count('created'), await count('failed')]).toEqual(['200', '0']);
  });

  it('a file that has been corrected is read anew when it is chosen again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mds-import-'));
    const file = join(folder, 'prices.csv');
    const cdp = await on.page.context().newCDPSession(on.page);
    /** As a person does: only what the browser itself reports reaches the page. */
    const chooseAt = async (day: string) => {
      await writeFile(file, `Date,Symbol,Open,High,Low,Close,Volume\n${day},VNM,1,1,1,1,5\n`);
      const chooser = on.page.waitForEvent('filechooser');
      await on.page.locator('.drop').click();
      await chooser;
      const { result } = await cdp.send('Runtime.evaluate', {
        expression: 'document.querySelector("input[type=file]")',
      });
      await cdp.send('DOM.setFileInputFiles', { files: [file], objectId: String(result.objectId) });
    };
    await chooseAt('2020-02-30');
    await on.page.getByRole('cell', { name: '2020-02-30' }).waitFor();
    await chooseAt('2020-02-28');
    await on.page.getByRole('cell', { name: '2020-02-28' }).waitFor();
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect(await count('created')).toBe('1');
    await rm(folder, { recursive: true });
  });

  it('the same file again changes nothing and says what already exists', async () => {
    const file = `Date;Symbol;Open;High;Low;Close;Volume\n${dayOf(0)};VNM;1;1;1;1;5\n${dayOf(1)};VNM;1;1;1;1;5`;
    await choose(file);
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect(await count('created')).toBe('2');
    await start();
    await on.page.locator('[data-count=failed]', { hasText: '2' }).waitFor();
    expect(await count('created')).toBe('0');
    await on.page
      .getByRole('cell', { name: /already exists/ })
      .first()
      .waitFor();
    await on.page.getByLabel('If a record already exists').selectOption('ignore');
    await start();
    await on.page.locator('[data-count=ignored]', { hasText: '2' }).waitFor();
    expect(await count('failed')).toBe('0');
  });

  it('columns with other names are mapped by hand; without a required one nothing starts', async () => {
    await choose(`Day\tPaper\tO\tHigh\tLow\tClose\tVol\n${dayOf(0)}\tVNM\t1\t1\t1\t1\t5`);
    await on.page.getByText('No column for: ticker, open').waitFor();
    expect(await on.page.getByRole('button', { name: 'Start the import' }).isDisabled()).toBe(true);
    await on.page.getByLabel('Field of column Paper').selectOption('ticker');
    await on.page.getByLabel('Field of column O', { exact: true }).selectOption('open');
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect([await count('created'), await storedCount()]).toEqual(['1', 1]);
  });

  it('429 and 503 are waited out; a batch whose answer was lost is sent again and counts once', async () => {
    let calls = 0;
    await on.page.route('**/svc/bulk/insert*', async (route) => {
      calls += 1;
      if (calls === 1) {
        const body = JSON.stringify({
          title: 'Too Many Requests',
          status: 429,
          detail: 'Slowly.',
          code: 'x',
        });
        await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body });
      } else if (calls === 2) {
        const url = route.request().url().replace(on.bench.url, on.service.url);
        await route.fetch({ url }); // the request arrives, its answer does not
        await route.abort();
      } else await route.continue();
    });
    await choose(`Date,Symbol,Open,High,Low,Close,Volume\n${dayOf(0)},VNM,1,1,1,1,5`);
    await start();
    await on.page.getByText('Slowly. Trying again in 1 s.').waitFor();
    await on.page.getByText('Import finished').waitFor();
    expect([calls, await count('created'), await count('failed'), await storedCount()]).toEqual([
      3,
      '1',
      '0',
      1,
    ]);
  });

  it('a batch whose answer is damaged on its way is sent again, and counts once', async () => {
    let calls = 0;
    await on.page.route('**/svc/bulk/insert*', async (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      const url = route.request().url().replace(on.bench.url, on.service.url);
      const response = await route.fetch({ url });
      await route.fulfill({ response, body: (await response.text()).slice(0, 40) });
    });
    await choose(`Date,Symbol,Open,High,Low,Close,Volume\n${dayOf(0)},VNM,1,1,1,1,5`);
    await start();
    await on.page
      .getByText('The response is damaged, or does not come from the service. Trying again')
      .waitFor();
    await on.page.getByText('Import finished').waitFor();
    expect([calls, await count('created'), await storedCount()]).toEqual([2, '1', 1]);
  });

  it('a cancelled import stops after the batch in progress and lists the rows answered so far', async () => {
    const lines = ['Date,Symbol,Open,High,Low,Close,Volume'];
    for (let index = 0; index < 1000; index++) lines.push(`${dayOf(index)},VNM,1,1,1,1,5`);
    let calls = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await on.page.route('**/svc/bulk/insert*', async (route) => {
      calls += 1;
      if (calls === 2) await gate;
      await route.continue().catch(() => undefined);
    });
    await choose(lines.join('\n'));
    await start();
    await on.page.locator('[data-count=created]', { hasText: '200' }).waitFor();
    await on.page.getByRole('button', { name: 'Cancel' }).click();
    await on.page.getByText('Import cancelled').waitFor();
    release();
    expect([await count('created'), await storedCount()]).toEqual(['200', 200]);
  });

  it('leaving a running import asks first; once left, it says how far it got', async () => {
    const lines = ['Date,Symbol,Open,High,Low,Close,Volume'];
    for (let index = 0; index < 1000; index++) lines.push(`${dayOf(index)},VNM,1,1,1,1,5`);
    let calls = 0;
    const second = await holdBack(on.page, (request) => {
      if (!request.url().includes('/svc/bulk/insert')) return false;
      calls += 1;
      return calls > 1;
    });
    await choose(lines.join('\n'));
    await start();
    await on.page.locator('[data-count=created]', { hasText: '200' }).waitFor();
    await second.firstSent;
    const question = on.page.getByRole('dialog', { name: 'Leave while the import runs?' });
    for (const leave of [
      () => on.page.getByRole('link', { name: 'Data', exact: true }).click(),
      () => on.page.getByRole('button', { name: 'Sign out' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await on.page.getByRole('heading', { name: 'Importing prices.csv' }).isVisible()).toBe(true);
      await on.page.waitForURL(({ hash }) => hash === '#/import');
    }
    await on.page.getByRole('link', { name: 'Data', exact: true }).click();
    await question.waitFor();
    await inspect(on.tab, 'import-leave');
    await question.getByRole('button', { name: 'Stop and leave' }).click();
    await on.page.getByText('Import of prices.csv stopped after 200 rows').waitFor();
    await second.release();
    await on.page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    expect([calls, await storedCount()]).toEqual([2, 200]);
    await on.page.getByRole('link', { name: 'Import', exact: true }).click();
    await on.page.getByText('Choose a CSV file or drop it here').waitFor();
  });

  it('the fields are those of the data set chosen last, however late earlier answers arrive', async () => {
    const fields = async (name: string) => {
      const { body } = await on.service.get(`/svc/datasets/${name}`).expect(200);
      return ['', ...body.fields.map((field: { name: string }) => field.name)];
    };
    const offeredFields = () =>
      on.page
        .getByLabel('Field of column Symbol')
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await choose(`Date,Symbol\n${dayOf(0)},VNM`);
    await on.page.getByLabel('Field of column Symbol').waitFor();
    const news = await holdBack(on.page, (request) => request.url().endsWith('/svc/datasets/news'));
    await on.page.getByLabel('Data set', { exact: true }).selectOption('news');
    await news.firstSent;
    await on.page.getByLabel('Data set', { exact: true }).selectOption('security');
    await on.page.getByLabel('Field of column Symbol').waitFor();
    const expectedFields = await fields('security');
    expect(await offeredFields()).toEqual(expectedFields);
    await news.release();
    expect(await offeredFields()).toEqual(expectedFields);
  });

  it('Vietnamese days and figures by column; bad cells are marked, and the whole file is checked without sending', async () => {
    const requests: string[] = [];
    on.page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
    await choose(
      [
        'Ngày;Mã CK;Mở cửa;Cao nhất;Thấp nhất;Đóng cửa;Khối lượng',
        '14/01/2025;VNM;66.900;67.500;66.500;67.000;3.415.800',
        '15/01/2025;VNM;66.900;67.500;66.500;n/a;3.415.800',
        '32/01/2025;VNM;66.900;67.500;66.500;67.000;3.415.800',
      ].join('\n'),
    );
    await on.page.getByText('all of them have a column').waitFor();
    expect(await on.page.getByLabel('Format of column Ngày').inputValue()).toBe('dmy');
    expect(await on.page.getByLabel('Format of column Đóng cửa').inputValue()).toBe('dot');
    expect(await on.page.getByLabel('Format of column Khối lượng').inputValue()).toBe('dot');
    const bad = on.page.locator('.cell-bad');
    expect(await bad.allTextContents()).toEqual(['n/a not a number', '32/01/2025 not a date']);
    await inspect(on.tab, 'import-formats');
    await on.page.getByRole('button', { name: 'Check the whole file' }).click();
    await on.page.getByText('2 of 3 rows have cells that will be refused').waitFor();
    expect(requests).toEqual([]);
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect([await count('created'), await count('failed')]).toEqual(['1', '2']);
    const { body } = await on.service.get('/quote?ticker=VNM&date=2025-01-14').expect(200);
    expect([body.data[0].close, body.data[0].volume]).toEqual([67000, 3415800]);
  });

  it('the format of days is that of the file when its first rows fit another one, too', async () => {
    // The first sessions of a year all read as day or month first.
    const days = ['02', '03', '06', '07', '08', '09', '10', '11', '12', '13'].map((day) => `01/${day}/2025`);
    const rows = days.map((day) => `${day},VNM,66900,67500,66500,67000,3415800`);
    await choose(['Date,Symbol,Open,High,Low,Close,Volume', ...rows].join('\n'));
    await on.page.getByText('all of them have a column').waitFor();
    expect(await on.page.getByLabel('Format of column Date').inputValue()).toBe('mdy');
    const preview = on.page.getByLabel('First rows of the file').locator('tbody tr');
    expect(await preview.count()).toBe(8);
  });

  it('a file that can be read in two ways waits for a choice, which goes for the other columns too', async () => {
    await choose('Date,Symbol,Open,High,Low,Close,Volume\n02/01/2025,VNM,66.900,67.500,66.500,67.000,500');
    await on.page
      .getByText('Can be read in two ways: Date, Open, High, Low, Close, Volume. Choose the format.')
      .waitFor();
    expect(await on.page.locator('.cell-bad').count()).toBe(0);
    for (const name of ['Check the whole file', 'Start the import'])
      expect(await on.page.getByRole('button', { name }).isDisabled()).toBe(true);
    await inspect(on.tab, 'import-unclear');
    await on.page.getByLabel('Format of column Date').selectOption('dmy');
    await on.page.getByLabel('Format of column Low').selectOption('dot');
    expect(await on.page.getByLabel('Format of column Close').inputValue()).toBe('dot');
    await start();
    await on.page.getByText('Import finished').waitFor();
    expect(await on.service.sql('SELECT date::text, low, close FROM quote')).toEqual([
      { date: '2025-01-02', low: 66500, close: 67000 },
    ]);
  });

  it('a caller who may not import is told so', async () => {
    await on.open('#/import', await on.service.token('checker'));
    await on.page.getByText('needs the permission data:import').waitFor();
    await inspect(on.tab, 'import-checker');
  });
});
