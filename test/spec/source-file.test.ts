import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { startApp, startAppOn, type TestApp } from '../app.js';

/** The example of the guide. */
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/guides/sources.md', 'utf8'))?.[1] ?? '';

describe('SOURCES_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-sources-'));
  const file = join(folder, 'sources.yaml');
  let first: TestApp;
  let service: TestApp | undefined;
  beforeAll(async () => {
    first = await startApp();
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  afterAll(async () => {
    await first.close();
    rmSync(folder, { recursive: true });
  });

  /** Another instance on the same database, started with a file. */
  const start = async (text: string) => {
    writeFileSync(file, text);
    service = await startAppOn(first.address, { SOURCES_FILE: file });
    return service;
  };
  const sourceOf = async (name: string) => (await first.get(`/svc/source/${name}`).expect(200)).body;
  const auditCount = async () =>
    (await first.get('/svc/audit?resource=source&total=true').expect(200)).body.meta.total;

  it('declares its sources with their presets', async () => {
    await start(EXAMPLE);
    const { declaration, maker } = await sourceOf('bars');
    expect(maker).toBe('file:SOURCES_FILE');
    expect(declaration).toMatchObject({
      data_set: 'quote',
      auth: { type: 'token', client_id: 'SSI_ID' },
      work: { each: 'date', since: '2024-01-02' },
      quality: { jump: { action: 'warn' } },
    });
    expect((await first.get('/svc/source').expect(200)).body.data).toHaveLength(3);
  });

  it('changes nothing at a second start, and only the differences after an edit', async () => {
    await start(EXAMPLE);
    await service?.close();
    const before = await auditCount();
    await start(EXAMPLE);
    expect(await auditCount()).toBe(before);
    await service?.close();
    await start(EXAMPLE.replace('2024-01-02', '2024-01-03'));
    expect(await auditCount()).toBe(before + 1);
    expect((await sourceOf('bars')).declaration.work.since).toBe('2024-01-03');
  });

  it.each([
    ['sources: [', 'SOURCES_FILE: '],
    ['bars: {}', 'an object `sources`'],
    ['sources: { bars: { preset: weather } }', 'bars: preset: one of'],
    ['sources: { preset: { preset: eodhd-eod } }', 'preset: '],
    ['sources: { bars: { preset: eodhd-eod, rows: { format: xls } } }', 'bars/rows'],
    ['sources: { bars: { preset: eodhd-eod, work: { each: once, tickers: [VNM] } } }', 'bars/work/each'],
    ['sources: { bars: { data_set: quote } }', 'bars/request'],
  ])('%s keeps the service from starting, with an explanation', async (text, words) => {
    await expect(start(text)).rejects.toThrow(words);
  });

  it('its published schema accepts the same as the service', () => {
    const schema = JSON.parse(readFileSync('docs/sources.schema.json', 'utf8'));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(parse(EXAMPLE)), validate.errors]).toEqual([true, null]);
    for (const text of [
      'bars: {}',
      'sources: { bars: { preset: weather } }',
      'sources: { bars: { preset: eodhd-eod, rows: { format: xls } } }',
      'sources: { bars: { preset: eodhd-eod, unheard: 1 } }',
      'sources: { bars: { data_set: quote } }',
    ]) {
      expect([text, validate(parse(text))]).toEqual([text, false]);
    }
  });
});
