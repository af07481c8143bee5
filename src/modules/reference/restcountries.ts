import { InvalidInput } from '../../errors/domain-errors.js';
import { isJsonObject } from '../../kinds/json-object.js';
import type { PublishedForm, PublishedRow } from '../dataset/published.js';

type Json = Record<string, unknown>;

/** Largest file that is read, bytes: the one of 250 countries is about 1.5 MB. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Fields that have the same form in version 3.1 and replace what is stored. */
const SAME_FORM = [
  'cca2',
  'cca3',
  'ccn3',
  'cioc',
  'altSpellings',
  'area',
  'borders',
  'capital',
  'continents',
  'currencies',
  'demonyms',
  'fifa',
  'flag',
  'gini',
  'idd',
  'independent',
  'languages',
  'latlng',
  'population',
  'region',
  'startOfWeek',
  'status',
  'subregion',
  'timezones',
  'unMember',
];
/** Fields whose members are laid over the stored members one by one. */
const MEMBERWISE = [
  'capitalInfo',
  'car',
  'coatOfArms',
  'flags',
  'maps',
  'name',
  'postalCodes',
  'translations',
];

/** A country that is not stored yet: every field, without a value. */
const UNKNOWN: Json = {
  cca2: null,
  cca3: null,
  ccn3: null,
  altSpellings: [],
  area: null,
  borders: [],
  callingCodes: [],
  idd: { root: '', suffixes: [] },
  capital: [],
  capitalInfo: { latlng: null },
  car: { signs: [], side: null },
  cioc: null,
  coatOfArms: { svg: null, png: null },
  continents: [],
  currencies: {},
  demonym: null,
  demonyms: {},
  independent: null,
  fifa: null,
  flag: '',
  flags: { svg: null, png: null, alt: null },
  gini: null,
  languages: {},
  latlng: [],
  maps: { googleMaps: null, openStreetMaps: null },
  name: { common: null, official: null, nativeName: {} },
  nativeName: null,
  population: null,
  postalCodes: { format: null, regex: null },
  region: null,
  regionalBlocs: [],
  startOfWeek: 'monday',
  status: 'user-assigned',
  subregion: null,
  timezones: [],
  translations: {},
  unMember: null,
};

/** Whether a value has content: null, blank text, and lists and objects of nothing else have none: `[""]`. */
function hasContent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.values(value).some(hasContent);
}

/**
 * Dialling codes of `idd`: root and suffix joined; the root alone if +1 or +7 has several suffixes, which are
 * area codes, not countries.
 */
export function callingCodesOf({ root, suffixes }: { root: string; suffixes: string[] }): string[] {
  const digits = root.replace('+', '');
  if ((root === '+1' || root === '+7') && suffixes.length > 1) return [digits];
  return suffixes.length === 0 ? [digits] : suffixes.map((suffix) => digits + suffix);
}

/** Converts version 2 of REST Countries to the terms of version 3.1, where they mean the same. */
function fromVersion2(country: Json): Json {
  const { alpha2Code, alpha3Code, numericCode, name, capital, currencies, languages, flags, ...rest } =
    country;
  const byCode = (list: unknown, key: string, value: (each: Json) => unknown) =>
    Array.isArray(list)
      ? Object.fromEntries(
          list
            .filter(isJsonObject)
            .filter((each) => hasContent(each[key]))
            .map((each) => [each[key], value(each)]),
        )
      : undefined;
  return {
    ...rest,
    cca2: alpha2Code,
    cca3: alpha3Code,
    ccn3: numericCode,
    name: { common: name },
    capital: typeof capital === 'string' && capital !== '' ? [capital] : capital,
    currencies: byCode(currencies, 'code', (each) => ({
      name: each.name ?? null,
      symbol: each.symbol ?? null,
    })),
    languages: byCode(languages, 'iso639_2', (each) => each.name),
    flags,
    // A different form that lacks what is needed here: the year of the index, ISO 639-3 codes of languages.
    gini: undefined,
    translations: undefined,
    flag: undefined,
  };
}

/**
 * Lays a country of REST Countries over the stored one: its values replace the stored ones, those that it leaves
 * out or empty stay. Fields derived from others (callingCodes, demonym, nativeName) are updated.
 */
export function overlaidCountry(published: Json, stored: Json | undefined): Json {
  const version2 = typeof published.name === 'string';
  const source = version2
    ? fromVersion2(published)
    : { ...published, postalCodes: published.postalCodes ?? published.postalCode };
  const record: Json = { ...(stored ?? UNKNOWN) };
  for (const field of SAME_FORM) if (hasContent(source[field])) record[field] = source[field];
  for (const field of MEMBERWISE) {
    const members = source[field];
    if (!isJsonObject(members)) continue;
    const content = Object.entries(members).filter(([, value]) => hasContent(value));
    const earlier = isJsonObject(record[field]) ? record[field] : {};
    record[field] = { ...earlier, ...Object.fromEntries(content) };
  }
  for (const field of ['callingCodes', 'demonym', 'nativeName', 'regionalBlocs']) {
    if (hasContent(source[field])) record[field] = source[field];
  }
  if (!version2) Object.assign(record, derivedFields(source));
  for (const [alias, field] of [
    ['alpha2Code', 'cca2'],
    ['alpha3Code', 'cca3'],
    ['numericCode', 'ccn3'],
  ] as const) {
    record[alias] = record[field];
  }
  return record;
}

/** Derives fields from those of version 3.1. */
function derivedFields(source: Json): Json {
  const fields: Json = {};
  const { root, suffixes = [] } = isJsonObject(source.idd) ? source.idd : {};
  if (
    !hasContent(source.callingCodes) &&
    typeof root === 'string' &&
    root !== '' &&
    Array.isArray(suffixes)
  ) {
    fields.callingCodes = callingCodesOf({ root, suffixes: suffixes.map(String) });
  }
  const english = isJsonObject(source.demonyms) ? source.demonyms.eng : undefined;
  if (!hasContent(source.demonym) && isJsonObject(english) && hasContent(english.m))
    fields.demonym = english.m;
  const native =
    isJsonObject(source.name) && isJsonObject(source.name.nativeName)
      ? Object.values(source.name.nativeName)
      : [];
  if (!hasContent(source.nativeName) && isJsonObject(native[0]) && hasContent(native[0].common)) {
    fields.nativeName = native[0].common;
  }
  return fields;
}

/** An array of countries as REST Countries versions 2 and 3.1 return it, or as in this service's own list. */
export const REST_COUNTRIES: PublishedForm = {
  name: 'REST Countries (v2, v3.1), JSON array',
  recognises: (head) => head.trimStart().startsWith('[') && /"(cca2|alpha2Code)"\s*:/.test(head),
  async *records(file, stored) {
    let line = 0;
    for (const country of await jsonArray(file)) {
      line++;
      if (!isJsonObject(country)) yield { line, reason: 'a JSON object is expected' };
      else yield await row(country, line, stored);
    }
  },
};

async function row(
  country: Json,
  line: number,
  stored: Parameters<PublishedForm['records']>[1],
): Promise<PublishedRow> {
  const cca2 = country.cca2 ?? country.alpha2Code;
  if (typeof cca2 !== 'string') return { line, reason: 'no alpha-2 code (cca2 or alpha2Code)' };
  const earlier = (await stored({ cca2 }))?.record;
  const record = typeof earlier === 'string' ? (JSON.parse(earlier) as Json) : (earlier as Json | undefined);
  return { line, record: { cca2, record: overlaidCountry(country, record) } };
}

async function jsonArray(file: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const refuse = (detail: string) =>
    new InvalidInput([{ parameter: 'file', code: 'malformed_json', detail }]);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file) {
    size += piece.length;
    if (size > LARGEST_FILE) throw refuse(`at most ${LARGEST_FILE} bytes are read`);
    pieces.push(piece);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
  } catch (error) {
    throw refuse((error as Error).message.slice(0, 200));
  }
  if (!Array.isArray(value)) throw refuse('a JSON array is expected');
  return value;
}
