import { describe, expect, it } from '@jest/globals';
import { DATA_SET_NAMES } from '../src/kinds/data-set-names.js';
import { type Sample, samplesOf } from '../test/builders/records.js';
import { documentOf } from '../test/contract/document.js';
import { onOwnService } from './fixture.js';

describe('console: a record of each data set', () => {
  let samples: Sample[] = [];
  const on = onOwnService(async (service) => {
    samples = samplesOf(await documentOf(service));
  });

  /** Types or chooses a value in a form; days as the browser wants them. */
  const enter = async (form: string, name: string, value: unknown) => {
    const input = on.page.locator(`${form} [name="${name}"]`);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (await input.evaluate((element) => element.tagName === 'SELECT')) await input.selectOption(text);
    else if ((await input.getAttribute('type')) !== 'date') await input.fill(text);
    else await input.fill(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  };

  it.each(DATA_SET_NAMES)(
    '%s: found by its key, created with the form, opened again by its address',
    async (set) => {
      const { key, record } = samples.find(({ name }) => name === set) as Sample;
      await on.open(`#/data/${set}`);
      for (const name of key) await enter('.inline-form', name, record[name]);
      await on.page.getByRole('button', { name: 'Find or add' }).click();
      await on.page.getByText('There is no such record yet').waitFor();
      for (const [name, value] of Object.entries(record)) {
        if (!key.includes(name)) await enter('.record-fields', name, value);
      }
      await on.page.getByRole('button', { name: 'Create record' }).click();
      await on.page.getByText('Stored, last changed').waitFor();
      const query = new URLSearchParams(key.map((name) => [name, String(record[name])]));
      const stored = (await on.service.get(`/svc/record/${set}?${query}`).expect(200)).body;
      expect(
        Object.keys(record).filter((name) => stored[name] === undefined || stored[name] === null),
      ).toEqual([]);
      await on.page.reload();
      await on.page.getByText('Stored, last changed').waitFor();
    },
  );
});
