import { describe, expect, it } from '@jest/globals';
import { COUNTRY } from '../../src/modules/reference/country.data-set.js';
import {
  callingCodesOf,
  overlaidCountry,
  REST_COUNTRIES,
} from '../../src/modules/reference/restcountries.js';
import { shippedRecords } from '../../src/modules/reference/shipped-files.js';
import { rowsOf } from '../builders/published.js';

const check = (record: Record<string, unknown>) =>
  COUNTRY.check?.({ cca2: String(record.cca2), record: JSON.stringify(record) }) ?? [];

describe('the check of a country', () => {
  it('every shipped country passes', async () => {
    const countries = await shippedRecords('countries.json');
    expect(countries.flatMap(check)).toEqual([]);
    expect(countries).toHaveLength(250);
  });

  it.each([
    ['an unknown field', { anthem: 'x' }, '/record/anthem'],
    ['a wrong type', { area: 'large' }, '/record/area'],
    ['null where there is no null', { region: null }, '/record/region'],
    ['another key inside', { cca2: 'LA' }, '/record/cca2'],
    ['an alias that differs', { alpha3Code: 'LAO' }, '/record/alpha3Code'],
    ['no common name', { name: { official: 'Somewhere' } }, '/record/name/common'],
  ])('refuses %s', (_what, change, pointer) => {
    const record = { cca2: 'VN', cca3: 'VNM', name: { common: 'Vietnam' }, region: 'Asia', ...change };
    const errors = COUNTRY.check?.({ cca2: 'VN', record: JSON.stringify(record) }) ?? [];
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });
});

describe('REST Countries over the stored countries', () => {
  it('is recognised as an array of countries of version 2 or 3.1', () => {
    expect(REST_COUNTRIES.recognises('[{"name":{"common":"Viet Nam"},"cca2":"VN"}]')).toBe(true);
    expect(REST_COUNTRIES.recognises('[{"name":"Viet Nam","alpha2Code":"VN"}]')).toBe(true);
    expect(REST_COUNTRIES.recognises('{"cca2":"VN","record":{}}')).toBe(false);
  });

  it('laying our own answer over itself changes nothing', async () => {
    for (const country of await shippedRecords('countries.json')) {
      expect(overlaidCountry(country, country)).toEqual(country);
    }
  });

  it('its values replace the stored ones; fields that it leaves out or leaves empty stay', async () => {
    const [stored] = (await shippedRecords('countries.json')).filter(({ cca2 }) => cca2 === 'VN');
    const input = {
      cca2: 'VN',
      population: 100_000_000,
      capital: [],
      gini: { '2018': 35.7 },
      capitalInfo: {},
      postalCode: { format: '######' },
      translations: { fra: { common: 'Vietnam', official: 'Nouveau' } },
      tld: ['.vn'],
    };
    const [row] = await rowsOf(REST_COUNTRIES, JSON.stringify([input]), async () => ({
      cca2: 'VN',
      record: stored,
    }));
    const record = row?.record?.record as Record<string, Record<string, unknown>>;
    expect(record).toMatchObject({
      population: 100_000_000,
      capital: stored?.capital,
      gini: { '2018': 35.7 },
      capitalInfo: stored?.capitalInfo,
      translations: { fra: { common: 'Vietnam', official: 'Nouveau' } },
    });
    expect(record.postalCodes).toEqual({ ...(stored?.postalCodes as object), format: '######' });
    expect(Object.keys(record.translations ?? {})).toHaveLength(
      Object.keys(stored?.translations as object).length,
    );
    expect(record.tld).toBeUndefined();
    expect(check(record)).toEqual([]);
  });

  it('what is only blank is empty: the published list has [""] for unknown signs', async () => {
    const [stored] = (await shippedRecords('countries.json')).filter(({ cca2 }) => cca2 === 'VN');
    const blank = {
      cca2: 'VN',
      capital: [''],
      borders: [' '],
      car: { signs: [''], side: '' },
      idd: { root: '', suffixes: [''] },
      demonyms: { eng: { f: '', m: '' } },
      currencies: { VND: {} },
    };
    const [row] = await rowsOf(REST_COUNTRIES, JSON.stringify([blank]), async () => ({
      cca2: 'VN',
      record: stored,
    }));
    expect(row?.record?.record).toEqual(stored);
  });

  it('reads version 2', async () => {
    const input = {
      name: 'Nowhere',
      alpha2Code: 'QQ',
      alpha3Code: 'QQQ',
      callingCodes: ['999'],
      capital: 'Nowhere City',
      region: 'Oceania',
      currencies: [{ code: 'QQD', name: 'Dollar', symbol: '$' }, { code: null }],
      languages: [{ iso639_1: 'qq', iso639_2: 'qqq', name: 'Nowherish' }],
      flag: 'https://example.com/qq.svg',
      gini: 30.1,
      nativeName: 'Nirgendwo',
    };
    const [row] = await rowsOf(REST_COUNTRIES, JSON.stringify([input]));
    const record = row?.record?.record as Record<string, unknown>;
    expect(record).toMatchObject({
      cca2: 'QQ',
      alpha2Code: 'QQ',
      name: { common: 'Nowhere' },
      capital: ['Nowhere City'],
      currencies: { QQD: { name: 'Dollar', symbol: '$' } },
      languages: { qqq: 'Nowherish' },
      callingCodes: ['999'],
      nativeName: 'Nirgendwo',
      gini: null,
    });
    expect(check(record)).toEqual([]);
  });

  it('a new country of version 3.1 passes the check, and the fields that follow from others are set', async () => {
    const input = {
      cca2: 'QQ',
      cca3: 'QQQ',
      name: { common: 'Nowhere', official: 'Republic of Nowhere', nativeName: { qqq: { common: 'Nir' } } },
      region: 'Oceania',
      idd: { root: '+9', suffixes: ['99'] },
      demonyms: { eng: { m: 'Nowherian', f: 'Nowherian' } },
    };
    const [row] = await rowsOf(REST_COUNTRIES, JSON.stringify([input]));
    const record = row?.record?.record as Record<string, unknown>;
    expect(record).toMatchObject({ callingCodes: ['999'], demonym: 'Nowherian', nativeName: 'Nir' });
    expect(check(record)).toEqual([]);
  });

  it.each([
    [{ root: '+8', suffixes: ['4'] }, ['84']],
    [{ root: '+1', suffixes: ['201', '202'] }, ['1']],
    [{ root: '+1', suffixes: ['684'] }, ['1684']],
    [{ root: '+7', suffixes: [] }, ['7']],
  ])('dialling codes of %j are %j', (idd, codes) => {
    expect(callingCodesOf(idd)).toEqual(codes);
  });

  it('reports an entry without a code, refuses a document that is not an array', async () => {
    expect(await rowsOf(REST_COUNTRIES, '[{"name":"x"}, 5]')).toEqual([
      { line: 1, reason: 'no alpha-2 code (cca2 or alpha2Code)' },
      { line: 2, reason: 'a JSON object is expected' },
    ]);
    await expect(rowsOf(REST_COUNTRIES, '[{"cca2":')).rejects.toThrow('file');
  });
});
