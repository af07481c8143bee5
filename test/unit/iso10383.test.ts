import { describe, expect, it } from '@jest/globals';
import { jsonReader } from '../../src/http/fields/fields.js';
import { columnOfElement, ISO_10383_CSV, ISO_10383_XML } from '../../src/modules/reference/iso10383.js';
import { MIC } from '../../src/modules/reference/mic.data-set.js';
import { MIC_COLUMNS, rowsOf } from '../builders/published.js';

const csv = (...rows: string[]) => `${[MIC_COLUMNS, ...rows].join('\n')}\n`;
const first = async (row: string) => (await rowsOf(ISO_10383_CSV, csv(row)))[0];
const PLAIN =
  '"ZZAA","ZZAA","OPRT","MADE UP EXCHANGE","MADE UP PLC","529900MADEUP00000042","RMKT","MUX","GB","LONDON","WWW.EXAMPLE.COM","ACTIVE","20200102","20210304","20220506","","FIRST"';

describe('the official list as CSV', () => {
  it('is recognised by its columns, with or without a byte order mark before them', () => {
    expect(ISO_10383_CSV.recognises(csv(PLAIN))).toBe(true);
    expect(ISO_10383_CSV.recognises(csv(PLAIN).replaceAll('"', ''))).toBe(true);
    expect(ISO_10383_CSV.recognises('mic,operating_mic,oprt_sgmt\n')).toBe(false);
    expect(ISO_10383_CSV.recognises('code,name\nXSTC,HOSE\n')).toBe(false);
  });

  it('gives the fields of specification 2.7 under their names, empty ones left out', async () => {
    expect(await first(PLAIN)).toEqual({
      line: 2,
      record: {
        mic: 'ZZAA',
        operating_mic: 'ZZAA',
        oprt_sgmt: 'OPRT',
        market_name: 'MADE UP EXCHANGE',
        legal_entity_name: 'MADE UP PLC',
        lei: '529900MADEUP00000042',
        market_category: 'RMKT',
        acronym: 'MUX',
        iso_country_code: 'GB',
        city: 'LONDON',
        website: 'WWW.EXAMPLE.COM',
        status: 'ACTIVE',
        creation_date: '20200102',
        last_update_date: '20210304',
        last_validation_date: '20220506',
        comments: 'FIRST',
      },
    });
  });

  it.each([
    ['an empty cell may be "" or nothing', PLAIN.replace('"MUX"', ''), { acronym: undefined }],
    ['a row may end in a comma', PLAIN.replace('"FIRST"', ''), { comments: undefined }],
    ['a row may end in commas beyond the last column', `${PLAIN},,""`, { comments: 'FIRST' }],
    ['quotes inside are doubled', PLAIN.replace('FIRST', 'THE ""OLD"" ONE'), { comments: 'THE "OLD" ONE' }],
    ['commas stand inside values', PLAIN.replace('FIRST', 'A, B'), { comments: 'A, B' }],
    ['a line may end inside a value', PLAIN.replace('FIRST', 'A\nB'), { comments: 'A\nB' }],
    ['letters are not ASCII alone', PLAIN.replace('FIRST', 'BÖRSE – “Ø” ’'), { comments: 'BÖRSE – “Ø” ’' }],
    [
      'a name may begin with a space',
      PLAIN.replace('"MADE UP E', '" MADE UP E'),
      { market_name: 'MADE UP EXCHANGE' },
    ],
    ['a country may be ZZ', PLAIN.replace('"GB"', '"ZZ"'), { iso_country_code: 'ZZ' }],
    ['a category may be unknown', PLAIN.replace('RMKT', 'NEWX'), { market_category: 'NEWX' }],
    [
      'the parent of a segment may be a segment',
      PLAIN.replace('"ZZAA","OPRT"', '"ZZSG","SGMT"'),
      { operating_mic: 'ZZSG' },
    ],
  ])('%s', async (_quirk, row, expected) => {
    const firstRow = await first(row);
    expect(firstRow?.reason).toBeUndefined();
    for (const [name, value] of Object.entries(expected)) expect(firstRow?.record?.[name]).toBe(value);
    expect(jsonReader(MIC.record)(firstRow?.record).errors).toBeUndefined();
  });

  it('reads lines that end in CRLF, and keeps count of lines', async () => {
    const rows = await rowsOf(
      ISO_10383_CSV,
      csv(PLAIN, '', PLAIN.replaceAll('ZZAA', 'ZZBB')).replaceAll('\n', '\r\n'),
    );
    expect(rows.map(({ line, record }) => [line, record?.mic])).toEqual([
      [2, 'ZZAA'],
      [4, 'ZZBB'],
    ]);
  });

  it('reports a row that lost a column and goes on', async () => {
    const rows = await rowsOf(ISO_10383_CSV, csv(PLAIN.replace('"GB",', ''), PLAIN));
    expect(rows[0]).toEqual({ line: 2, reason: '17 columns are expected, the row has 16' });
    expect(rows[1]?.record?.mic).toBe('ZZAA');
  });

  it('reports a row that is not UTF-8', async () => {
    async function* latin1() {
      yield Buffer.from(csv(PLAIN.replace('FIRST', 'BÖRSE')), 'latin1');
    }
    const rows = [];
    for await (const row of ISO_10383_CSV.records(latin1(), async () => undefined)) rows.push(row);
    expect(rows).toEqual([{ line: 2, reason: 'the text is not UTF-8' }]);
  });

  it.each(['ACTIVE', 'UPDATED', 'EXPIRED', 'active', 'modified', 'deleted'])(
    'knows the status %s',
    async (status) => {
      const row = await first(PLAIN.replace('"ACTIVE"', `"${status}"`));
      const { record } = jsonReader(MIC.record)(row?.record);
      expect(['ACTIVE', 'UPDATED', 'EXPIRED']).toContain(record?.status);
    },
  );

  it('refuses a file of release 1 with a clear message', async () => {
    const old =
      '"COUNTRY","ISO COUNTRY CODE (ISO 3166)","MIC","OPERATING MIC","O/S","NAME-INSTITUTION DESCRIPTION","ACRONYM","CITY","WEBSITE","STATUS DATE","STATUS","CREATION DATE","COMMENTS"\n"NOWHERE","ZZ","ZZAA","ZZAA","O","MADE UP","","","","JUNE 2005","ACTIVE","BEFORE JUNE 2005",""\n';
    expect(ISO_10383_CSV.recognises(old)).toBe(true);
    await expect(rowsOf(ISO_10383_CSV, old)).rejects.toThrow(/release 1 .* use the current list/);
  });

  it('refuses a file that lacks a column', async () => {
    await expect(rowsOf(ISO_10383_CSV, csv(PLAIN).replace('"LEI",', ''))).rejects.toThrow(
      'columns are missing: LEI',
    );
  });
});

describe('the official list as XML', () => {
  const xml = (...entries: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\r\n<dataroot generated="2026-01-12T09:00:00">\r\n${entries.join('\r\n')}\r\n</dataroot>\r\n`;
  const entry = (rest = '') => `<ISO10383_MIC>
    <MIC>ZZAA</MIC><OPERATING_x0020_MIC>ZZSG</OPERATING_x0020_MIC><OPRT_x002F_SGMT>SGMT</OPRT_x002F_SGMT>
    <MARKET_x0020_NAME-INSTITUTION_x0020_DESCRIPTION>MADE &amp; UP</MARKET_x0020_NAME-INSTITUTION_x0020_DESCRIPTION>
    <ISO_x0020_COUNTRY_x0020_CODE_x0020__x0028_ISO_x0020_3166_x0029_>GB</ISO_x0020_COUNTRY_x0020_CODE_x0020__x0028_ISO_x0020_3166_x0029_>
    <ACRONYM/><STATUS>EXPIRED</STATUS>${rest}</ISO10383_MIC>`;

  it('reads element names as the columns that they were made from', () => {
    expect(columnOfElement('ISO_x0020_COUNTRY_x0020_CODE_x0020__x0028_ISO_x0020_3166_x0029_')).toBe(
      'ISO COUNTRY CODE (ISO 3166)',
    );
  });

  it('gives the same fields, left-out and empty elements alike; an expired MIC may lack its expiry date', async () => {
    expect(ISO_10383_XML.recognises(xml(entry()))).toBe(true);
    const rows = await rowsOf(
      ISO_10383_XML,
      xml(entry(), entry('<EXPIRY_x0020_DATE>20250102</EXPIRY_x0020_DATE>')),
    );
    const record = {
      mic: 'ZZAA',
      operating_mic: 'ZZSG',
      oprt_sgmt: 'SGMT',
      market_name: 'MADE & UP',
      iso_country_code: 'GB',
      status: 'EXPIRED',
    };
    expect(rows).toEqual([
      { line: 1, record },
      { line: 2, record: { ...record, expiry_date: '20250102' } },
    ]);
    expect(jsonReader(MIC.record)(rows[0]?.record).errors).toBeUndefined();
  });

  it('refuses release 1', async () => {
    const old =
      '<dataroot><MICs_x0020_List_x0020_by_x0020_Country><MIC>ZZAA</MIC><O_x002F_S>O</O_x002F_S></MICs_x0020_List_x0020_by_x0020_Country></dataroot>';
    expect(ISO_10383_XML.recognises(old)).toBe(true);
    await expect(rowsOf(ISO_10383_XML, old)).rejects.toThrow('release 1');
  });

  it.each([
    ['a file that is cut off', xml(entry()).slice(0, 400)],
    [
      'an entity of its own',
      '<!DOCTYPE d [<!ENTITY x "y">]><dataroot><ISO10383_MIC><MIC>&x;</MIC></ISO10383_MIC></dataroot>',
    ],
    ['deeper nesting', '<dataroot><ISO10383_MIC><MIC><b>ZZAA</b></MIC></ISO10383_MIC></dataroot>'],
  ])('refuses %s', async (_what, text) => {
    await expect(rowsOf(ISO_10383_XML, text)).rejects.toThrow(/line \d+: /);
  });
});
