import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { vendorBar as bar, sourceOfBars, VENDOR_FIELDS } from '../builders/sources.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const RANGE = { from_date: '2024-01-29', to_date: '2024-01-31' };

describe('a source whose columns cannot be read', () => {
  let service: TestApp;
  let vendor: Vendor;
  let rows: object[] = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: { data: rows } }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  /** Serves a bar, and returns the unit that was to read it with some fields. */
  const unitOf = async (row: object, fields: object | undefined) => {
    rows = [row];
    const source = sourceOfBars(vendor.url, { work: { each: 'once' }, request: { url: vendor.url } });
    await service.put('/svc/source/columns', { ...source, fields });
    const { unitRecords } = await runSource(service, 'columns', RANGE);
    return unitRecords[0];
  };
  const dated = (date: string) => {
    const { symbol, o, h, l, c, v } = bar('AMB', '2024-01-31');
    return { symbol, date, open: o, high: h, low: l, close: c, volume: v };
  };

  it('names what to declare for an ambiguous date, not an option of the command', async () => {
    const detail =
      'the answer: date can be read in two ways. Declare the format of the field (fields.date.date), such as DD/MM/YYYY';
    expect(await unitOf(dated('03/04/2024'), undefined)).toMatchObject({ state: 'failed', detail });
  });

  it('also in a rejected row', async () => {
    const { rejects } = await unitOf(dated('2024-01-32'), undefined);
    expect(rejects[0].reason).not.toContain('command');
    rows = [dated('2024-01-31'), dated('30/01/2024')];
    const { unitRecords } = await runSource(service, 'columns', RANGE);
    expect(unitRecords[0].rejects.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringMatching(
        /the column is read as ymd; declare the format of the field \(fields\.date\.date\)/,
      ),
    ]);
  });

  it('names the field that its declaration lacks', async () => {
    const { volume: _, ...fields } = VENDOR_FIELDS;
    const { detail } = await unitOf(bar('LAC', '2024-01-31'), fields);
    expect(detail).toMatch(
      /^the answer: no column for volume of quote\. .* Declare where it is \(fields\.volume\)$/,
    );
  });
});
