import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { barsOf, csv, folderWith, HEADER, runImport, startImport, summaryOf } from './command.js';

interface Bar {
  ticker: string;
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: string;
}

describe('import: the values of a file', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const storedBars = (ticker: string) =>
    service.sql<Bar>(
      `SELECT ticker, date::text, open, high, low, close, volume FROM quote WHERE ticker = $1 ORDER BY date`,
      [ticker],
    );

  it('columns of common exports by their names, in any order, case and spacing', async () => {
    const at = folderWith({
      'a.csv':
        '\uFEFF"Symbol"; Trading Date ;HIGH;Low;open;Close Price;Vol;Note\r\nNAM;20240102;5;1;2;3;9;x\r\n',
      'b.csv': '<Ticker>,<DTYYYYMMDD>,<Open>,<High>,<Low>,<Close>,<Volume>\nNAM,20240103,2,5,1,3,9\n',
      'c.csv': 'timestamp,open,high,low,close,volume,Code\n2024-01-04T00:00:00+07:00,2,5,1,3,174100.0,NAM\n',
    });
    const summary = await summaryOf(service.address, ['quote', at('a.csv'), at('b.csv'), at('c.csv')]);
    expect(summary).toMatchObject({ code: 0, files: 3, created: 3, unused_columns: ['Note'] });
    const bar = { ticker: 'NAM', open: 2, high: 5, low: 1, close: 3 };
    expect(await storedBars('NAM')).toEqual([
      { ...bar, date: '2024-01-02', volume: '9' },
      { ...bar, date: '2024-01-03', volume: '9' },
      { ...bar, date: '2024-01-04', volume: '174100' },
    ]);
  });

  it('true and false as the CSV of a list writes them', async () => {
    const { text } = await service.get('/index/profile?code=VNINDEX&format=csv').expect(200);
    expect(text).toMatch(/,true,true,/);
    const at = folderWith({ 'i.csv': text });
    const summary = await summaryOf(service.address, ['market_index', at('i.csv')]);
    expect(summary).toMatchObject({ code: 0, read: 1, unchanged: 1, rejected: 0 });
  });

  describe('files of Vietnamese spreadsheets', () => {
    const heading = 'Mã;Ngày;Mở cửa;Cao nhất;Thấp nhất;Đóng cửa;Khối lượng';
    const bars = (ticker: string, ...rows: string[]) =>
      `${[heading, ...rows.map((row) => `${ticker};${row}`)].join('\n')}\n`;

    it('headings, the day first, points between thousands: decided by what all rows agree on', async () => {
      const at = folderWith({
        'p.csv': bars(
          'VNA',
          '14/01/2025;20.300;20.500;20.100;20.450;1.234.500',
          '03/02/2025;20.300;20.500;20.100;20.450;900',
        ),
        'c.csv': bars('VNB', '14/01/2025;20,300;20,500;20,100;20,450.5;1,234,500'),
      });
      const files = ['quote', at('p.csv'), at('c.csv'), '--rejects', at('r.csv')];
      expect(await summaryOf(service.address, files)).toMatchObject({
        code: 0,
        created: 3,
        unused_columns: [],
      });
      expect(await storedBars('VNA')).toMatchObject([
        { date: '2025-01-14', open: 20300, high: 20500, low: 20100, close: 20450, volume: '1234500' },
        { date: '2025-02-03', volume: '900' },
      ]);
      expect(await storedBars('VNB')).toMatchObject([
        { date: '2025-01-14', close: 20450.5, volume: '1234500' },
      ]);
    });

    it('an ambiguous notation is refused, with the option that decides it', async () => {
      const at = folderWith({
        'd.csv': bars('VNC', '03/04/2025;20300;20500;20100;20450;1234'),
        't.csv': bars('VND', '2025-04-03;20.300;20.500;20.100;20.450;900'),
      });
      const days = await runImport(service.address, ['quote', at('d.csv')]);
      expect([days.code, days.stderr]).toEqual([
        2,
        expect.stringMatching(/date can be read in two ways.*--dates dmy/),
      ]);
      const prices = await runImport(service.address, ['quote', at('t.csv')]);
      expect([prices.code, prices.stderr]).toEqual([
        2,
        expect.stringMatching(/open, high, low, close can .*--thousands/),
      ]);
      await summaryOf(service.address, ['quote', at('d.csv'), '--dates', 'mdy']);
      await summaryOf(service.address, ['quote', at('t.csv'), '--thousands', '.']);
      expect(await storedBars('VNC')).toMatchObject([{ date: '2025-03-04' }]);
      expect(await storedBars('VND')).toMatchObject([{ close: 20450 }]);
      expect((await runImport(service.address, ['quote', at('d.csv'), '--dates', 'ddmm'])).code).toBe(2);
    });

    it('a later row in another notation is rejected, with the option by which the column is read', async () => {
      const first = Array.from({ length: 1000 }, (_, index) => {
        const day = new Date(Date.UTC(2020, 0, 1 + index))
          .toISOString()
          .slice(0, 10)
          .split('-')
          .reverse()
          .join('/');
        return `${day};20.300;20.500;20.100;20.450;1.234.500`;
      });
      const at = folderWith({
        'l.csv': bars(
          'VNE',
          ...first,
          '2024-01-02;20.300;20.500;20.100;20.450;900',
          '03/01/2024;20,300.5;20.500;20.100;20.450;900',
        ),
      });
      const summary = await summaryOf(service.address, ['quote', at('l.csv')]);
      expect(summary).toMatchObject({ code: 3, created: 1000, rejected: 2 });
      const rejects = readFileSync(at('l.csv.rejects.csv'), 'utf8');
      expect(rejects).toMatch(
        /1002,.*\/date: 2024-01-02 is not in the same form as the rows above it; .*--dates dmy/,
      );
      expect(rejects).toMatch(
        /1003,.*\/open: 20,300.5 is not in the same form as the rows above it; .*--thousands \./,
      );
    });
  });

  it('--map names the column of a field, also with spaces and composed accents', async () => {
    const at = folderWith({
      'v.csv': `Mã,${'Ngày'.normalize('NFD')},"Giá mở, cửa",Cao,Thấp,Giá đóng cửa,Volume\nMAP,2024-01-02,2,5,1,3,9\n`,
    });
    const map = 'ticker=Mã,date=Ngày,open="Giá mở, cửa",high=Cao,low=Thấp,close="Giá đóng cửa"';
    expect(await summaryOf(service.address, ['quote', at('v.csv'), '--map', map])).toMatchObject({
      code: 0,
      created: 1,
    });
    expect(await storedBars('MAP')).toMatchObject([{ open: 2, close: 3 }]);
  });

  it('--price-scale is exact and leaves volumes alone', async () => {
    const lines = ['SCA,2024-01-02,12.611,12.613,12.6,12.612,100', 'SCA,2024-01-03,1e1,1.5E+1,0.07,.1,7'];
    const at = folderWith({
      's.csv': csv(...lines),
      's.ndjson': `${JSON.stringify({ ticker: 'SCA', date: '2024-01-04', open: 12.612, high: 64.35, low: 0.29, close: 1.1, volume: 3 })}\n`,
    });
    const scale = ['--price-scale', '1000'];
    expect(await summaryOf(service.address, ['quote', at('s.csv'), at('s.ndjson'), ...scale])).toMatchObject({
      code: 0,
      created: 3,
    });
    expect(await storedBars('SCA')).toMatchObject([
      { open: 12611, high: 12613, low: 12600, close: 12612, volume: '100' },
      { open: 10000, high: 15000, low: 70, close: 100, volume: '7' },
      { open: 12612, high: 64350, low: 290, close: 1100, volume: '3' },
    ]);
  });

  it('--price-scale multiplies integers past 2^53 in JSON lines as in CSV', async () => {
    const price = '9007199254740993';
    const at = folderWith({
      'l.csv': csv(`SCB,2024-01-02,${price},${price},1,1,1`),
      'l.ndjson': `{"ticker":"SCB","date":"2024-01-03","open":${price},"high":${price},"low":1,"close":1,"volume":1}\n`,
    });
    const files = [at('l.csv'), at('l.ndjson')];
    expect(await summaryOf(service.address, ['quote', ...files, '--price-scale', '0.001'])).toMatchObject({
      created: 2,
    });
    const scaled = Number('9007199254740.993');
    const bar = { open: scaled, high: scaled, low: 0.001, close: 0.001 };
    expect(await storedBars('SCB')).toMatchObject([bar, bar]);
  });

  it('float noise of an integer is that integer and is counted; a fraction is rejected unless --round names its field', async () => {
    const line = (day: number, volume: string) => `NOI,2024-01-0${day},2,9,1,3,${volume}`;
    const at = folderWith({
      'n.csv': csv(line(2, '506599.99999999994'), line(3, '1200.0'), line(4, '7.5')),
      'n.ndjson': `${JSON.stringify({ ticker: 'NOI', date: '2024-01-05', open: 2, high: 9, low: 1, close: 3, volume: 506599.99999999994 })}\n`,
    });
    const files = ['quote', at('n.csv'), at('n.ndjson'), '--rejects', at('r.csv')];
    expect(await summaryOf(service.address, files)).toMatchObject({
      code: 3,
      created: 3,
      rejected: 1,
      rounded: 2,
    });
    expect((await storedBars('NOI')).map(({ volume }) => volume)).toEqual(['506600', '1200', '506600']);
    expect(await summaryOf(service.address, [...files, '--round', 'volume'])).toMatchObject({
      code: 0,
      created: 1,
      unchanged: 3,
      rounded: 3,
    });
    const refusal = await runImport(service.address, [...files, '--round', 'close']);
    expect([refusal.code, refusal.stderr]).toEqual([
      2,
      expect.stringMatching(/no integer field close: volume/),
    ]);
  });

  it('quoted fields, doubled quotes, line breaks inside them, CRLF and empty lines', async () => {
    const at = folderWith({
      'q.csv': [
        'ticker,name,exchange',
        '"QUO","A ""quoted"", name",HOSE',
        '',
        'QUP,"two\r\nlines",HOSE',
        'QUB,B,HO"SE',
        'QUD,"open, HOSE',
        'QUE,E,HOSE',
      ].join('\r\n'),
    });
    const summary = await summaryOf(service.address, ['security', at('q.csv')]);
    expect(summary).toMatchObject({ code: 3, read: 5, created: 4, rejected: 1 });
    const rows = await service.sql(
      'SELECT ticker, name, exchange FROM security WHERE ticker LIKE $1 ORDER BY 1',
      ['QU%'],
    );
    expect(rows).toEqual([
      { ticker: 'QUB', name: 'B', exchange: 'HO"SE' },
      { ticker: 'QUE', name: 'E', exchange: 'HOSE' },
      { ticker: 'QUO', name: 'A "quoted", name', exchange: 'HOSE' },
      { ticker: 'QUP', name: 'two\r\nlines', exchange: 'HOSE' },
    ]);
    // The row with two lines counts as two: the open quote is in line 7.
    expect(readFileSync(at('q.csv.rejects.csv'), 'utf8')).toContain(',7,"a quote is not closed');
  });

  it('JSON lines by the same rules, integers past 2^53 exactly', async () => {
    const line = (extra: object) =>
      JSON.stringify({ symbol: 'JSO', open: 2, high: 5, low: 1, close: 3, volume: 4, ...extra });
    const at = folderWith({
      'j.ndjson': [
        line({ date: '2024-01-02', note: 'not a field' }),
        '',
        line({ date: '2024-01-03 00:00:00', volume: 0 }).replace('"volume":0', '"volume":9007199254740993'),
        line({ date: '20240104', open: '2' }),
        '{"symbol": "JSO"',
        '[]',
      ].join('\n'),
    });
    const summary = await summaryOf(service.address, ['quote', at('j.ndjson')]);
    expect(summary).toMatchObject({ code: 3, created: 2, rejected: 3, unused_columns: ['note'] });
    expect(await storedBars('JSO')).toMatchObject([{ volume: '4' }, { volume: '9007199254740993' }]);
    const rejects = readFileSync(at('j.ndjson.rejects.csv'), 'utf8').split('\n');
    expect(rejects[0]).toBe('file,line,reason,row');
    expect(rejects[1]).toMatch(/,4,\/open: a finite number of at least 0 is expected,"\{""symbol""/);
    expect(rejects[2]).toMatch(/,5,the line is not JSON,/);
    expect(rejects[3]).toMatch(/,6,a JSON object is expected,/);

    const corrected = rejects.join('\n').replace('""open"":""2""', '""open"":2');
    writeFileSync(at('r.csv'), corrected);
    const again = ['quote', at('r.csv'), '--rejects', at('s.csv')];
    expect(await summaryOf(service.address, again)).toMatchObject({ code: 3, created: 1, rejected: 2 });
    expect(readFileSync(at('s.csv'), 'utf8').split('\n')[0]).toBe('file,line,reason,file,line,reason,row');
  });

  it('JSON in a cell by the rules of JSON bodies: exact past 2^53, and nothing that could not be written again', async () => {
    const cell = (json: string) => `"${json.replaceAll('"', '""')}"`;
    const country = (code: string, field: string) =>
      `${code},${cell(`{"cca2":"${code}","cca3":"${code}A","name":{"common":"x"},"region":"Europe",${field}}`)}`;
    const at = folderWith({
      'depth.csv': `ticker,timestamp,bids\nEXA,2024-01-31T07:30:00Z,${cell('[{"price":1,"volume":9007199254740993}]')}\n`,
      'country.csv': [
        'cca2,record',
        country('XA', '"area":1.5'),
        country('XB', '"area":1e400'),
        country('XC', '"latlng":[1e400,2]'),
        country('XD', '"languages":{"constructor":"x"}'),
        country('XE', '"translations":{"__proto__":{"common":"x"}}'),
      ].join('\n'),
    });
    expect(await summaryOf(service.address, ['market_depth', at('depth.csv')])).toMatchObject({ created: 1 });
    const [depth] = await service.sql<{ bids: string }>(
      `SELECT bids::text AS bids FROM market_depth WHERE ticker = 'EXA'`,
    );
    expect(depth?.bids).toContain('9007199254740993');
    const countries = await summaryOf(service.address, ['country', at('country.csv')]);
    expect(countries).toMatchObject({ code: 3, created: 1, rejected: 4 });
    const rejects = readFileSync(at('country.csv.rejects.csv'), 'utf8').trimEnd().split('\n').slice(1);
    for (const [index, line] of rejects.entries())
      expect(line).toContain(`,${index + 3},/record: a JSON object`);
  });

  it('rejects have file, line and reason before the text of the row; once corrected, they import as they are', async () => {
    const at = folderWith({
      'r.csv': csv(
        'REJ,2024-01-02,2,5,1,3,9',
        'REJ,2024-01-03,2,4,5,3,9',
        'REJ,2024-02-30,2,5,1,3,9',
        'REJ,2024-01-05,2,5,1,3',
        'REJ,2024-01-06,-2,5,1,,9',
        'REJ,2024-01-07,2,5,1,3,9,,',
        'REJ,2024-01-08T07:00:00,2,5,1,3,9',
      ),
    });
    const summary = await summaryOf(service.address, ['quote', at('r.csv')]);
    expect(summary).toMatchObject({ code: 3, read: 7, created: 2, rejected: 5 });
    expect(summary.rejects_file).toBe(at('r.csv.rejects.csv'));
    const [header, ...rows] = readFileSync(at('r.csv.rejects.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe(`file,line,reason,${HEADER}`);
    expect(rows[0]).toBe(`${at('r.csv')},3,/low: low 5 is above high 4,REJ,2024-01-03,2,4,5,3,9`);
    expect(rows[1]).toMatch(/,4,\/date: a calendar date .* is expected,REJ,2024-02-30,/);
    expect(rows[2]).toMatch(/,5,"has 6 columns, the header 7",REJ,2024-01-05,2,5,1,3$/);
    expect(rows[3]).toMatch(/,6,\/open: .*; \/close: is required,REJ/);
    expect(rows[4]).toMatch(/,8,\/date: /);

    const fixed = [header, rows[0]?.replace('2,4,5', '2,5,1'), ''].join('\n');
    const corrected = folderWith({ 'fixed.csv': fixed });
    expect(await summaryOf(service.address, ['quote', corrected('fixed.csv')])).toMatchObject({
      code: 0,
      created: 1,
      unused_columns: ['file', 'line', 'reason'],
    });
  });

  it('rejects of files with different columns have their own headers, and are read by them once corrected', async () => {
    const at = folderWith({
      'a.csv': csv('RJA,2024-01-02,2,5,1,3,9', 'RJA,2024-01-03,2,4,5,3,9'),
      'b.csv': 'date,close,low,high,open,volume,ticker\n2024-01-02,3,5,4,2,8,RJB\n',
      'c.csv': 'Mã;Ngày;Mở cửa;Cao nhất;Thấp nhất;Đóng cửa;Khối lượng\nRJC;2024-01-02;2,5;4;5;3;7\n',
      'd.csv': csv('RJD,2024-01-02,2,4,5,3,6'),
    });
    const files = ['a.csv', 'b.csv', 'c.csv', 'd.csv'].map(at);
    const summary = await summaryOf(service.address, ['quote', ...files, '--rejects', at('r.csv')]);
    expect(summary).toMatchObject({ code: 3, created: 1, rejected: 4 });
    const rejects = readFileSync(at('r.csv'), 'utf8');
    expect(rejects.match(/^file,line,reason,.*$/gm)).toEqual([
      `file,line,reason,${HEADER}`,
      'file,line,reason,date,close,low,high,open,volume,ticker',
      'file,line,reason,Mã,Ngày,Mở cửa,Cao nhất,Thấp nhất,Đóng cửa,Khối lượng',
      `file,line,reason,${HEADER}`,
    ]);

    // Corrected but for one row, which is rejected again, and then as a whole.
    const corrected = rejects.replaceAll(',5,4,2,', ',1,4,2,').replace('"2,5",4,5,3,7', '"2,5",4,1,3,7');
    writeFileSync(at('r.csv'), corrected.replace('RJA,2024-01-03,2,4,5', 'RJA,2024-01-03,2,4,1'));
    const again = ['quote', at('r.csv'), '--rejects', at('s.csv'), '--thousands', '.'];
    expect(await summaryOf(service.address, again)).toMatchObject({ code: 3, created: 3, rejected: 1 });
    writeFileSync(at('s.csv'), readFileSync(at('s.csv'), 'utf8').replace(',2,4,5,3,6', ',2,4,1,3,6'));
    const last = ['quote', at('s.csv'), '--rejects', at('t.csv')];
    expect(await summaryOf(service.address, last)).toMatchObject({ code: 0, created: 1 });
    expect(await storedBars('RJA')).toMatchObject([{}, { open: 2, high: 4, low: 1, close: 3, volume: '9' }]);
    expect(await storedBars('RJB')).toMatchObject([{ open: 2, high: 4, low: 1, close: 3, volume: '8' }]);
    expect(await storedBars('RJC')).toMatchObject([{ open: 2.5, high: 4, low: 1, close: 3, volume: '7' }]);
    expect(await storedBars('RJD')).toMatchObject([{ open: 2, high: 4, low: 1, close: 3, volume: '6' }]);
  });

  it('rejects whose ticker is the name of their file are read with the same options once corrected', async () => {
    const header = 'date,open,high,low,close,volume';
    const at = folderWith({
      'RTA.csv': `${header}\n2024-01-02,2,4,5,3,9\n`,
      'rtb.csv': `${header}\n2024-01-02,2,4,5,3,8\n2024-01-03,2,4,1,3,8\n`,
    });
    const options = ['--ticker-from-filename', '--price-scale', '1000'];
    const summary = await summaryOf(service.address, [
      'quote',
      at(''),
      ...options,
      '--rejects',
      at('RTZ.csv'),
    ]);
    expect(summary).toMatchObject({ code: 3, created: 1, rejected: 2 });
    writeFileSync(at('RTZ.csv'), readFileSync(at('RTZ.csv'), 'utf8').replaceAll(',2,4,5,', ',2,4,1,'));
    const again = ['quote', at('RTZ.csv'), ...options, '--rejects', at('none.csv')];
    expect(await summaryOf(service.address, again)).toMatchObject({ code: 0, created: 2 });
    expect(await storedBars('RTZ')).toEqual([]);
    expect(await storedBars('RTA')).toMatchObject([{ date: '2024-01-02', close: 3000, volume: '9' }]);
    expect(await storedBars('RTB')).toMatchObject([{ close: 3000 }, { close: 3000, volume: '8' }]);
  });

  it('NUL, bytes that are not UTF-8 and a line of 10 MB cost their own rows only', async () => {
    const at = folderWith({
      'x.csv': Buffer.concat([
        Buffer.from(csv('BAD,2024-01-02,2,5,1,3,9')),
        Buffer.from('BA\0D,2024-01-03,2,5,1,3,9\n'),
        Buffer.from([0x42, 0xff, 0x44]),
        Buffer.from(',2024-01-04,2,5,1,3,9\n'),
        Buffer.alloc(10_000_000, 'x'),
        Buffer.from('\nBAD,2024-01-06,2,5,1,3,9\n"'),
        Buffer.alloc(1_000_000, 'y\n'),
        Buffer.from('BAD,2024-01-07,2,5,1,3,9\n'),
      ]),
    });
    const summary = await summaryOf(service.address, ['quote', at('x.csv')]);
    expect(summary).toMatchObject({ code: 3, created: 3, rejected: 4 + 499_999 });
    const rejects = readFileSync(at('x.csv.rejects.csv'), 'utf8').split('\n');
    expect(rejects[2]).toMatch(/,4,holds bytes that are no UTF-8,/);
    expect(rejects[3]).toMatch(/,5,the line is longer than 262144 characters,x{1000}$/);
    expect(rejects[4]).toMatch(/,7,"a quote is not closed, /);
  });

  it('UTF-16 with its byte order mark, as workbooks export it', async () => {
    const text = `\uFEFFsymbol\tdate\topen\thigh\tlow\tclose\tvolume\nUTF\t2024-01-02\t2\t5\t1\t3\t9\n`;
    const at = folderWith({ 'u.csv': Buffer.from(text, 'utf16le') });
    expect(await summaryOf(service.address, ['quote', at('u.csv')])).toMatchObject({ code: 0, created: 1 });
  });

  it('an empty file and a file of a header have no rows', async () => {
    const at = folderWith({ 'empty.csv': '', 'header.csv': csv() });
    for (const name of ['empty.csv', 'header.csv']) {
      expect(await summaryOf(service.address, ['quote', at(name)])).toMatchObject({ code: 0, read: 0 });
    }
  });

  it('every data set: settlement days with their default status', async () => {
    const at = folderWith({
      's.csv':
        'country,date,timezone,name,status\nTH,2024-04-15,Asia/Bangkok,Songkran,\nTH,2024-04-17,Asia/Bangkok,Day,open\n',
    });
    expect(await summaryOf(service.address, ['settlement', at('s.csv')])).toMatchObject({ created: 2 });
    expect(await service.sql(`SELECT status FROM settlement WHERE country = 'TH' ORDER BY date`)).toEqual([
      { status: 'closed' },
      { status: 'open' },
    ]);
  });

  it('GET /quote answers what the file says', async () => {
    const lines = barsOf('GET', 30);
    const at = folderWith({ 'g.csv': csv(...lines) });
    await summaryOf(service.address, ['quote', at('g.csv')]);
    const answer = await service.get('/quote?ticker=GET&order=asc&format=csv').expect(200);
    const rows = answer.text.trimEnd().split(/\r?\n/).slice(1);
    expect(rows).toEqual(lines);
  });

  it('--help and wrong use', async () => {
    const at = folderWith({
      'm.csv': 'Symbol,When,open,high,low,close\nVNM,2024-01-02,2,5,1,3\n',
      'x.csv': csv(),
    });
    const help = await startImport(service.address, ['--help']).ended;
    expect(help).toMatchObject({ code: 0 });
    expect(help.stdout).toContain('--ticker-from-filename');
    expect(help.stdout).toContain('.tar, .tar.gz (.tgz), .zip');

    const wrong: [string[], RegExp][] = [
      [['prices', at('x.csv')], /No data set prices: quote, settlement/],
      [['quote'], /A file is needed/],
      [['quote', at('none.csv')], /Cannot read .*none\.csv/],
      [['quote', at('x.csv'), '--on-duplicate', 'replace'], /--on-duplicate: given "replace", error, update/],
      [['quote', at('x.csv'), '--price-scale', '-1'], /--price-scale/],
      [['security', at('x.csv'), '--price-scale', '1000'], /security has no prices/],
      [['quote', at('x.csv'), '--map', 'price=Close'], /no field price: ticker, date/],
      [['quote', at('x.csv'), '--principal', 'me'], /--principal/],
      [['quote', at('x.csv'), '--batch-size', '0'], /--batch-size/],
      [['quote', at('x.csv'), '--rejects', at('m.csv')], /is not a rejects file/],
      [['quote', at('x.csv'), '--rejects', at('none/r.csv')], /there is no such folder/],
      [['quote', at('x.csv'), '--colour'], /--colour/],
      [['quote', at('m.csv')], /no column for date, volume.*Columns found: Symbol, When.*--map 'date=/],
      [['quote', at('x.csv'), '--map', 'date=Day'], /no column for date/],
    ];
    for (const [line, message] of wrong) {
      const { code, stdout, stderr } = await runImport(service.address, line);
      expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    }
  });
});
