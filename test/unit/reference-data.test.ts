import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

type Country = {
  cca2: string;
  cca3: string;
  ccn3: string | null;
  area: number;
  borders: string[];
  callingCodes: string[];
  idd: { root: string; suffixes: string[] };
  capital: string[];
  capitalInfo: { latlng: [number, number] | null };
  car: { signs: string[]; side: string };
  cioc: string | null;
  continents: string[];
  currencies: Record<string, { name: string; symbol: string | null }>;
  demonym: string | null;
  demonyms: Record<string, { m: string | null; f: string | null }>;
  independent: boolean;
  fifa: string | null;
  flag: string;
  flags: { svg: string; png: string; alt: string };
  gini: Record<string, number> | null;
  languages: Record<string, string>;
  latlng: [number, number];
  name: {
    common: string;
    official: string;
    nativeName: Record<string, { official: string; common: string }>;
  };
  nativeName: string | null;
  population: number;
  postalCodes: { format: string | null; regex: string | null };
  regionalBlocs: { acronym: string; name: string; asOf: string }[];
  startOfWeek: string;
  status: string;
  subregion: string | null;
  timezones: string[];
  translations: Record<string, { official: string | null; common: string }>;
  unMember: boolean;
} & Record<string, unknown>;

type Currency = {
  code: string;
  numeric_code: string | null;
  name: string;
  minor_unit: number | null;
  symbol: string | null;
  countries: string[];
  entities: string[];
  is_fund: boolean;
  status: 'active' | 'withdrawn';
  introduction_date: string | null;
  withdrawal_date: string | null;
  source: 'ISO 4217' | 'CLDR';
};

type Mic = Record<string, string | null> & { mic: string; operating_mic: string; market_name: string };

type AssetClass = {
  code: string;
  market_category: string;
  asset_class: string | null;
  asset_subclass: string | null;
  name: string;
  description: string;
};

type Account = {
  code: string;
  regime: 'TT200' | 'TT99';
  parent_code: string | null;
  level: number;
  type: string;
  name: string;
  name_en: string;
  valid_from: string;
  valid_to: string | null;
};

const dataFile = (name: string) => new URL(`../../src/modules/reference/data/${name}.json`, import.meta.url);
const textOf = (name: string) => readFileSync(dataFile(name), 'utf8');

const countries = JSON.parse(textOf('countries')) as Country[];
const currencies = JSON.parse(textOf('currencies')) as Currency[];
const mics = JSON.parse(textOf('mics')) as Mic[];
const assetClasses = JSON.parse(textOf('asset-classes')) as AssetClass[];
const accounts = JSON.parse(textOf('accounts')) as Account[];

/** Fails with the key itself, whereas a find would fail with "undefined". */
function pick<T>(records: T[], matches: (record: T) => boolean, key: string): T {
  const record = records.find(matches);
  if (!record) throw new Error(`no record ${key}`);
  return record;
}
const country = (code: string) => pick(countries, (record) => record.cca2 === code, code);
const currency = (code: string) => pick(currencies, (record) => record.code === code, code);
const mic = (code: string) => pick(mics, (record) => record.mic === code, code);
const account = (regime: string, code: string) =>
  pick(accounts, (record) => record.regime === regime && record.code === code, `${regime} ${code}`);
const regime = (name: string) => accounts.filter((record) => record.regime === name);

describe('files', () => {
  it.each(['countries', 'currencies', 'mics', 'asset-classes', 'accounts'])(
    '%s: one record a line',
    (name) => {
      const text = textOf(name);
      expect(text.trim().split('\n')).toHaveLength(JSON.parse(text).length + 2);
    },
  );

  it('countries stay below 1.5 MB', () => {
    expect(statSync(dataFile('countries')).size).toBeLessThan(1_500_000);
  });

  it('sorted by key, without duplicates', () => {
    for (const keys of [
      countries.map(({ cca2 }) => cca2),
      currencies.map(({ code }) => code),
      mics.map((record) => record.mic),
      regime('TT200').map(({ code }) => code),
      regime('TT99').map(({ code }) => code),
    ]) {
      expect(keys).toEqual([...new Set(keys)].sort());
    }
  });
});

describe('countries (2.6)', () => {
  /** Every row of the table, under both names; "a > b" is a path. */
  const FIELDS = [
    'alpha2Code cca2 alpha3Code cca3 numericCode ccn3 altSpellings area borders callingCodes idd idd.root',
    'idd.suffixes capital capitalInfo.latlng car.signs car.side cioc coatOfArms.svg coatOfArms.png continents',
    'currencies demonym demonyms.eng.m demonyms.eng.f demonyms.fra.m demonyms.fra.f independent fifa flag flags.svg',
    'flags.png flags.alt gini languages latlng maps.googleMaps maps.openStreetMaps name name.official name.common',
    'name.nativeName nativeName population postalCodes.format postalCodes.regex region regionalBlocs startOfWeek',
    'status subregion timezones translations unMember',
  ]
    .join(' ')
    .split(' ');
  const at = (record: unknown, path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], record);

  it('250 countries', () => {
    expect(countries).toHaveLength(250);
  });

  it.each(FIELDS)('%s is in every record, null when not known', (path) => {
    expect(countries.filter((record) => at(record, path) === undefined)).toEqual([]);
    expect(countries.filter((record) => at(record, path) === '')).toEqual([]);
  });

  it('both names of a code agree', () => {
    for (const record of countries) {
      expect([record.alpha2Code, record.alpha3Code, record.numericCode]).toEqual([
        record.cca2,
        record.cca3,
        record.ccn3,
      ]);
    }
  });

  it('the coverage report passes', () => {
    const script = fileURLToPath(new URL('../../scripts/reference/coverage.mjs', import.meta.url));
    expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toContain(
      'none below the minimum',
    );
  });

  it('VN', () => {
    expect(country('VN')).toMatchObject({
      cca3: 'VNM',
      ccn3: '704',
      callingCodes: ['84'],
      idd: { root: '+8', suffixes: ['4'] },
      capital: ['Hanoi'],
      borders: ['KHM', 'CHN', 'LAO'],
      car: { signs: ['VN'], side: 'right' },
      cioc: 'VIE',
      fifa: 'VIE',
      currencies: { VND: { name: 'Vietnamese Dong', symbol: '₫' } },
      flag: '🇻🇳',
      flags: { svg: 'https://flagcdn.com/vn.svg', png: 'https://flagcdn.com/w320/vn.png' },
      name: {
        common: 'Vietnam',
        official: 'Socialist Republic of Vietnam',
        nativeName: { vie: { common: 'Việt Nam' } },
      },
      nativeName: 'Việt Nam',
      postalCodes: { format: '#####', regex: '^\\d{5,6}$' },
      startOfWeek: 'monday',
      timezones: ['UTC+07:00'],
      unMember: true,
    });
    expect(country('VN').regionalBlocs.map(({ acronym }) => acronym)).toEqual(['ASEAN']);
  });

  it('US: one calling code for its area codes, the bloc under its present name', () => {
    expect(country('US')).toMatchObject({ callingCodes: ['1'], car: { signs: ['USA'], side: 'right' } });
    expect(country('US').idd.suffixes.length).toBeGreaterThan(300);
    expect(country('US').regionalBlocs.map(({ acronym }) => acronym)).toEqual(['USMCA']);
  });

  it.each([
    ['BS', ['1242']],
    ['CA', ['1']],
    ['RU', ['7']],
    ['SH', ['290', '247']],
    ['VA', ['3906698', '379']],
    ['EH', ['2125288', '2125289']],
  ])('calling codes of %s', (code, codes) => {
    expect(country(code).callingCodes).toEqual(codes);
  });

  it('XK: no numeric code, independent, no UN member', () => {
    expect(country('XK')).toMatchObject({
      ccn3: null,
      numericCode: null,
      independent: true,
      status: 'user-assigned',
      unMember: false,
      fifa: 'KVX',
      cioc: 'KOS',
      timezones: ['UTC+01:00'],
    });
  });

  it.each([
    ['SZ', 'Mbabane'],
    ['LK', 'Sri Jayawardenepura Kotte'],
    ['GQ', 'Ciudad de la Paz'],
  ])('capital of %s', (code, capital) => {
    expect(country(code).capital).toEqual([capital]);
  });

  it('AQ, BV, HM and UM have no capital, and say so', () => {
    for (const code of ['AQ', 'BV', 'HM', 'UM']) {
      expect(country(code)).toMatchObject({ capital: [], capitalInfo: { latlng: null } });
    }
  });

  it('AQ has no currency, no language, no subregion', () => {
    expect(country('AQ')).toMatchObject({ currencies: {}, languages: {}, subregion: null, nativeName: null });
  });

  it('BV is uninhabited: no demonym', () => {
    expect(country('BV')).toMatchObject({ demonym: null, timezones: ['UTC+01:00'] });
  });

  it('legal tender of today: BG EUR, CW XCG, ZW ZWG', () => {
    expect(Object.keys(country('BG').currencies)).toEqual(['EUR']);
    expect(Object.keys(country('CW').currencies)).toEqual(['XCG']);
    expect(Object.keys(country('ZW').currencies)).toContain('ZWG');
  });

  it('193 UN members; the Holy See is an observer', () => {
    expect(countries.filter(({ unMember }) => unMember)).toHaveLength(193);
    expect(country('VA').unMember).toBe(false);
  });

  it('207 FIFA codes and none for the United Kingdom, which has four members', () => {
    expect(countries.filter(({ fifa }) => fifa)).toHaveLength(207);
    expect(country('GB').fifa).toBeNull();
    expect(country('MC')).toMatchObject({ cioc: 'MON', fifa: null });
  });

  it("the week starts on CLDR's day", () => {
    const days = countries.map(({ startOfWeek }) => startOfWeek);
    expect([...new Set(days)].sort()).toEqual(['friday', 'monday', 'saturday', 'sunday']);
    expect(country('US').startOfWeek).toBe('sunday');
    expect(country('JP').startOfWeek).toBe('sunday');
    expect(country('EG').startOfWeek).toBe('saturday');
    expect(country('MV').startOfWeek).toBe('friday');
  });

  it('drives on the left in GB, on the right in CN and US', () => {
    expect([country('GB').car.side, country('CN').car.side, country('US').car.side]).toEqual([
      'left',
      'right',
      'right',
    ]);
  });

  it('borders are mutual and known', () => {
    const borders = new Map(countries.map((record) => [record.cca3, record.borders]));
    const oneSided = countries.flatMap((record) =>
      record.borders.filter((neighbour) => !borders.get(neighbour)?.includes(record.cca3)),
    );
    expect(oneSided).toEqual([]);
  });

  it('coordinates, offsets and patterns are well formed', () => {
    for (const record of countries) {
      for (const [latitude, longitude] of [record.latlng, record.capitalInfo.latlng ?? [0, 0]]) {
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      }
      for (const zone of record.timezones) expect(zone).toMatch(/^UTC([+-](0\d|1[0-4]):(00|30|45))?$/);
      if (record.postalCodes.regex) expect(new RegExp(record.postalCodes.regex).test('')).toBe(false);
      expect(record.area).toBeGreaterThan(0);
      expect(record.population).toBeGreaterThanOrEqual(0);
    }
  });

  it('names in 26 languages, never the bare code', () => {
    for (const { cca2, translations } of countries) {
      const names = Object.values(translations).map(({ common }) => common);
      expect(names).toHaveLength(26);
      expect(names).not.toContain(cca2);
    }
    expect(country('VN').translations).toMatchObject({
      vie: { official: null, common: 'Việt Nam' },
      fra: { official: 'République socialiste du Viêt Nam', common: 'Viêt Nam' },
    });
  });

  it.each([
    ['EU', 27],
    ['EFTA', 4],
    ['CARICOM', 15],
    ['PA', 4],
    ['AU', 55],
    ['USAN', 6],
    ['EEU', 5],
    ['AL', 22],
    ['ASEAN', 11],
    ['CAIS', 8],
    ['CEFTA', 7],
    ['USMCA', 3],
    ['SAARC', 8],
  ])('%s has %i members, with the date of the list', (acronym, members) => {
    const blocs = countries.flatMap(({ regionalBlocs }) =>
      regionalBlocs.filter((bloc) => bloc.acronym === acronym),
    );
    expect(blocs).toHaveLength(members);
    for (const { asOf } of blocs) expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('currencies of countries are active codes', () => {
    for (const code of countries.flatMap((record) => Object.keys(record.currencies))) {
      expect([code, currency(code).status]).toEqual([code, 'active']);
    }
  });
});

describe('currencies', () => {
  it('178 active codes: 179 of the 2024 list, two added, three withdrawn', () => {
    expect(currencies.filter(({ status }) => status === 'active')).toHaveLength(178);
  });

  it.each([
    ['VND', '704', 0],
    ['ISK', '352', 0],
    ['JPY', '392', 0],
    ['USD', '840', 2],
    ['IDR', '360', 2],
    ['IQD', '368', 3],
    ['CLF', '990', 4],
    ['ALL', '008', 2],
    ['XCG', '532', 2],
    ['XAD', '396', 2],
    ['XAU', '959', null],
    ['XXX', '999', null],
    ['XDR', '960', null],
  ])('%s: number %s, minor unit %s', (code, numeric_code, minor_unit) => {
    expect(currency(code)).toMatchObject({
      numeric_code,
      minor_unit,
      status: 'active',
      withdrawal_date: null,
    });
  });

  it('13 codes without a minor unit are null, not 0', () => {
    const none = currencies.filter(({ status, minor_unit }) => status === 'active' && minor_unit === null);
    expect(none).toHaveLength(13);
  });

  it.each([
    ['ANG', '2025-06-30', 'ISO 4217'],
    ['BGN', '2026-01-31', 'ISO 4217'],
    ['CUC', '2021-06-01', 'ISO 4217'],
    ['DEM', '2002-02-28', 'CLDR'],
    ['HRK', '2023-01-14', 'CLDR'],
  ])('%s was withdrawn on %s', (code, withdrawal_date, source) => {
    expect(currency(code)).toMatchObject({ status: 'withdrawn', withdrawal_date, source });
  });

  it('one code, many entities; the euro includes Bulgaria', () => {
    expect(currency('EUR').countries).toEqual(expect.arrayContaining(['AT', 'BG', 'HR']));
    expect(currency('EUR').entities).toContain('EUROPEAN UNION');
    expect(currency('USD').countries.length).toBeGreaterThan(15);
    expect(currency('VND')).toMatchObject({ countries: ['VN'], entities: ['VIET NAM'], symbol: '₫' });
  });

  it('countries of active codes are known', () => {
    const countryCodes = new Set(countries.map(({ cca2 }) => cca2));
    const users = currencies
      .filter(({ status }) => status === 'active')
      .flatMap((record) => record.countries);
    expect(users.filter((code) => !countryCodes.has(code))).toEqual([]);
  });

  it('codes, numbers and dates are well formed; funds are marked', () => {
    for (const record of currencies) {
      expect(record.code).toMatch(/^[A-Z]{3}$/);
      expect(record.numeric_code ?? '000').toMatch(/^\d{3}$/);
      expect(record.withdrawal_date ?? '0000-00-00').toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(record.withdrawal_date !== null).toBe(record.status === 'withdrawn');
      expect(record.name).not.toBe('');
    }
    expect(currencies.filter(({ is_fund }) => is_fund)).toHaveLength(8);
  });
});

describe('market identifier codes (2.7)', () => {
  it.each([
    ['XSTC', 'XSTC', 'OPRT', 'HOSE'],
    ['HSTC', 'HSTC', 'OPRT', 'HNX'],
    ['XHNX', 'HSTC', 'SGMT', 'UPCOM'],
    ['XHNF', 'HSTC', 'SGMT', null],
  ])('Vietnam: %s', (code, operating_mic, oprt_sgmt, acronym) => {
    expect(mic(code)).toMatchObject({ operating_mic, oprt_sgmt, acronym, country: 'VN', status: 'ACTIVE' });
  });

  it('every field of 2.7 in every record', () => {
    const fields = [
      'mic operating_mic oprt_sgmt market_name legal_entity_name lei market_category acronym country city website',
      'status creation_date last_update_date last_validation_date expiry_date comments',
    ]
      .join(' ')
      .split(' ');
    for (const record of mics) expect(Object.keys(record)).toEqual(fields);
  });

  it('the main exchanges, each under a known operator', () => {
    const micCodes = new Set(mics.map((record) => record.mic));
    expect(mics.length).toBeGreaterThanOrEqual(44);
    for (const code of [
      'XNYS',
      'XNAS',
      'XLON',
      'XJPX',
      'XHKG',
      'XSHG',
      'XSHE',
      'XPAR',
      'XETR',
      'XKRX',
      'XSES',
    ])
      expect(micCodes.has(code)).toBe(true);
    for (const record of mics) {
      expect(record.mic).toMatch(/^[A-Z0-9]{4}$/);
      expect(micCodes.has(record.operating_mic)).toBe(true);
      expect(record.oprt_sgmt).toBe(record.mic === record.operating_mic ? 'OPRT' : 'SGMT');
      expect(record.creation_date).toMatch(/^\d{8}$/);
      expect(record.market_name).toBe(record.market_name.toUpperCase());
    }
  });
});

describe('asset classes', () => {
  it("the eight market categories under the specification's names", () => {
    expect(assetClasses.filter(({ asset_class }) => !asset_class).map(({ name }) => name)).toEqual([
      'Commodities',
      'Cryptocurrency',
      'Derivatives',
      'Emerging Markets',
      'Equities',
      'Fixed Income',
      'Foreign Exchange',
      'Indices',
    ]);
  });

  it('a path for a code, its parent before it, a name and a description', () => {
    const earlierCodes = new Set<string>();
    for (const record of assetClasses) {
      const parent = record.code.split('/').slice(0, -1).join('/');
      expect(earlierCodes.has(record.code)).toBe(false);
      expect(parent === '' || earlierCodes.has(parent)).toBe(true);
      expect(record.asset_subclass ?? record.asset_class ?? record.market_category).toBe(record.name);
      expect(record.description.length).toBeGreaterThan(10);
      earlierCodes.add(record.code);
    }
  });

  it.each(['equities/shares/common-stock', 'equities/funds/etf', 'equities/rights/covered-warrants'])(
    '%s',
    (code) => {
      expect(assetClasses.some((record) => record.code === code)).toBe(true);
    },
  );
});

describe('accounts', () => {
  const levelOne = (name: string) => regime(name).filter(({ level }) => level === 1);

  it('TT99: 184 accounts, 71 of level 1', () => {
    expect(regime('TT99')).toHaveLength(184);
    expect(levelOne('TT99')).toHaveLength(71);
    const types = levelOne('TT99').map(({ type }) => type);
    const count = (type: string) => types.filter((value) => value === type).length;
    expect([count('asset'), count('liability'), count('equity'), count('revenue')]).toEqual([33, 16, 7, 3]);
    expect(count('production_and_business_cost')).toBe(8);
  });

  it('TT200: 76 accounts of level 1, 239 in all', () => {
    expect(levelOne('TT200')).toHaveLength(76);
    expect(regime('TT200')).toHaveLength(239);
  });

  it('level 1 of TT99 against TT200: 215 and 332 new; 161, 417, 441, 461, 466, 611 and 631 gone', () => {
    const [before, after] = ['TT200', 'TT99'].map((name) => levelOne(name).map(({ code }) => code));
    expect(after?.filter((code) => !before?.includes(code))).toEqual(['215', '332']);
    expect(before?.filter((code) => !after?.includes(code))).toEqual([
      '161',
      '417',
      '441',
      '461',
      '466',
      '611',
      '631',
    ]);
  });

  it.each(['112', '155', '158', '242', '244', '337', '419'])('%s is renamed', (code) => {
    expect(account('TT99', code).name).not.toBe(account('TT200', code).name);
  });

  it.each([
    ['TT200', '111', 'Tiền mặt', 'Cash on hand', null],
    ['TT200', '1121', 'Tiền Việt Nam', 'Bank deposits, Vietnamese dong', '112'],
    ['TT99', '419', 'Cổ phiếu mua lại của chính mình', 'Own shares repurchased', null],
    ['TT99', '215121', 'Nguyên giá', 'Mature livestock, cost', '21512'],
  ])('%s %s', (name, code, vietnamese, english, parent_code) => {
    expect(account(name, code)).toMatchObject({ name: vietnamese, name_en: english, parent_code });
  });

  it('the code gives the level and the parent, and the parent exists', () => {
    for (const record of accounts) {
      expect(record.code).toMatch(/^[1-9]\d{2,5}$/);
      expect(record.level).toBe(record.code.length - 2);
      expect(record.parent_code).toBe(record.level === 1 ? null : record.code.slice(0, -1));
      if (record.parent_code) expect(account(record.regime, record.parent_code).level).toBe(record.level - 1);
    }
  });

  it('the first digit gives the type', () => {
    for (const { code, type } of accounts) {
      expect([code, type]).toEqual([
        code,
        {
          1: 'asset',
          2: 'asset',
          3: 'liability',
          4: 'equity',
          5: 'revenue',
          6: 'production_and_business_cost',
          7: 'other_income',
          8: 'other_expense',
          9: 'result',
        }[code.charAt(0)],
      ]);
    }
  });

  it('an English name for every account, never the Vietnamese one', () => {
    for (const { name, name_en } of accounts) {
      expect(name_en).toMatch(/^[A-Z][\x20-\x7e]+$/);
      expect(name_en).not.toBe(name);
    }
  });

  it('TT200 ends the day before TT99 begins', () => {
    expect(new Set(regime('TT200').map(({ valid_from, valid_to }) => `${valid_from} ${valid_to}`))).toEqual(
      new Set(['2015-01-01 2025-12-31']),
    );
    expect(new Set(regime('TT99').map(({ valid_from, valid_to }) => `${valid_from} ${valid_to}`))).toEqual(
      new Set(['2026-01-01 null']),
    );
  });
});
