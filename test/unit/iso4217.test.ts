import { describe, expect, it } from '@jest/globals';
import { jsonReader } from '../../src/http/fields/fields.js';
import { CURRENCY } from '../../src/modules/reference/currency.data-set.js';
import {
  ISO_4217_LIST_ONE,
  ISO_4217_LIST_THREE,
  minorUnitOf,
  withdrawalOf,
} from '../../src/modules/reference/iso4217.js';
import { rowsOf } from '../builders/published.js';

type Entry = {
  entity: string;
  name?: string;
  fund?: boolean;
  code?: string;
  number?: string;
  units?: string;
  withdrawal?: string;
};
const element = ({ entity, name = 'Made Up', fund, code, number, units, withdrawal }: Entry) =>
  [
    `<CtryNm>${entity}</CtryNm><CcyNm${fund ? ' IsFund="true"' : ''}>${name}</CcyNm>`,
    code && `<Ccy>${code}</Ccy>`,
    number && `<CcyNbr>${number}</CcyNbr>`,
    units && `<CcyMnrUnts>${units}</CcyMnrUnts>`,
    withdrawal && `<WthdrwlDt>${withdrawal}</WthdrwlDt>`,
  ].join('');
const list = (table: string, entry: string, entries: Entry[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<ISO_4217 Pblshd="2026-01-01">\n<${table}>${entries
    .map((each) => `<${entry}>${element(each)}</${entry}>`)
    .join('\n')}</${table}></ISO_4217>`;
const listOne = (...entries: Entry[]) => list('CcyTbl', 'CcyNtry', entries);
const listThree = (...entries: Entry[]) => list('HstrcCcyTbl', 'HstrcCcyNtry', entries);

describe('list one: currencies in use', () => {
  it('is distinguished from list three', () => {
    expect(ISO_4217_LIST_ONE.recognises(listOne())).toBe(true);
    expect(ISO_4217_LIST_THREE.recognises(listOne())).toBe(false);
    expect(ISO_4217_LIST_THREE.recognises(listThree())).toBe(true);
  });

  it('makes one record of a code with many entities, and finds their countries', async () => {
    const rows = await rowsOf(
      ISO_4217_LIST_ONE,
      listOne(
        { entity: 'VIET NAM', code: 'VVV', number: '004', units: '0' },
        { entity: 'ANTARCTICA', name: 'No universal currency' },
        { entity: 'ÅLAND ISLANDS', code: 'VVV', number: '004', units: '0' },
        { entity: 'UNITED STATES OF AMERICA (THE)', code: 'VVV', number: '004', units: '0' },
        { entity: 'TAIWAN (PROVINCE OF CHINA)', code: 'VVV', number: '004', units: '0' },
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      line: 1,
      record: {
        code: 'VVV',
        numeric_code: '004',
        minor_unit: 0,
        countries: ['AX', 'TW', 'US', 'VN'],
        entities: [
          'VIET NAM',
          'ÅLAND ISLANDS',
          'UNITED STATES OF AMERICA (THE)',
          'TAIWAN (PROVINCE OF CHINA)',
        ],
        status: 'active',
        is_fund: false,
        source: 'ISO 4217',
      },
    });
    expect(jsonReader(CURRENCY.record)(rows[0]?.record).errors).toBeUndefined();
  });

  it('N.A. minor units are null, a fund is a fund, and an entity that is not a country has none', async () => {
    const [gold, fund] = await rowsOf(
      ISO_4217_LIST_ONE,
      listOne(
        { entity: 'ZZ08_Gold', code: 'XXG', number: '959', units: 'N.A.' },
        { entity: 'BOLIVIA (PLURINATIONAL STATE OF)', code: 'BBB', number: '984', units: '2', fund: true },
      ),
    );
    expect(gold?.record).toMatchObject({ minor_unit: null, countries: [], is_fund: false });
    expect(fund?.record).toMatchObject({ minor_unit: 2, countries: ['BO'], is_fund: true });
  });

  it('keeps the fields that the list lacks: symbol, date of first use', async () => {
    const stored = {
      code: 'VVV',
      name: 'Old',
      symbol: '₫',
      introduction_date: '1985-09-14',
      status: 'withdrawn',
      withdrawal_date: '2020',
    };
    const [row] = await rowsOf(
      ISO_4217_LIST_ONE,
      listOne({ entity: 'VIET NAM', name: 'New', code: 'VVV', number: '704', units: '0' }),
      async ({ code }) => (code === 'VVV' ? stored : undefined),
    );
    expect(row?.record).toMatchObject({
      name: 'New',
      symbol: '₫',
      introduction_date: '1985-09-14',
      status: 'active',
      withdrawal_date: null,
    });
  });

  it.each([
    ['N.A.', null],
    ['0', 0],
    ['4', 4],
    [undefined, null],
    ['two', undefined],
  ])('minor units %s are %s', (text, expected) => {
    expect(minorUnitOf(text)).toBe(expected);
  });
});

describe('list three: currencies formerly in use', () => {
  it.each([
    ['1999-01', '1999-01'],
    ['1989 to 1990', '1990'],
    ['2026-01-01', '2026-01-01'],
    ['lately', undefined],
  ])('withdrawal date %s is %s', (text, expected) => {
    expect(withdrawalOf(text)).toBe(expected);
  });

  it('fills the numeric code; a stored day within the month stays, as it is more exact', async () => {
    const stored = {
      code: 'DDD',
      name: 'German Mark',
      countries: ['DE'],
      entities: [],
      status: 'withdrawn',
      withdrawal_date: '2002-02-28',
      source: 'CLDR',
    };
    const [row] = await rowsOf(
      ISO_4217_LIST_THREE,
      listThree({
        entity: 'GERMANY',
        name: 'Deutsche Mark',
        code: 'DDD',
        number: '276',
        withdrawal: '2002-02',
      }),
      async () => stored,
    );
    expect(row?.record).toMatchObject({
      numeric_code: '276',
      name: 'Deutsche Mark',
      countries: ['DE'],
      entities: ['GERMANY'],
      status: 'withdrawn',
      withdrawal_date: '2002-02-28',
      source: 'ISO 4217',
    });
    expect(jsonReader(CURRENCY.record)(row?.record).errors).toBeUndefined();
  });

  it('an active code stored without its entities stays active if ISO 4217 has it in use', async () => {
    const file = listThree(
      { entity: 'SERBIA AND MONTENEGRO', name: 'Euro', code: 'EUR', number: '978', withdrawal: '2006-10' },
      { entity: 'ITALY', name: 'Italian Lira', code: 'ITL', number: '380', withdrawal: '2002-03' },
    );
    const rows = await rowsOf(ISO_4217_LIST_THREE, file, async ({ code }) => ({
      code,
      name: 'As written by an operator',
      status: 'active',
      entities: [],
    }));
    expect(rows.map(({ record }) => [record?.code, record?.status])).toEqual([
      ['EUR', 'active'],
      ['ITL', 'withdrawn'],
    ]);
  });

  it('an active code that lives on elsewhere stays active; one whose every entity left is withdrawn', async () => {
    const stored: Record<string, Record<string, unknown>> = {
      EEE: { code: 'EEE', name: 'Euro', entities: ['FRANCE', 'SPAIN'], status: 'active' },
      BBB: { code: 'BBB', name: 'Lev', entities: ['BULGARIA'], status: 'active' },
    };
    const rows = await rowsOf(
      ISO_4217_LIST_THREE,
      listThree(
        { entity: 'SERBIA AND MONTENEGRO', code: 'EEE', number: '978', withdrawal: '2006-10' },
        { entity: 'BULGARIA', code: 'BBB', number: '975', withdrawal: '2026-01' },
      ),
      async ({ code }) => stored[String(code)],
    );
    expect(rows[0]?.record).toEqual(stored.EEE);
    expect(rows[1]?.record).toMatchObject({ status: 'withdrawn', withdrawal_date: '2026-01' });
  });

  it('reports a date that it cannot read', async () => {
    const [row] = await rowsOf(
      ISO_4217_LIST_THREE,
      listThree({ entity: 'NOWHERE', code: 'NNN', withdrawal: 'long ago' }),
    );
    expect(row).toEqual({ line: 1, reason: 'withdrawal date long ago of NNN is not a month or a year' });
  });
});
