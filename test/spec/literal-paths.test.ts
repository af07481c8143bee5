import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { expectProblem, type Send, wire } from '../contract/wire.js';
import { startDemoApp } from '../demo.js';

/** Paths as written in the specification, and the documented path of the same handler, with a query. */
const PATHS = [
  ['/Related%20Stocks', '/related-stocks', '?ticker=ZDA'],
  ['/Financial%20Health', '/financial-health', '?ticker=ZDA'],
  ['/Valuation', '/valuation', '?ticker=ZDA&from_date=20250601'],
  ['/Return%20vs.%20S%26P', '/trading/relative-return', '?ticker=ZDA'],
  ['/Return%20vs.%20S&P', '/trading/relative-return', '?ticker=ZDA'],
  ['/fundamental/as/reported/', '/fundamental/as/reported', '?ticker=ZDA&fiscal_year=2024&period=year'],
  ['/news/', '/news', '?ticker=ZDA'],
  ['/profile/ZDA', '/detail/ZDA', ''],
] as const;

describe('specification 4: literal paths', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startDemoApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  it.each(PATHS)(
    '%s answers byte for byte as %s, in any letter case, with or without a slash',
    async (literal, path, query) => {
      const documentedAnswer = await send('GET', path + query);
      expect(documentedAnswer.status).toBe(200);
      expect(documentedAnswer.text.length).toBeGreaterThan(100);
      const recase = (change: (text: string) => string) => literal.replace(/^\/[A-Za-z]+/, change);
      const slashVariant = literal.endsWith('/') ? literal.slice(0, -1) : `${literal}/`;
      for (const each of [
        literal,
        slashVariant,
        recase((text) => text.toLowerCase()),
        recase((text) => text.toUpperCase()),
      ]) {
        const answer = await send('GET', each + query);
        expect([each, answer.status]).toEqual([each, 200]);
        expect([each, answer.text]).toEqual([each, documentedAnswer.text]);
        expect([each, answer.headers.etag]).toEqual([each, documentedAnswer.headers.etag]);
      }
    },
  );

  it.each([
    ['/index/PROFILE', '/index/profile?code=VN30'],
    ['/Index/Constituents', '/index/constituents?code=VN30'],
    ['/svc/token/SELF', '/svc/token/self'],
    ['/svc/quote/Approval/counts', '/svc/quote/approval/counts'],
    ['/svc/source/PRESET', '/svc/source/preset'],
    ['/DETAIL/ZDA', '/detail/ZDA'],
  ])('%s answers as %s: no word of a path is taken for a name', async (recased, documented) => {
    const query = documented.includes('?') ? documented.slice(documented.indexOf('?')) : '';
    const answer = await send('GET', documented);
    expect(answer.status).toBe(200);
    expect((await send('GET', recased + query)).text).toBe(answer.text);
  });

  it.each(PATHS.filter(([, path]) => path !== '/financial-health' && path !== '/detail/ZDA'))(
    '%s pages as %s does',
    async (literal, path, query) => {
      const first = await send('GET', `${literal}${query}&limit=1`);
      expect(first.text).toBe((await send('GET', `${path}${query}&limit=1`)).text);
      const { meta } = first.body as { meta: { next: string } };
      expect((await send('GET', meta.next)).status).toBe(200);
    },
  );

  it('accepts other encodings: lower-case hexadecimal, letters that need no encoding', async () => {
    const documentedAnswer = await send('GET', '/trading/relative-return?ticker=ZDA');
    for (const path of ['/Return%20vs.%20S%26p', '/%52eturn%20vs%2e%20S&P/']) {
      expect((await send('GET', `${path}?ticker=ZDA`)).text).toBe(documentedAnswer.text);
    }
  });

  it('/svc/quote/appoval and /approval: the same decision, the same item', async () => {
    const [quote] = await service.sql<{ ticker: string; date: string }>(
      `SELECT ticker, date::text FROM quote WHERE ticker = 'ZDA' ORDER BY date LIMIT 1`,
    );
    const item = async (path: string, status: number) =>
      (await service.post(path, quote).expect(status)).body;
    const approved = await item('/svc/quote/appoval', 200);
    expect(approved).toMatchObject({ ...quote, is_apporval: 1 });
    await item('/svc/quote/approval', 204);
    await service.sql(`UPDATE quote SET approval = 0, approval_by = NULL, approval_at = NULL WHERE id = $1`, [
      approved.id,
    ]);
    const repeated = await item('/svc/quote/approval', 200);
    expect({ ...repeated, approval_at: null, timestamp: null }).toEqual({
      ...approved,
      approval_at: null,
      timestamp: null,
    });
    await item('/svc/quote/appoval/', 204);
  });

  it.each([
    '/Related%2520Stocks?ticker=ZDA',
    '/%E0%A4%A',
    '/Related%20%20Stocks?ticker=ZDA',
    '/Related%20Stocks%00?ticker=ZDA',
    '/Related%20Stocks/more?ticker=ZDA',
    '/Return%20vs.%20S%2526P?ticker=ZDA',
    '/__proto__%20',
    '/constructor%26',
  ])('%s is not a valid path: a client error', async (path) => {
    const answer = await send('GET', path);
    expect([400, 404]).toContain(answer.status);
    expectProblem(answer, answer.status);
  });

  it('a literal path needs the same credential and validates the same parameters', async () => {
    expectProblem(await send('GET', '/Related%20Stocks?ticker=ZDA', { token: null }), 401);
    const problem = expectProblem(await send('GET', '/Return%20vs.%20S&P?ticker=Z&x=1'), 400);
    expect(JSON.stringify(problem.errors)).toContain('ticker');
    expectProblem(await send('POST', '/Financial%20Health?ticker=ZDA'), 405);
  });
});
