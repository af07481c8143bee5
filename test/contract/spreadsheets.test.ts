import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardCells } from '../../src/http/replies/spreadsheet.js';
import { startApp, type TestApp } from '../app.js';
import { aSettlementDay } from '../builders/settlement.js';
import { startDemoApp } from '../demo.js';
import { until } from '../embedded/harness.js';
import { documentOf, type Operation, operationsOf, urlOf } from './document.js';
import { expectProblem, type Send, wire } from './wire.js';

const MARK = '\uFEFF';

/** CSV written in pieces, as it comes out. */
async function guarded(...pieces: Buffer[]): Promise<string> {
  const out: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      out.push(chunk);
      done();
    },
  });
  await guardCells(async (cells) => {
    for (const piece of pieces) cells.write(piece);
    cells.end();
  }, sink);
  return Buffer.concat(out).toString();
}

describe('csv=excel: cells that a spreadsheet would take for formulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t=1+1"],
    ['"\r=1+1"', `"'\r=1+1"`],
    ['"=HYPERLINK(""http://x"",""y"")"', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['"-1,5"', `"'-1,5"`],
    ['+84123456789', "'+84123456789"],
    ['-', "'-"],
    ['--1', "'--1"],
    ['-1.2.3', "'-1.2.3"],
    [`-${'1'.repeat(40)}`, `'-${'1'.repeat(40)}`],
  ])('%j is text', async (cell, expected) => {
    expect(await guarded(Buffer.from(`a,b\n${cell},x\n`))).toBe(`${MARK}a,b\n${expected},x\n`);
  });

  it.each(['-1', '-1.5', '-2.5e-05', '-1E+20', '0', '', 'a=b', '1-2', '"a,=b"', '"""=1"', '""', "'=1"])(
    '%j stays as it is',
    async (cell) => {
      for (const text of [`${cell},x\n`, `x,${cell}\n`, `x,${cell}`]) {
        expect(await guarded(Buffer.from(text))).toBe(MARK + text);
      }
    },
  );

  it('cells are the same wherever the stream is cut into pieces', async () => {
    const text = 'h,=i\n-1,-1+1,"=1\n=2",é\n"a""=b",@x,-2.5e-05,-\n,,"",-3\n';
    const expected = `${MARK}h,'=i\n-1,'-1+1,"'=1\n=2",é\n"a""=b",'@x,-2.5e-05,'-\n,,"",-3\n`;
    const bytes = Buffer.from(text);
    expect(await guarded(bytes)).toBe(expected);
    expect(await guarded(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toBe(expected);
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(await guarded(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(expected);
    }
  });
});

describe('csv=excel on the lists of the service', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  it('free text is guarded; plain CSV is exact', async () => {
    const names = ['=cmd|"/c calc"!A1', '@x', 'Tết'];
    const days = names.map((name, index) => aSettlementDay({ date: `2024-06-0${index + 1}`, name }));
    await service.post('/svc/settlement/bulk/import', days).expect(207);
    const list = '/reference/settlement?country=TH&order=asc&format=csv';
    const plain = await send('GET', list);
    expect(plain.text).toContain('"=cmd|""/c calc""!A1"');
    expect((await send('GET', `${list}&csv=plain`)).text).toBe(plain.text);
    const guardedCsv = await send('GET', `${list}&csv=excel`);
    expect(guardedCsv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(guardedCsv.text).toBe(MARK + plain.text.replace('"=cmd', `"'=cmd`).replace('@x', "'@x"));
    const accepted = await send('GET', list.replace('format=csv', 'csv=excel'), {
      headers: { Accept: 'text/csv' },
    });
    expect(accepted.text).toBe(guardedCsv.text);
  });

  it.each(['csv=excel', 'csv=plain', 'csv=excel&format=json', 'csv=excel&format=ndjson'])(
    '%s without CSV is 400, as the cells would not be guarded',
    async (query) => {
      const answer = await send('GET', `/quote?${query}`);
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body?.errors).toEqual([
        { parameter: 'csv', code: 'not_together', detail: expect.stringContaining('add format=csv') },
      ]);
    },
  );

  it('csv=open is 400 with the accepted values', async () => {
    const answer = await send('GET', '/quote?format=csv&csv=open');
    expectProblem(answer, 400, 'invalid_input');
    expect(answer.body?.errors).toEqual([expect.objectContaining({ parameter: 'csv' })]);
  });

  it('an unreadable list is a problem, as without csv=excel', async () => {
    const answer = await send('GET', '/quote?format=csv&csv=excel&cursor=x');
    expectProblem(answer, 400, 'invalid_input');
  });
});

describe('csv=excel on every list of the demo market', () => {
  let service: TestApp;
  let send: Send;
  let lists: Operation[];
  beforeAll(async () => {
    service = await startDemoApp();
    send = wire(service);
    lists = operationsOf(await documentOf(service)).filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'format'),
    );
  });
  afterAll(() => service.close());

  it('is the plain list with a mark; the demo market has no cell to guard, and its negative numbers stay', async () => {
    expect(lists.length).toBeGreaterThan(40);
    let negative = 0;
    for (const operation of lists) {
      expect(operation.parameters.map(({ name }) => name)).toContain('csv');
      const query = ['format=csv', 'limit=20'];
      // Ages are in seconds: sooner or later both fall into the same one.
      const { plain, excel } = await until(`${operation.path} is the same in one second`, async () => {
        const [plain, excel] = await Promise.all([
          send('GET', urlOf(operation, { query })),
          send('GET', urlOf(operation, { query: [...query, 'csv=excel'] })),
        ]);
        return plain.status !== 200 || excel.text === MARK + plain.text ? { plain, excel } : undefined;
      });
      expect([operation.path, excel.status]).toEqual([operation.path, plain.status]);
      if (plain.status !== 200) continue;
      negative += plain.text.match(/(^|,)-\d/gm)?.length ?? 0;
    }
    expect(negative).toBeGreaterThan(20);
  });
});
