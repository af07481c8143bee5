import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import countries from 'world-countries';
import { by } from './files.mjs';
import { overridesOf } from './overrides.mjs';

const require = createRequire(import.meta.url);
const cldr = require('cldr-core/supplemental/currencyData.json').supplemental.currencyData.region;

/** Codes of ISO 4217 list three that CLDR dates. CLDR also knows currencies that never had an ISO code. */
const HISTORIC =
  'ADP AFA ALK AOK AON AOR ARA ARP ATS AZM BAD BEC BEF BEL BGL BOP BRB BRC BRE BRN BRR BUK BYB BYR CSD CSK CYP ' +
  'DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ ITL LTL LTT LUC ' +
  'LUF LUL LVL LVR MGF MLF MRO MTL MTP MXP MZE MZM NIC NLG PEI PES PLZ PTE RHD ROL RUR SDD SDP SIT SKK SLL SRG ' +
  'STD SUR TJR TMM TPE TRL UAK UGS USS UYP VEB VEF XEU XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWD ZWL ZWR';

/** @typedef {{ code: string, region: string, from: string | null, to: string | null, tender: boolean }} Period */

/** @type {Period[]} CLDR's periods of use, in its order of preference within a region */
const PERIODS = Object.entries(cldr).flatMap(([region, entries]) =>
  entries.flatMap(Object.entries).map(([code, { _from = null, _to = null, _tender }]) => ({
    code,
    region,
    from: _from,
    to: _to,
    tender: _tender !== 'false',
  })),
);

/** @param {string} code */
const periodsOf = (code) => PERIODS.filter((period) => period.code === code);

/** @param {string[]} dates ISO dates, or none */
const first = (dates) => [...dates].sort()[0] ?? null;
/** @param {string[]} dates ISO dates, or none */
const last = (dates) => [...dates].sort().at(-1) ?? null;

/** @param {string} code */
const introduced = (code) => first(periodsOf(code).flatMap(({ from }) => from ?? []));

const CURRENT = new Set(countries.map(({ cca2 }) => cca2));

/**
 * The last day of legal tender where it was issued (a code starts with its issuer's, DEM: Germany), and not where
 * it lingered; anywhere if the issuer is no longer a country (SUR).
 * @param {string} code
 */
function withdrawn(code) {
  const periods = periodsOf(code);
  const issuer = periods.filter(({ region }) => region === code.slice(0, 2) && CURRENT.has(region));
  return last((issuer.length ? issuer : periods).flatMap(({ to }) => to ?? []));
}

const EN = new Intl.DisplayNames('en', { type: 'currency' });

/**
 * CLDR's narrow symbol in English, otherwise the one written in a country that uses the currency ("S/" for PEN).
 * @param {string} code
 * @param {string[]} users alpha-2 codes
 * @returns {string | null} null when the currency is written with its code
 */
export function symbolOf(code, users) {
  if (code === 'XXX') return null; // no currency: Intl gives the generic sign
  const local = users.map((user) => `${new Intl.Locale(`und-${user}`).maximize().language}-${user}`);
  const styles = [['en', 'narrowSymbol'], ...local.map((locale) => [locale, 'symbol'])];
  for (const [locale, currencyDisplay] of styles) {
    const symbol = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay })
      .formatToParts(1)
      .find(({ type }) => type === 'currency')
      ?.value.replace(/\p{Cf}/gu, '') // direction marks, zero-width space
      .trim();
    if (symbol && symbol !== code) return symbol;
  }
  return null;
}

/** @param {string} code English name, "Vietnamese Dong" */
export const englishCurrencyName = (code) => EN.of(code) ?? code;

/**
 * @param {string} alpha2
 * @param {string} date ISO date
 * @returns {string[]} codes that are legal tender there on that date, the main one first
 */
export const tenderOn = (alpha2, date) =>
  PERIODS.filter(
    ({ region, tender, from, to }) =>
      region === alpha2 && tender && (from ?? '') <= date && (to ?? '9999') >= date,
  ).map(({ code }) => code);

/** @param {string} name upper case, without accents, articles and punctuation */
const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/&AMP;|\bTHE\b/g, ' ')
    .replace(/[^A-Z]+/g, ' ')
    .trim();

/** @returns {(entity: string) => string | null} ISO 4217 entity name to alpha-2 */
function entityResolver() {
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  /** @type {Map<string, string | null>} */
  const codes = new Map();
  for (const { name, altSpellings, cca2 } of countries) {
    for (const spelling of [name.common, name.official, regions.of(cca2) ?? '', ...altSpellings]) {
      if (spelling.length > 2) codes.set(plain(spelling), cca2);
    }
  }
  for (const { key, value } of overridesOf('entity')) codes.set(plain(key), value);
  return (entity) => {
    if (entity.startsWith('ZZ')) return null; // metals, bond units, testing
    const code = codes.get(plain(entity));
    if (code === undefined) throw new Error(`ISO 4217 entity without a country: ${entity}`);
    return code;
  };
}

/** @param {string} text */
const decodeXml = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** ISO 4217 list one as packaged, one record per code. */
function listOne() {
  const xml = readFileSync(require.resolve('currency-codes/iso-4217-list-one.xml'), 'utf8');
  const published = /Pblshd="([\d-]+)"/.exec(xml)?.[1];
  if (published !== '2024-06-25') throw new Error(`list one of ${published}: review the currency overrides`);
  const countryOf = entityResolver();
  const records = new Map();
  for (const [, entry] of xml.matchAll(/<CcyNtry>([\s\S]*?)<\/CcyNtry>/g)) {
    /** @param {string} tag */
    const text = (tag) => decodeXml(new RegExp(`<${tag}\\b[^>]*>([^<]*)<`).exec(entry)?.[1] ?? '').trim();
    const code = text('Ccy');
    if (!code) continue; // three territories without their own currency
    const units = text('CcyMnrUnts');
    const record = records.get(code) ?? {
      code,
      numeric_code: text('CcyNbr'),
      name: text('CcyNm'),
      minor_unit: units === 'N.A.' ? null : Number(units),
      countries: [],
      entities: [],
      is_fund: /<CcyNm\s+IsFund="true"/i.test(entry),
    };
    const entity = text('CtryNm');
    record.entities.push(entity);
    const country = countryOf(entity);
    if (country) record.countries.push(country);
    records.set(code, record);
  }
  return records;
}

/** @param {Record<string, unknown>} record puts the keys of every record in one order */
const shape = (record) => ({
  code: record.code,
  numeric_code: record.numeric_code,
  name: record.name,
  minor_unit: record.minor_unit,
  symbol: symbolOf(record.code, record.countries),
  countries: [...record.countries].sort(),
  entities: record.entities,
  is_fund: record.is_fund,
  status: record.withdrawal_date ? 'withdrawn' : 'active',
  introduction_date: introduced(record.code),
  withdrawal_date: record.withdrawal_date ?? null,
  source: record.source ?? 'ISO 4217',
});

export function buildCurrencies() {
  const records = listOne();
  for (const { key, field, value } of overridesOf('currency')) {
    const record = records.get(key);
    if (field === 'add') {
      if (record) throw new Error(`override not needed: ${key} is in list one`);
      records.set(key, { code: key, ...value });
    } else if (!record) {
      throw new Error(`override of an unknown currency: ${key}`);
    } else if (field === 'withdraw') {
      record.withdrawal_date = value;
    } else if (field === 'addEntity') {
      record.countries.push(value.country);
      record.entities.push(value.entity);
      record.entities.sort();
    } else {
      throw new Error(`unknown currency override: ${field}`);
    }
  }
  for (const code of HISTORIC.split(' ')) {
    const periods = periodsOf(code);
    if (records.has(code) || !periods.length) throw new Error(`${code} is active or unknown to CLDR`);
    records.set(code, {
      code,
      numeric_code: null, // CLDR has none; ISO 4217 list three fills it when imported
      name: englishCurrencyName(code),
      minor_unit: null,
      countries: periods.map(({ region }) => region).filter((region) => region !== 'ZZ' && region !== 'EU'),
      entities: [],
      is_fund: false,
      withdrawal_date: withdrawn(code),
      source: 'CLDR',
    });
  }
  const shaped = [...records.values()].map(shape).sort(by(({ code }) => code));
  const undated = shaped.filter(({ source, withdrawal_date }) => source === 'CLDR' && !withdrawal_date);
  if (undated.length) throw new Error(`historic without an end: ${undated.map(({ code }) => code)}`);
  return shaped;
}
