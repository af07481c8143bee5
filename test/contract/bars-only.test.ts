import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { folderWith, summaryOf } from '../import/command.js';
import { documentOf, type Operation, operationsOf, urlOf } from './document.js';

interface Body {
  data?: object[];
  meta?: { notices?: { code: string; value: string | null }[] };
  detail?: string;
  code?: string;
}

/** Reads about the service itself, not about loaded data. */
const OF_THE_SERVICE =
  /^\/(svc\/(audit|events|source|quarantine|token|webhooks|approval|record)|metrics|health|$)|\{id\}|^\/svc\/quote\/approval/;
/** Lists that are empty when all is well. */
const FINE_WHEN_EMPTY = new Set(['/quote/gaps', '/svc/datasets/{name}/flagged']);

const bar = (ticker: string, day: string, close: number) =>
  `${ticker},${day},${close},${close + 100},${close - 100},${close},1000`;

describe('a user with nothing but a CSV of bars', () => {
  let service: TestApp;
  let reads: Operation[];
  beforeAll(async () => {
    service = await startApp();
    const days = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2024, 0, 2 + index)))
      .filter((day) => day.getUTCDay() % 6 !== 0)
      .map((day) => day.toISOString().slice(0, 10));
    // Gains of one are losses of the other, so that there are gainers and losers on every day.
    const lines = days.flatMap((day, index) => {
      const swing = 50 * ((index * 7) % 11);
      return [bar('VNM', day, 60_000 + swing), bar('FPT', day, 90_000 - swing)];
    });
    const file = folderWith({ 'bars.csv': `Ticker,Date,Open,High,Low,Close,Volume\n${lines.join('\n')}\n` });
    expect(await summaryOf(service.address, ['quote', file('bars.csv')])).toMatchObject({
      code: 0,
      rejected: 0,
    });
    reads = operationsOf(await documentOf(service)).filter(
      ({ method, path }) => method === 'GET' && !OF_THE_SERVICE.test(path),
    );
  });
  afterAll(() => service.close());

  /** Content of an answer: rows, fields, or the data set to load. */
  async function verdict(operation: Operation): Promise<string> {
    const { status, text, headers } = await service.get(urlOf(operation));
    if (!String(headers['content-type']).includes('json')) return `${status} text`;
    const body = JSON.parse(text) as Body;
    if (status === 404)
      return /load it with/.test(String(body.detail)) ? `404 ${body.detail}` : '404 in silence';
    if (status !== 200) return `${status} ${body.code}`;
    if (body.data === undefined) return '200 record';
    if (body.data.length > 0) return `200 ${body.data.length} rows`;
    const notices = body.meta?.notices ?? [];
    if (notices.length === 0) return '200 in silence';
    return `200 empty: ${notices.map(({ code, value }) => `${code} ${value}`).join(', ')}`;
  }

  it('every documented read returns data or names the data set to load', async () => {
    const table: [string, string][] = [];
    for (const operation of reads) table.push([operation.path, await verdict(operation)]);
    console.info(table.map((row) => row.join(' | ')).join('\n'));
    expect(table.filter(([, answer]) => answer.includes('in silence'))).toEqual([]);
    const withoutName = table.filter(
      ([path, answer]) =>
        answer.startsWith('200 empty') &&
        !/(no_data_set|no_records) \w+/.test(answer) &&
        !FINE_WHEN_EMPTY.has(path),
    );
    expect(withoutName).toEqual([]);
    expect(table.length).toBeGreaterThan(40);
  });

  it.each([
    '/market/gainers?exchange=hose',
    '/market/movement?exchange=HNX',
    '/trading/signal?exchange=UPCOM',
  ])('%s names the security master, which has the exchange of each security', async (address) => {
    const { data, meta } = (await service.get(address).expect(200)).body as Body;
    expect(data).toEqual([]);
    expect(meta?.notices?.[0]).toMatchObject({ code: 'no_data_set', value: 'security' });
  });
});
