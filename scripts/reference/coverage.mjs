/**
 * Reports how much of specification 2.6 the shipped countries answer, field by field: `npm run reference:coverage`.
 * Exits with 1 when a field is missing from a record or known for fewer countries than the minimum.
 */
import { readFileSync } from 'node:fs';

const DATA = new URL('../../src/modules/reference/data/countries.json', import.meta.url);
const COUNTRIES = 250;

/** Minimum of known values by field, with the reason if it is not every country. */
const MINIMUM = {
  alpha2Code: [250],
  cca2: [250],
  alpha3Code: [250],
  cca3: [250],
  numericCode: [249, 'Kosovo has none'],
  ccn3: [249, 'Kosovo has none'],
  altSpellings: [250],
  area: [250],
  borders: [164, 'the rest are islands; LK is corrected'],
  callingCodes: [250],
  'idd.root': [250],
  'idd.suffixes': [250],
  capital: [246, 'AQ BV HM UM have none'],
  'capitalInfo.latlng': [246, 'AQ BV HM UM have none'],
  'car.signs': [223, 'no sign that we are sure of for the rest, mostly territories'],
  'car.side': [250],
  cioc: [206, 'all National Olympic Committees'],
  'coatOfArms.svg': [0, 'no free source; configurable'],
  'coatOfArms.png': [0, 'no free source; configurable'],
  continents: [250],
  currencies: [249, 'AQ has none'],
  demonym: [249, 'BV is uninhabited'],
  'demonyms.eng.m': [249, 'BV is uninhabited'],
  'demonyms.eng.f': [249, 'BV is uninhabited'],
  independent: [250],
  fifa: [207, '211 members, four of them in GB'],
  flag: [250],
  'flags.svg': [250],
  'flags.png': [250],
  gini: [0, 'until the World Bank file is imported'],
  languages: [249, 'AQ has none'],
  latlng: [250],
  'maps.googleMaps': [250],
  'maps.openStreetMaps': [250],
  'name.common': [250],
  'name.official': [250],
  'name.nativeName': [249, 'AQ has none'],
  nativeName: [249, 'AQ has none'],
  population: [250],
  'postalCodes.format': [131, 'one length and form of code'],
  'postalCodes.regex': [181, 'the rest have no codes, or none known'],
  region: [250],
  regionalBlocs: [161, 'states in the 13 blocs'],
  startOfWeek: [250],
  status: [250],
  subregion: [245, 'none in the Antarctic'],
  timezones: [250],
  translations: [250],
  unMember: [250],
};

/** @param {unknown} value */
const isKnown = (value) =>
  value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);

const countries = JSON.parse(readFileSync(DATA, 'utf8'));
let failures = countries.length === COUNTRIES ? 0 : 1;
console.log(`${countries.length} countries\n`);
console.log('field                    n of 250  minimum');
for (const [path, [minimum, reason = '']] of Object.entries(MINIMUM)) {
  const values = countries.map((country) => path.split('.').reduce((value, key) => value?.[key], country));
  const known = values.filter((value) => value !== undefined && isKnown(value)).length;
  const missing = values.filter((value) => value === undefined).length;
  const verdict = missing ? `MISSING in ${missing}` : known < minimum ? 'BELOW' : reason;
  if (missing || known < minimum) failures += 1;
  console.log(
    `${path.padEnd(24)} ${String(known).padStart(8)} ${String(minimum).padStart(8)}  ${verdict}`.trimEnd(),
  );
}
console.log(failures ? `\n${failures} below the minimum` : '\nnone below the minimum');
process.exitCode = failures ? 1 : 0;
